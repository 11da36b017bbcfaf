import type { Claim } from '../../citations/contract.ts';
import { findClaims } from '../../citations/find-claims.ts';
import { findPattern, toPatterns, toWords } from '../../citations/match-quote.ts';
import { toPassage } from '../../citations/passage.ts';
import { countPossibleWords } from '../../citations/word-filter.ts';
import { toRef } from '../../kernel/identity.ts';
import { toBaseName } from '../../lib/base-name.ts';
import { AppError } from '../../model/app-error.ts';
import { findPublishedAddress } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import { toAddressText } from '../../places/address.ts';
import type { Citation, CitationAnswer, CitationOptions, Engine, SnapshotRow, Verdict } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import type { OpenCollection, SearchedCollection } from '../open/faces.ts';
import { createReplacedTexts, type FoundRow, type ReplacedTexts } from '../replaced/replaced-texts.ts';
import { findOrdinal } from '../search/answers.ts';
import { readChunk } from '../search/to-chunks.ts';
import type { JoinedCollection } from '../together/join-collections.ts';
import { withJoined } from '../together/together-actions.ts';
import { createCodeCheck } from './check-code.ts';
import {
  type CheckDeps,
  checkLines,
  checkPage,
  checkRef,
  type Earlier,
  type Found,
  toKey,
  toPlaces,
} from './check-place.ts';
import { createFileNames } from './file-names.ts';
import { createFilePages } from './file-pages.ts';
import { createQuoteFinder, isWithin, type QuoteParts } from './find-quote.ts';
import { createRenames, type Renames } from './renames.ts';

/** Actions that check a model's statements about a collection [P8]. */
export function createCitationActions(context: EngineContext): Pick<Engine, 'checkCitations' | 'readReplaced'> {
  const { deps, jobs, collections } = context;
  return {
    checkCitations: (options) => {
      const { answer, collectionId, beforeId, together, jobId, isQuiet } = options;
      const onProgress = isQuiet ? () => {} : undefined;
      return jobs.run({ jobId, collectionId, type: 'verify', onProgress }, async (job) => {
        if (answer.length > LIMITS.maxAnswerChars)
          throw new AppError('engine/question-too-long', 'the answer is too long', {
            chars: answer.length,
            max: LIMITS.maxAnswerChars,
          });
        const look = (now: SearchedCollection, earlier: readonly Earlier[], renames?: Renames) =>
          check(context, { now, earlier, renames, options, job });
        const value = await (together === undefined
          ? collections.withWholeCollection(collectionId, async (now) => {
              await loadNames(now);
              const renames = await openRenames(context, collectionId, beforeId);
              if (beforeId === undefined) return look(now, await openEarlier(context, [{ id: collectionId }]), renames);
              return collections.withWholeCollection(beforeId, async (before) => {
                await loadNames(before);
                return look(now, [toEarlierCollection({ kernel: deps.kernel, open: before })], renames);
              });
            })
          : checkTogether(context, together, async (joined) =>
              look(joined, await openEarlier(context, joined.members)),
            ));
        return { value, summary: toSummary(job, { indexed: value.citations.length }) };
      });
    },

    async readReplaced(collectionId, chunkId) {
      const texts = replacedOf(context, collectionId);
      const row = (await texts.list()).find(({ id }) => id === chunkId);
      const text = row && (await texts.read(row));
      return row === undefined || text === undefined ? undefined : { text, path: row.path, lines: row.lines };
    },
  };
}

function replacedOf({ deps, collectionRecords }: EngineContext, collectionId: string): ReplacedTexts {
  return createReplacedTexts(deps.kernel, collectionRecords.of(collectionId));
}

/** Opens the replaced texts of these collections. A published collection has no history here. */
async function openEarlier(
  context: EngineContext,
  members: readonly { readonly id: string; readonly label?: string }[],
): Promise<Earlier[]> {
  const found = await Promise.all(
    members.map(({ id, label }) => {
      if (findPublishedAddress(id) !== undefined) return undefined;
      return openEarlierTexts(replacedOf(context, id), label === undefined ? '' : `${label}/`);
    }),
  );
  return found.filter((earlier) => earlier !== undefined);
}

/** Compares the newest snapshot with the earlier ones, or with the newest one of another collection. */
async function openRenames(
  { snapshots }: EngineContext,
  collectionId: string,
  beforeId: string | undefined,
): Promise<Renames | undefined> {
  if (findPublishedAddress(collectionId) !== undefined) return undefined;
  const [newest, ...older] = await snapshots.list(collectionId);
  const before = beforeId === undefined ? older : (await snapshots.list(beforeId)).slice(0, 1);
  if (newest === undefined) return undefined;
  const read = (id: string, row: SnapshotRow) => async () => (await snapshots.read(id, row.id)).snapshot;
  return createRenames(
    before.map((row) => read(beforeId ?? collectionId, row)),
    read(collectionId, newest),
  );
}

