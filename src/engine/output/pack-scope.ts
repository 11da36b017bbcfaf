import { diffSnapshots } from '../../export/delta/diff-snapshots.ts';
import { parseRef, toRef } from '../../kernel/identity.ts';
import { isSecondary } from '../../kinds/secondary.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { toBaseName } from '../../lib/base-name.ts';
import { toHex } from '../../lib/bytes.ts';
import { isCodeKind } from '../../model/kind.ts';
import { isEverything, isUnbounded } from '../../model/outputs/selection.ts';
import type { Snapshot, SnapshotChunk } from '../../model/snapshot.ts';
import { toOwnName } from '../../search/name-matches.ts';
import type { PackOptions } from '../contract.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { findOrdinal } from '../search/answers.ts';
import { rankChunks } from '../search/run-search.ts';
import { rowOf, toChunkId, toRows } from '../search/to-chunks.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import type { Choice, PackParts } from './choose-chunks.ts';

/** The part of a pack that does not depend on its question. */
export interface PackScope {
  /** Choices, best first: picked chunks, changed chunks and their users; without a question, also the selection. */
  readonly first: readonly Choice[];
  /** Whether the question may use a file. Unset: all files. */
  readonly allows?: (fileIndex: number) => boolean;
  /** Files included in full, as far as they fit, because no question ranks their chunks. */
  readonly selected: readonly number[];
}

/** Chunks listed, as a multiple of the budget: the selection may be the whole collection. */
const CANDIDATE_SHARE = 2;

export async function readPackScope(deps: PackParts, options: PackOptions): Promise<PackScope> {
  const { kernel, open } = deps;
  const { selection, since, picks = [], query } = options;
  const found = await findOrdinals(deps, picks);
  const resolved = selection === undefined ? undefined : await resolveSelection(kernel, open, selection);
  const picked = [...(resolved?.picks ?? []), ...found];
  const isBounded = resolved !== undefined && !isUnbounded(resolved.scope);
  const files = new Set(isBounded ? resolved.files : []);
  const allows = isBounded ? (fileIndex: number): boolean => files.has(fileIndex) : undefined;
  const impact = since === undefined ? [] : await findImpact(deps, { since, allows });
  const comesWhole = query === undefined && since === undefined && resolved !== undefined;
  const selected = comesWhole && (isBounded || isEverything(resolved.scope)) ? resolved.files : [];
  return {
    first: [
      ...picked.map((ordinal): Choice => ({ ordinal, why: 'picked' })),
      ...impact,
      ...listSelected(deps, selected, options.budgetTokens),
    ],
    allows,
    selected,
  };
}

/** Finds chunk ordinals; ids that are paths of outlines have none. */
export async function findOrdinals({ kernel, open }: PackParts, ids: readonly string[]): Promise<readonly number[]> {
  const found = await Promise.all(ids.map((id) => findOrdinal(kernel, open, id)));
  return found.filter((ordinal) => ordinal !== undefined);
}

/** Lists selected chunks in path order, as many as the pack may need. */
function* listSelected({ open }: PackParts, files: readonly number[], budgetTokens: number): Generator<Choice> {
  let tokens = 0;
  for (const fileIndex of files) {
    const { chunkCount, tokenTotal } = open.row(fileIndex);
    const first = open.ordinals[fileIndex] as number;
    for (let i = 0; i < chunkCount; i++) yield { ordinal: first + i, why: 'selected' };
    tokens += tokenTotal;
    if (tokens > budgetTokens * CANDIDATE_SHARE) return;
  }
}

interface ImpactOptions {
  /** Id of the snapshot before the changes. */
  readonly since: string;
  readonly allows?: (fileIndex: number) => boolean;
}

/** Names looked up, and chunks read for each: a larger pull is too large for this. */
const MAX_NAMES = 300;
const HITS_PER_NAME = 30;
/** Chunks from which a name is too common to say anything about them. */
const COMMON = 24;
/** Shorter names, such as `id`, `x` and `do`, are everywhere. */
const MIN_NAME_CHARS = 3;
/** Weight of tests and examples, which also use the changed code: they come after the code that depends on it. */
const SECONDARY = 0.5;

/**
 * Lists the chunks to read after a pull [P9]: added and changed chunks in path order, then those that use a symbol, heading or path defined in
 * them, starting with the chunks that use the most and the rarest names.
 */
