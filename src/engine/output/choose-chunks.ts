import type { Kernel } from '../../kernel/contract.ts';
import { findSecondary } from '../../kinds/secondary.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { toBaseName } from '../../lib/base-name.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import type { SymbolSpan } from '../../model/chunk.ts';
import type { Filters } from '../../model/hit.ts';
import { isCodeKind } from '../../model/kind.ts';
import { hasFilters } from '../../search/filters.ts';
import { parseQuery } from '../../search/parse-query.ts';
import type { PackReason, PackRule } from '../contract.ts';
import type { Job } from '../jobs.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { readLeafOf, readOutline } from '../search/answers.ts';
import { getResolver } from '../search/list-links.ts';
import { rankChunks } from '../search/run-search.ts';
import { rowOf } from '../search/to-chunks.ts';
import type { FoundChunk } from '../search/to-hit.ts';
import type { EarlierState } from './find-changes.ts';

/** Dependencies of a pack. */
export interface PackParts {
  readonly kernel: Kernel;
  readonly open: SearchedCollection;
  readEarlier(snapshotId: string): Promise<EarlierState>;
  /** Finds the symbols in an earlier text of a file, by its path. */
  readonly listSymbols?: (path: string, text: string) => Promise<readonly SymbolSpan[]>;
  /** Whether part of the collection is not read yet. A masked copy does not know. */
  readonly isIncomplete: boolean;
  /** Masks the question above the pack, if the collection is a masked copy. */
  readonly maskQuery?: ((query: string) => string) | undefined;
  /** Set if the pack can be cancelled. */
  readonly job?: Job | undefined;
}

/**
 * Weights of a pack's search results [P1]. docs/benchmarks.md shows the effect of each rule on 42 real issues (files and hunks of the change
 * inside packs of 8,000 tokens from the title, of 8,000 from the whole issue, of 32,000 from the title).
 */
const WEIGHTS = {
  /** Tests, fixtures, examples, vendored and generated files and change logs, unless the question or a filter wants them: they use what they test, and crowd it out. */
  secondary: 0.2,
  /** Tests, if the pack includes tests; the best hit of a test of the best files counts more (`test`). */
  tests: 0.4,
  /** Prose, when there is code: issues use the words of the documentation, but the change is in the code. */
  prose: 0.65,
  /** Prefers small chunks to large ones that are not much better; below this many tokens size hardly counts. */
  sizeBase: 100,
  /** Prefers whole files that fit: each chunk gets this share of the file's best score, less the more of the budget the file takes. */
  whole: 0.75,
  wholeBudget: 0.1,
  /** Share of the file's best score for its first chunk, if it is code: that explains the names used in the others. */
  head: 0.3,
  /** Lists of references, which have the words of every question about their field. */
  references: 0.1,
  /** A file that the question names: `Dispatcher.kt` for "add a timeout to the dispatcher". */
  named: 1.2,
  /** Share of a file's best score for the file that tests it, if the pack includes tests. */
  test: 0.8,
} as const;

/** Up to this budget files with less than the best score lose again as much by its root: the files to edit come with more of their text. */
const NARROW_TOKENS = 8_000;
/** Questions about documentation. */
const PROSE = /\b(?:docs?|documentation|documented|readme|guide|manual|tutorial|change-?log)\b/i;
const REFERENCES = /^(?:references|bibliography|works cited|literature(?: cited)?|acknowledge?ments?)$/i;

export interface Choice {
  /** Index in the collection's chunk order. */
  readonly ordinal: number;
  readonly why: PackReason;
}

interface ChoiceOptions {
  readonly budgetTokens: number;
  /** Whether a filter names tests, examples or change logs. */
  readonly keepsSecondary: boolean;
  /** The tests of the best files, if they are wanted, with the score of what they test. */
  readonly tests: ReadonlyMap<number, number> | undefined;
  readonly query: string;
  /** Rules turned off. */
  readonly without: ReadonlySet<PackRule>;
}