interface CheckParts {
  readonly now: SearchedCollection;
  readonly earlier: readonly Earlier[];
  readonly renames: Renames | undefined;
  readonly options: CitationOptions;
  readonly job: Job;
}

async function check(
  context: EngineContext,
  { now, earlier, renames, options, job }: CheckParts,
): Promise<CitationAnswer> {
  let reported = 0;
  return checkCitations(
    { kernel: context.deps.kernel, open: now },
    {
      answer: options.answer,
      earlier,
      renames,
      onStep: (done, total) => {
        job.throwIfCancelled();
        job.expect(total, 0);
        job.step({ done: done - reported });
        reported = done;
      },
    },
  );
}

async function checkTogether(
  context: EngineContext,
  collectionIds: readonly string[],
  look: (joined: JoinedCollection) => Promise<CitationAnswer>,
): Promise<CitationAnswer> {
  const { value, leftOut } = await withJoined(context, collectionIds, async (joined) => {
    const answer = await look(joined);
    return { ...answer, citations: answer.citations.map((citation) => toOwnCitation(joined, citation)) };
  });
  return { ...value, leftOut };
}

/** Returns the citation with the path and id of its own collection; a path in no collection stays as cited. */
function toOwnCitation(joined: JoinedCollection, citation: Citation): Citation {
  const { path } = citation;
  const own = path === undefined || joined.findFileIndex(path) === undefined ? undefined : joined.toOwn(path);
  return own === undefined ? citation : { ...citation, path: own.path, collection: own.collectionId };
}

/** Loads names and ids before the check; only names for a published collection. */
async function loadNames(open: OpenCollection): Promise<void> {
  await (open.isRemote ? open.completeFiles() : open.complete());
}

interface CheckOptions {
  readonly answer: string;
  /** Newest first. */
  readonly earlier: readonly Earlier[];
  readonly renames?: Renames | undefined;
  readonly onStep?: (done: number, total: number) => void;
}

/** Claims checked before the thread is yielded, so that other requests run and a cancel arrives. */
const CLAIMS_PER_TURN = 32;
/** Looks up every place, ref and quotation of an answer [P8]. */
async function checkCitations(parts: QuoteParts, options: CheckOptions): Promise<CitationAnswer> {
  const { answer, earlier, renames } = options;
  const files = createFileNames(parts.open);
  const { claims, total } = findClaims(answer, {
    refChars: toRef(0, parts.open.totalChunks).length,
    findKey: files.findKey,
    isFile: (name) => files.find(name).length > 0 || earlier.some((state) => state.hasFile(name)),
  });
  const check = createCheck(parts, claims, { files, earlier, renames });
  const citations: Citation[] = [];
  for (const [i, claim] of claims.entries()) {
    const found = await check.claim(i);
    if (found !== undefined) citations.push(await check.withPage(toCitation(claim, found)));
    if (i % CLAIMS_PER_TURN !== CLAIMS_PER_TURN - 1) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    options.onStep?.(i + 1, claims.length);
  }
  return {
    citations,
    // Names that the collection has are not listed.
    total: citations.length + total - claims.length,
    supported: citations.filter(({ verdict }) => verdict === 'exact' || verdict === 'exists').length,
  };
}

const FROM_BEST = [
  'exact',
  'exists',
  'moved',
  'changed since',
  'near',
  'not found',
] as const satisfies readonly Verdict[];

/**
 * Returns the worse of the two findings; the quotation's on a tie. An existing place with false words keeps its path and lines; with the right words
 * it is exact.
 */
function toWorse(words: Found | undefined, place: Found | undefined): Found {
  const isThere = place?.verdict === 'exact' || place?.verdict === 'exists';
  if (isThere && words?.verdict === 'exact') return words;
  if (isThere && (words?.verdict === 'not found' || words?.verdict === 'near'))
    return { ...(words.verdict === 'near' ? words : { ...place, verdict: 'not found' }), reason: 'quote' };
  const rank = (found: Found | undefined): number => (found === undefined ? -1 : FROM_BEST.indexOf(found.verdict));
  return (rank(words) >= rank(place) ? words : place) as Found;
}

interface Check {
  /** Adds the page name to a citation in a document with pages. */
  withPage(citation: Citation): Promise<Citation>;
  /** Checks a claim by its index; undefined for a name that the collection has. */
  claim(index: number): Promise<Found | undefined>;
}