async function findImpact(deps: PackParts, { since, allows = () => true }: ImpactOptions): Promise<Choice[]> {
  const { open } = deps;
  const from = await deps.readSnapshot(since);
  await open.complete();
  const changed = diffSnapshots(from, toPresent(deps))
    .filter(({ what, ref }) => ref !== undefined && (what === 'added' || what === 'changed'))
    .map(({ ref }) => parseRef(ref as string, open.totalChunks) as number)
    .filter((ordinal) => allows(open.fileOfOrdinal(ordinal)))
    .sort((a, b) => a - b);
  const users = await findUsers(deps, changed, allows);
  return [
    ...changed.map((ordinal): Choice => ({ ordinal, why: 'changed' })),
    ...users.map((ordinal): Choice => ({ ordinal, why: 'uses' })),
  ];
}

function toPresent({ kernel, open }: PackParts): Snapshot {
  const chunks: SnapshotChunk[] = [];
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++) {
    const { path } = open.fileNames(fileIndex);
    for (const row of toRows(open, fileIndex))
      chunks.push({
        id: toChunkId(kernel, open, fileIndex, row),
        ref: toRef(chunks.length, open.totalChunks),
        path,
        lines: [row.startLine, row.endLine],
        contentHash: toHex(row.contentHash),
      });
  }
  return { indexId: open.collection.index_id, chunks };
}

async function findUsers(
  deps: PackParts,
  changed: readonly number[],
  allows: (fileIndex: number) => boolean,
): Promise<number[]> {
  const { kernel, open } = deps;
  const own = new Set(changed);
  const texts = new Map<number, string>();
  const scores = new Map<number, number>();
  for (const name of listNames(open, changed)) {
    const found = await rankChunks(kernel, open, toQuestion(name), { limit: HITS_PER_NAME });
    const ordinals = found
      .filter(({ fileIndex }) => allows(fileIndex))
      .map(({ fileIndex, chunkIndex }) => (open.ordinals[fileIndex] as number) + chunkIndex)
      .filter((ordinal) => !own.has(ordinal));
    await readInto(texts, open, ordinals);
    const users = ordinals.filter((ordinal) => usesName(texts.get(ordinal) ?? '', name));
    if (users.length > COMMON) continue;
    for (const ordinal of users) scores.set(ordinal, (scores.get(ordinal) ?? 0) + 1 / users.length);
  }
  const weigh = (ordinal: number, score: number): number => {
    const { path, kind } = open.fileNames(open.fileOfOrdinal(ordinal));
    return score * (isSecondary(path, isCodeKind(kind)) ? SECONDARY : 1);
  };
  return [...scores]
    .map(([ordinal, score]) => ({ ordinal, score: weigh(ordinal, score) }))
    .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
    .map(({ ordinal }) => ordinal);
}

/** Lists the symbols and headings of the chunks and the names of their files, each once. */
function listNames(open: SearchedCollection, ordinals: readonly number[]): string[] {
  const names = new Set<string>();
  for (const ordinal of ordinals) {
    const { symbols, headings } = rowOf(open, ordinal);
    const file = toBaseName(open.fileNames(open.fileOfOrdinal(ordinal)).path);
    for (const name of [...symbols.map(toOwnName), ...headings, file]) {
      if (name.trim().length >= MIN_NAME_CHARS) names.add(name.trim());
      if (names.size >= MAX_NAMES) return [...names];
    }
  }
  return [...names];
}

/** Removes the query language's operators. */
function toQuestion(name: string): string {
  return name.replace(/[":-]+/g, ' ');
}

async function readInto(
  texts: Map<number, string>,
  open: SearchedCollection,
  ordinals: readonly number[],
): Promise<void> {
  const missing = ordinals.filter((ordinal) => !texts.has(ordinal));
  const places = missing.map((ordinal) => {
    const fileIndex = open.fileOfOrdinal(ordinal);
    const chunkIndex = ordinal - (open.ordinals[fileIndex] as number);
    const { startByte, endByte } = open.chunkRow(fileIndex, chunkIndex);
    return { fileIndex, chunkIndex, startByte, endByte };
  });
  for (const [i, text] of (await open.readTexts(places)).entries()) texts.set(missing[i] as number, toAsciiLower(text));
}

/** Finds whole words in folded text: `open` is not in `reopened`. */
function usesName(text: string, name: string): boolean {
  const wanted = toAsciiLower(name);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isWordUnit(text.charCodeAt(at - 1)) && !isWordUnit(text.charCodeAt(at + wanted.length))) return true;
  return false;
}

/** Returns false for NaN, which is past the text. */
function isWordUnit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) || unit === 95 || unit >= 0x80;
}
