import type { Kernel } from '../../kernel/contract.ts';
import { findFirst } from '../../lib/binary-search.ts';
import { compareUtf8, toHex } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import {
  isUnbounded,
  type PickedChunk,
  type SelectionFacts,
  type SelectionScope,
} from '../../model/outputs/selection.ts';
import { followSources } from '../../selection/scope.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { findOrdinal } from '../search/answers.ts';
import { rowOf } from '../search/to-chunks.ts';
import { createPathScope, type PathScope } from './path-scope.ts';

/** A selection in one generation of its collection. */
interface ResolvedSelection {
  /** The scope with current paths. */
  readonly scope: SelectionScope;
  /** Indexes of the whole files in it, in path order. */
  readonly files: readonly number[];
  /** Ordinals of the picked chunks that still exist, in pick order. */
  readonly picks: readonly number[];
  readonly gone: SelectionFacts['gone'];
}

/** Files between two yields to the event loop, so that other requests run. */
const FILES_PER_TURN = 20_000;

export async function resolveSelection(
  kernel: Kernel,
  open: SearchedCollection,
  given: SelectionScope,
): Promise<ResolvedSelection> {
  const { sources } = open.collection;
  const scope = followSources(
    given,
    sources.map(({ id }) => id),
  );
  const paths = createPathScope(scope);
  const files = isUnbounded(scope) ? listUnbounded(open, scope) : await listFiles(open, paths);
  const found = await findPicks(kernel, open, scope.picks);
  const gone = {
    paths: scope.paths.filter((path) => !isThere(open, path)),
    globs: paths.listUnused(),
    picks: scope.picks.filter((_, i) => found[i] === undefined).map(({ id }) => id),
  };
  return { scope, files, picks: [...new Set(found.filter((ordinal) => ordinal !== undefined))], gone };
}

/** Uses no names: a published collection need not read them. */
function listUnbounded(open: SearchedCollection, { picks }: SelectionScope): number[] {
  return picks.length > 0 ? [] : Array.from({ length: open.fileCount }, (_, i) => i);
}

async function listFiles(open: SearchedCollection, scope: PathScope): Promise<number[]> {
  await open.completeFiles();
  const files: number[] = [];
  for (let i = 0; i < open.fileCount; i++) {
    if (scope.matches(open.fileNames(i).path)) files.push(i);
    if (i % FILES_PER_TURN === FILES_PER_TURN - 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return files;
}

async function findPicks(
  kernel: Kernel,
  open: SearchedCollection,
  picks: readonly PickedChunk[],
): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = [];
  for (const pick of picks) found.push((await findOrdinal(kernel, open, pick.id)) ?? (await findByText(open, pick)));
  return found;
}

/** Finds the same text in the picked file: its path, and so the chunk's id, changes when a source is added or removed. */
async function findByText(open: SearchedCollection, { path, content_hash }: PickedChunk): Promise<number | undefined> {
  if (content_hash === undefined) return undefined;
  await open.completeFiles();
  const fileIndex = open.findFileIndex(path);
  if (fileIndex === undefined) return undefined;
  await open.prepareChunks([fileIndex]);
  const first = open.ordinals[fileIndex] as number;
  for (let i = 0; first + i < (open.ordinals[fileIndex + 1] as number); i++)
    if (toHex(open.chunkRow(fileIndex, i).contentHash) === content_hash) return first + i;
  return undefined;
}

function isThere(open: SearchedCollection, path: string): boolean {
  if (!path.endsWith('/')) return open.findFileIndex(path) !== undefined;
  const place = findFirst(open.fileCount, (i) => compareUtf8(open.fileNames(i).path, path) >= 0);
  return place < open.fileCount && open.fileNames(place).path.startsWith(path);
}

export function toFacts(open: SearchedCollection, { files, picks, gone }: ResolvedSelection): SelectionFacts {
  const facts = { files: files.length, chunks: 0, bytes: 0, tokens: 0 };
  const whole = new Set(files);
  for (const fileIndex of files) {
    const { bytes, chunkCount, tokenTotal } = open.row(fileIndex);
    facts.chunks += chunkCount;
    facts.bytes += bytes;
    facts.tokens += tokenTotal;
  }
  const parts = new Set<number>();
  for (const ordinal of picks) {
    const fileIndex = open.fileOfOrdinal(ordinal);
    if (whole.has(fileIndex)) continue;
    const row = rowOf(open, ordinal);
    parts.add(fileIndex);
    facts.chunks++;
    facts.bytes += row.endByte - row.startByte;
    facts.tokens += estimateChunkTokens(row);
  }
  return { ...facts, files: facts.files + parts.size, gone };
}