function createCheck(
  parts: QuoteParts,
  claims: readonly Claim[],
  known: Pick<CheckDeps, 'files' | 'earlier' | 'renames'>,
): Check {
  const { open } = parts;
  const pages = createFilePages(open);
  const deps: CheckDeps = { ...known, parts, pages, finder: createQuoteFinder(parts) };
  const codes = createCodeCheck(deps);
  const quoteOf = new Map<number, Claim>();
  const codesOf = new Map<number, Claim[]>();
  for (const claim of claims) {
    if (claim.at === undefined) continue;
    if (claim.type === 'quote') quoteOf.set(claim.at, claim);
    else codesOf.set(claim.at, [...(codesOf.get(claim.at) ?? []), claim]);
  }
  const found = new Map<string, Promise<Found>>();
  const once = (key: string, look: () => Promise<Found>): Promise<Found> => {
    const looking = found.get(key) ?? look();
    found.set(key, looking);
    return looking;
  };
  const checkPlace = (claim: Claim): Promise<Found> =>
    once(toKey(claim), () => {
      if (claim.ref !== undefined) return checkRef(deps, claim.ref);
      return claim.page === undefined ? checkLines(deps, claim) : checkPage(deps, claim.path ?? '', claim.page);
    });
  return {
    async claim(index) {
      const claim = claims[index] as Claim;
      if (claim.type === 'code') {
        const cited = claim.at === undefined ? undefined : claims[claim.at];
        const beside = cited && (await codes.beside(codesOf.get(claim.at as number) ?? [], cited));
        return codes.code(claim, cited, beside !== undefined && beside.there > 0);
      }
      // A place next to quoted words makes two claims: the place exists, and the words are there. The worse verdict counts.
      const quote = claim.type === 'quote' ? claim : quoteOf.get(index);
      const place = claim.type === 'quote' ? undefined : await checkPlace(claim);
      const cited = quote?.at === undefined ? undefined : claims[quote.at];
      const words =
        quote &&
        (await once(`"${quote.quote}\n${cited === undefined ? '' : toKey(cited)}`, () =>
          checkQuote(deps, quote.quote as string, cited),
        ));
      const found = toWorse(words, place);
      const names = codesOf.get(index);
      return names === undefined || found.verdict !== 'exists' ? found : codes.compare(names, claim, found);
    },
    async withPage(citation) {
      const { path, lines, page } = citation;
      const fileIndex = path === undefined || page !== undefined ? undefined : open.findFileIndex(path);
      const named = fileIndex === undefined || lines === undefined ? undefined : await pages.name(fileIndex, lines);
      return named === undefined ? citation : { ...citation, page: named };
    },
  };
}

async function checkQuote(deps: CheckDeps, quote: string, cited: Claim | undefined): Promise<Found> {
  const { finder, earlier } = deps;
  const places = cited === undefined ? [undefined] : await toPlaces(deps, cited);
  for (const within of places) {
    const place = await finder.find(quote, within);
    if (place === undefined) continue;
    const isThere =
      cited === undefined || (within?.path === place.path && isOn(place.lines, within.lines, cited.page !== undefined));
    if (isThere || within === places.at(-1)) return { verdict: isThere ? 'exact' : 'moved', ...place };
  }
  for (const state of earlier) if (await state.has(quote)) return { verdict: 'changed since' };
  const near = await finder.findNear(quote, places[0]);
  return near === undefined
    ? { verdict: 'not found' }
    : { verdict: 'near', path: near.path, lines: near.lines, near: near.text };
}

/** A quotation that crosses a page break is on both pages. */
function isOn(lines: readonly [number, number], place: readonly [number, number], isPage: boolean): boolean {
  return isPage ? lines[0] <= place[1] && lines[1] >= place[0] : isWithin(lines, place);
}

/** Keeps the cited lines of an exact place. */
function toCitation({ type, text, start, path, lines, ref, page }: Claim, found: Found): Citation {
  return {
    text,
    start,
    ...{ path, lines, ref },
    ...(page === undefined || found.lines !== undefined ? {} : { page: toAddressText(page) }),
    ...found,
    ...(type === 'place' && lines !== undefined && (found.verdict === 'exact' || found.verdict === 'exists')
      ? { lines }
      : {}),
  };
}

/** Texts read for one quotation. */
const MAX_READ = 8;
const MAX_WORDS = 24;
/** Share of a quotation's words that a chunk must contain: the rest may be in the next chunk. */
const MIN_SHARE = 0.6;

