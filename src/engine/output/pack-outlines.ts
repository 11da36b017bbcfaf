import { createLineAt } from '../../export/artifacts/write-signatures.ts';
import type { FileOutline } from '../../export/contract.ts';
import type { Outlines } from '../../export/pack/make-pack.ts';
import { type Signature, toSignatures } from '../../export/signatures/to-signatures.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { createPageAt, mapPlaces } from '../../model/address/places.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { readOutline } from '../search/answers.ts';
import { toRows } from '../search/to-chunks.ts';
import type { FoundChunk } from '../search/to-hit.ts';
import type { PackTexts } from './pack-texts.ts';

export interface OutlineParts {
  readonly kernel: Kernel;
  readonly open: SearchedCollection;
  readonly texts: PackTexts;
  readonly hits: readonly FoundChunk[];
  /** Relevant files, best first. */
  readonly fileIndexes: readonly number[];
}

/** Creates file outlines for a pack: lines with hits, then top-level ones, then the rest, as far as they fit [P2]. */
export function createOutlines(parts: OutlineParts): Outlines {
  const { open, texts, hits, fileIndexes } = parts;
  const byPath = new Map(fileIndexes.map((i) => [texts.toName(open.file(i).path), i]));
  return {
    paths: [...byPath.keys()],
    async read(path, maxTokens) {
      const fileIndex = byPath.get(path);
      if (fileIndex === undefined) return [];
      const outline = await readNamedOutline(parts, fileIndex);
      if (outline.headings.length + outline.symbols.length === 0) return [];
      const first = open.ordinals[fileIndex] as number;
      const ordinals = Array.from({ length: open.file(fileIndex).chunkCount }, (_, i) => first + i);
      const lineAt = outline.symbols.length === 0 ? () => undefined : createLineAt(await texts.read(ordinals));
      const found = hits
        .filter((hit) => hit.fileIndex === fileIndex)
        .map((hit) => open.chunkRow(fileIndex, hit.chunkIndex));
      const isFound = (line: number): boolean =>
        found.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
      return chooseLines(toSignatures(outline, lineAt, findPages(open, fileIndex, texts)), isFound, maxTokens);
    },
  };
}

function findPages(open: SearchedCollection, fileIndex: number, { toName }: PackTexts) {
  const { kind } = open.fileNames(fileIndex);
  if (kind !== 'document') return undefined;
  const rows = toRows(open, fileIndex).map((row) => ({ kind, start_line: row.startLine, ...mapPlaces(row, toName) }));
  return createPageAt(rows);
}

async function readNamedOutline({ kernel, open, texts }: OutlineParts, fileIndex: number): Promise<FileOutline> {
  const { headings, symbols } = await readOutline(kernel, open, fileIndex);
  return {
    headings: headings.map((heading) => ({ ...heading, text: texts.toName(heading.text) })),
    symbols: symbols.map((symbol) => ({ ...symbol, name: texts.toName(symbol.name) })),
  };
}

/** A rough ratio: the pack counts the exact tokens. */
const CHARS_PER_TOKEN = 3;

function chooseLines(all: readonly Signature[], isFound: (line: number) => boolean, maxTokens: number): Signature[] {
  const parents = toParents(all);
  const chosen = new Set<number>();
  let room = maxTokens * CHARS_PER_TOKEN;
  /** Includes the enclosing lines, which name what it belongs to. */
  const choose = (index: number): void => {
    const lines: number[] = [];
    for (let at: number | undefined = index; at !== undefined && !chosen.has(at); at = parents[at]) lines.push(at);
    const chars = lines.reduce((sum, at) => sum + (all[at] as Signature).text.length + 1, 0);
    if (chars > room) return;
    room -= chars;
    for (const at of lines) chosen.add(at);
  };
  for (const [i, { line }] of all.entries()) if (isFound(line)) choose(i);
  for (const i of all.keys()) if (parents[i] === undefined) choose(i);
  for (const i of all.keys()) choose(i);
  return all.filter((_, i) => chosen.has(i));
}

/** Returns each line's parent: the nearest line above with less indentation. */
function toParents(all: readonly Signature[]): (number | undefined)[] {
  const open: number[] = [];
  return all.map(({ text }, i) => {
    const depth = (text.length - text.trimStart().length) / 2;
    open.length = Math.min(open.length, depth);
    const parent = open.at(-1);
    open.push(i);
    return parent;
  });
}