/** Returns the chunks for a pack, best first: hits, and others of the same files. Reads nothing. */
export function chooseChunks(open: SearchedCollection, hits: readonly FoundChunk[], options: ChoiceOptions): Choice[] {
  const { budgetTokens, without } = options;
  const weights = toFileWeights(open, hits, options);
  const bestOf = new Map<number, number>();
  const found = new Map<number, { score: number; fileIndex: number; why: PackReason }>();
  const offer = (fileIndex: number, chunkIndex: number, score: number, why: PackReason): void => {
    const ordinal = (open.ordinals[fileIndex] as number) + chunkIndex;
    if ((found.get(ordinal)?.score ?? 0) < score) found.set(ordinal, { score, fileIndex, why });
  };
  for (const { fileIndex, chunkIndex, score } of hits) {
    const least = bestOf.has(fileIndex) ? 0 : (options.tests?.get(fileIndex) ?? 0) * WEIGHTS.test;
    const weight = (weights.get(fileIndex) as number) * toPartWeight(open, fileIndex, chunkIndex);
    const own = Math.max(score * weight, least);
    bestOf.set(fileIndex, Math.max(own, bestOf.get(fileIndex) ?? 0));
    offer(fileIndex, chunkIndex, own, 'hit');
  }
  for (const [fileIndex, score] of options.tests ?? [])
    bestOf.set(fileIndex, Math.max(score * WEIGHTS.test, bestOf.get(fileIndex) ?? 0));
  let top = 0;
  for (const [fileIndex, best] of bestOf) {
    top = Math.max(top, best);
    const { chunkCount, tokenTotal, kind } = open.row(fileIndex);
    const share = WEIGHTS.whole / (1 + tokenTotal / (budgetTokens * WEIGHTS.wholeBudget));
    if (chunkCount > 1 && isCodeKind(kind) && !without.has('head')) offer(fileIndex, 0, best * WEIGHTS.head, 'head');
    if (without.has('whole')) continue;
    for (let i = 0; i < chunkCount; i++)
      offer(fileIndex, i, best * share * toPartWeight(open, fileIndex, i), 'same-file');
  }
  const isNarrow = budgetTokens <= NARROW_TOKENS && !without.has('targets');
  const toScore = (ordinal: number, { score, fileIndex }: { score: number; fileIndex: number }): number =>
    (score * (isNarrow ? Math.sqrt((bestOf.get(fileIndex) as number) / top) : 1)) /
    (without.has('small') ? 1 : toSizeFactor(open, ordinal));
  return [...found]
    .map(([ordinal, one]) => ({ ordinal, why: one.why, score: toScore(ordinal, one) }))
    .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
    .map(({ ordinal, why }) => ({ ordinal, why }));
}

function toPartWeight(open: SearchedCollection, fileIndex: number, chunkIndex: number): number {
  if (open.fileNames(fileIndex).kind !== 'document') return 1;
  const { headingPath } = open.chunkRow(fileIndex, chunkIndex);
  return headingPath.some((heading) => REFERENCES.test(heading.trim())) ? WEIGHTS.references : 1;
}

/** Files whose tests are looked for. */
const MAX_TESTED = 4;
const TEST_AFFIX = /^tests?[_-]|^Test(?=[A-Z])|[._-](?:tests?|spec)$|(?:Tests?|TestCase|Spec)$/g;
/** Names of a file whose uses are looked for in tests, the longest: shorter ones occur everywhere. */
const MAX_USED = 6;
const MIN_USED_CHARS = 6;

/**
 * Finds the files that test the ones with the best hits: by their names, as `test_store.py`, `store.spec.ts` and `StoreTest.kt` test `store`, else the
 * test that uses most of a file's own names.
 */
export async function findTests(
  { kernel, open }: PackParts,
  hits: readonly FoundChunk[],
  allows: (fileIndex: number) => boolean = () => true,
): Promise<ReadonlyMap<number, number>> {
  const { fileCount, fileNames } = open;
  const isTest = (fileIndex: number): boolean =>
    findSecondary(fileNames(fileIndex).path, true) === 'test' && allows(fileIndex);
  const tested = new Map<number, FoundChunk>();
  for (const hit of hits) {
    const { path, kind } = fileNames(hit.fileIndex);
    if (tested.size === MAX_TESTED) break;
    if (isCodeKind(kind) && findSecondary(path, true) !== 'test' && !tested.has(hit.fileIndex))
      tested.set(hit.fileIndex, hit);
  }
  // The better file comes last, and wins if two have the same name.
  const targetOf = new Map(
    [...tested.keys()].reverse().flatMap((i) => toTestNames(fileNames(i).path).map((name) => [name, i])),
  );
  const found = new Map<number, number>();
  const named = new Set<number>();
  for (let i = 0; i < fileCount; i++) {
    const target = targetOf.get(toStem(fileNames(i).path));
    if (target === undefined || !isTest(i)) continue;
    found.set(i, (tested.get(target) as FoundChunk).score);
    named.add(target);
  }
  for (const [target, { score }] of tested) {
    const test = named.has(target) ? undefined : await findUser({ kernel, open }, target, isTest);
    if (test !== undefined && !found.has(test)) found.set(test, score);
  }
  return found;
}

/** `validator`, and with its folder `validationvalidator` for `ValidationValidatorTest.php`. */
function toTestNames(path: string): string[] {
  const stem = toStem(path);
  const folder = toAsciiLower(path.split('/').at(-2) ?? '');
  return [stem, `${folder}${stem}`, `${folder}_${stem}`];
}

/** Finds the file that uses most of the names that another one defines. */
async function findUser(
  { kernel, open }: Pick<PackParts, 'kernel' | 'open'>,
  fileIndex: number,
  allows: (fileIndex: number) => boolean,
): Promise<number | undefined> {
  const { symbols } = await readOutline(kernel, open, fileIndex);
  const names = [...new Set(symbols.map(({ name }) => name))]
    .filter((name) => name.length >= MIN_USED_CHARS && /^\w+$/.test(name))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_USED);
  const uses = new Map<number, number>();
  for (const name of names) {
    const users = await rankChunks(kernel, open, name, { limit: 8, allows, exact: { case: true, word: true } });
    for (const user of new Set(users.map((chunk) => chunk.fileIndex))) uses.set(user, (uses.get(user) ?? 0) + 1);
  }
  return [...uses].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