/** Joins the kept texts of the last states into one earlier state. Paths start with `prefix` when several collections are searched at once. */
async function openEarlierTexts(texts: ReplacedTexts, prefix = ''): Promise<Earlier | undefined> {
  const rows = (await texts.list()).map((row) => ({ ...row, path: prefix + row.path }));
  if (rows.length === 0) return undefined;
  const files = new Map<string, FoundRow[]>();
  const byName = new Map<string, Set<string>>();
  for (const row of rows) {
    const own = files.get(row.path);
    if (own === undefined) files.set(row.path, [row]);
    else own.push(row);
    const name = toBaseName(row.path);
    byName.set(name, (byName.get(name) ?? new Set()).add(row.path));
  }
  const findPaths = (name: string): string[] =>
    [...(byName.get(toBaseName(name)) ?? [])].filter((path) => path === name || path.endsWith(`/${name}`));

  /** Lists the chunks of the same file and state that touch this one, in order. */
  const listAround = (row: FoundRow): FoundRow[] => {
    const isBeside = (other: FoundRow): boolean =>
      toBatch(other) === toBatch(row) &&
      other.lines[0] <= row.lines[1] + MAX_GAP &&
      other.lines[1] >= row.lines[0] - MAX_GAP;
    return inOrder((files.get(row.path) ?? []).filter(isBeside));
  };
  const readAll = async (found: readonly FoundRow[]): Promise<{ startLine: number; text: string }[]> => {
    const read = await Promise.all(found.map((row) => texts.read(row)));
    return found.flatMap(({ lines }, i) => (read[i] === undefined ? [] : [{ startLine: lines[0], text: read[i] }]));
  };

  return {
    async has(quote) {
      const patterns = toPatterns(quote);
      for (const row of chooseRows(rows, quote)) {
        const passage = toPassage(await readAll(listAround(row)));
        if (patterns.some((pattern) => findPattern(pattern, passage, 1).length > 0)) return true;
      }
      return false;
    },
    hasFile: (name) => findPaths(name).length > 0,
    async readLines(name, [first, last]) {
      for (const path of findPaths(name)) {
        const own = files.get(path) ?? [];
        const [newest] = own.filter(({ lines }) => lines[0] <= first && lines[1] >= first);
        if (newest === undefined) continue;
        const on = own.filter(
          (row) => toBatch(row) === toBatch(newest) && row.lines[0] <= last && row.lines[1] >= first,
        );
        const lines = (await readAll(inOrder(on))).flatMap(({ startLine, text }) =>
          text.split('\n').filter((_, i) => startLine + i >= first && startLine + i <= last),
        );
        return lines.join('\n');
      }
      return undefined;
    },
    async readChunk(id) {
      const row = rows.find((other) => id.length >= MIN_ID_CHARS && other.id.startsWith(id));
      return row && texts.read(row);
    },
  };
}

/** Characters of a short id; a ref, which is valid in one state only, has fewer. */
const MIN_ID_CHARS = 12;
/** Blank lines allowed between two adjacent chunks. */
const MAX_GAP = 4;

const toBatch = ({ piece }: FoundRow): string => piece.slice(0, piece.lastIndexOf('/'));

function inOrder(rows: readonly FoundRow[]): FoundRow[] {
  return [...rows].sort((a, b) => a.lines[0] - b.lines[0]);
}

/** Returns the rows that may contain most of the words. The first and last word of a quotation may be parts of longer words. */
function chooseRows(rows: readonly FoundRow[], quote: string): FoundRow[] {
  const all = toWords(quote.replace(/\[\[secret:[^\]\n]{0,80}\]\]/g, ' '));
  const words = [...new Set(all.slice(1, -1))].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  const wanted = words.length === 0 ? all : words;
  return rows
    .map((row) => ({ row, held: countPossibleWords(row.filter, wanted) }))
    .filter(({ held }) => held >= wanted.length * MIN_SHARE)
    .sort((a, b) => b.held - a.held)
    .slice(0, MAX_READ)
    .map(({ row }) => row);
}

/** Makes another collection an earlier state of this one. */
function toEarlierCollection(parts: QuoteParts): Earlier {
  const { kernel, open } = parts;
  const finder = createQuoteFinder(parts);
  const files = createFileNames(open);
  return {
    has: async (quote) => (await finder.find(quote)) !== undefined,
    hasFile: (name) => files.find(name).length > 0,
    async readLines(name, lines) {
      const fileIndex = files.find(name).find((i) => lines[1] <= open.file(i).lineCount);
      return fileIndex === undefined ? undefined : finder.readLines({ path: open.file(fileIndex).path, lines });
    },
    async readChunk(id) {
      // A ref is valid in one state only.
      const ordinal = id.startsWith('c') && id.length < 12 ? undefined : await findOrdinal(kernel, open, id);
      return ordinal === undefined ? undefined : (await readChunk(kernel, open, ordinal)).content;
    },
  };
}