function toStem(path: string): string {
  const name = toBaseName(path);
  const dot = name.lastIndexOf('.');
  return toAsciiLower((dot > 0 ? name.slice(0, dot) : name).replace(TEST_AFFIX, ''));
}

/** Returns the weight of each file's hits by the kind of file. */
function toFileWeights(
  open: SearchedCollection,
  hits: readonly FoundChunk[],
  { keepsSecondary, tests, query, without }: ChoiceOptions,
): ReadonlyMap<number, number> {
  const files = new Map([...new Set(hits.map(({ fileIndex }) => fileIndex))].map((i) => [i, open.row(i)]));
  const hasCode = [...files.values()].some(({ kind }) => isCodeKind(kind));
  const wantsProse = PROSE.test(query);
  const words = new Set(listWords(query));
  return new Map(
    [...files].map(([i, { path, kind }]) => {
      const secondary = findSecondary(path, isCodeKind(kind));
      const isLater = secondary !== undefined && !keepsSecondary && !without.has('secondary');
      const isProse = hasCode && !wantsProse && !without.has('prose') && !isCodeKind(kind);
      const later = secondary === 'test' && tests !== undefined ? WEIGHTS.tests : WEIGHTS.secondary;
      const name = toBaseName(path).replace(/\.[^.]*$/, '');
      const isNamed = !without.has('targets') && name !== '' && listWords(name).every((word) => words.has(word));
      const weight = (isLater ? later : 1) * (isProse ? WEIGHTS.prose : 1);
      return [i, weight * (isNamed ? WEIGHTS.named : 1)];
    }),
  );
}

/** Returns the words of a name or a text: `timeout` and `dispatcher` for `TimeoutDispatcher`. */
function listWords(text: string): string[] {
  return (text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z0-9]+/g) ?? []).map(toAsciiLower);
}

/** Returns the fourth root of the tokens, which scores are divided by: square roots are the same in all browsers, other powers are not. */
function toSizeFactor(open: SearchedCollection, ordinal: number): number {
  const { chars } = rowOf(open, ordinal);
  return Math.sqrt(Math.sqrt(WEIGHTS.sizeBase + Math.ceil(chars / 4)));
}

/** Best notes whose links are followed, and links followed in each. */
const MAX_NOTES = 5;
const MAX_LINKS = 20;
/** Estimated share of the budget up to which room is left: matches that turn out longer still fit. */
const ROOM_SHARE = 0.7;

interface LinkedOptions {
  readonly query: string;
  readonly filters?: Filters | undefined;
  readonly budgetTokens: number;
  /** Whether a file may be used. Unset: all files. */
  readonly allows?: ((fileIndex: number) => boolean) | undefined;
}

/** Returns the first chunks of the files that the best notes link to, if the choices leave room for them. Filters exclude what they would not find. */
export async function findLinked(
  { kernel, open }: PackParts,
  choices: readonly Choice[],
  { query, filters, budgetTokens, allows }: LinkedOptions,
): Promise<Choice[]> {
  if (isFiltered(query, filters)) return [];
  // A linked file may be in no shard yet.
  if (open.incomplete || isFilled(open, choices, budgetTokens)) return [];
  const chosen = new Set(choices.map(({ ordinal }) => open.fileOfOrdinal(ordinal)));
  const notes = [...chosen].filter((fileIndex) => open.row(fileIndex).kind === 'markdown').slice(0, MAX_NOTES);
  const found = new Set<number>();
  for (const { path } of notes.map((fileIndex) => open.row(fileIndex))) {
    const links = (await readLeafOf(kernel, open, path))?.leaf.links ?? [];
    if (links.length === 0) continue;
    await open.completeFiles();
    for (const { target } of links.slice(0, MAX_LINKS)) {
      const to = open.findFileIndex(getResolver(open)(path, target) ?? '');
      if (to !== undefined && !chosen.has(to) && allows?.(to) !== false) found.add(to);
    }
  }
  const files = [...found].filter((fileIndex) => open.row(fileIndex).chunkCount > 0);
  await open.prepareChunks(files);
  return files.map((fileIndex) => ({ ordinal: open.ordinals[fileIndex] as number, why: 'linked' }));
}

/** Whether the question or the options have filters, which other files would not pass. */
export function isFiltered(query: string, filters: Filters = {}): boolean {
  const typed = parseQuery(query);
  return [filters, typed.filters, typed.minusFilters].some(hasFilters);
}

function isFilled(open: SearchedCollection, choices: readonly Choice[], budgetTokens: number): boolean {
  let tokens = 0;
  return choices.some(({ ordinal }) => {
    tokens += estimateChunkTokens(rowOf(open, ordinal));
    return tokens > budgetTokens * ROOM_SHARE;
  });
}
