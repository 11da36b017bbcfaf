import type { Kernel, RankAnswer, RankRequest } from '../../kernel/contract.ts';
import { namesSecondary } from '../../kinds/secondary.ts';
import { toHex } from '../../lib/bytes.ts';
import type { Filters, Hit, SearchAnswer, SearchOptions } from '../../model/hit.ts';
import { LIMITS } from '../../model/limits.ts';
import { RANKING } from '../../model/ranking.ts';
import {
  classifyQuery,
  findCompounds,
  isQuotation,
  type QueryClass,
  type QuestionOptions,
  toMessageQuery,
  toQuestion,
} from '../../search/classify-query.ts';
import { countFacets } from '../../search/facets.ts';
import {
  createFileFilter,
  findOtherFilters,
  hasChunkFilters,
  hasFilters,
  isChunkExcluded,
  isNamedExactly,
  joinFilters,
  needsDates,
  needsNames,
  passesChunk,
} from '../../search/filters.ts';
import type { Stemmer } from '../../search/languages/stemmers.ts';
import { createMatcher } from '../../search/matcher.ts';
import {
  createStopTest,
  parseQuery,
  type Query,
  type QueryWord,
  toFuzzyWords,
  toPlainWord,
  toPrefixWords,
  toQueryWords,
} from '../../search/parse-query.ts';
import { createExactTest, createPhraseTest } from '../../search/phrase.ts';
import { loadReadable } from '../../search/snippet.ts';
import { hasOrder, multiplyScores } from '../../search/word-order.ts';
import type { OpenCollection, OpenShard, SearchedCollection } from '../open/faces.ts';
import { type Best, findLiteralChunks, findMessageChunks, findTemplateChunks, mapTexts } from './find-best.ts';
import { findLanguages, findStemmers, getFacetColumns, toNamedFiles } from './languages.ts';
import { rankWords } from './rank-words.ts';
import {
  type FoundChunk,
  type HitContext,
  placeOf,
  prepareFound,
  toFound,
  toHit,
  toOrderChunk,
  toOrdinal,
} from './to-hit.ts';

interface RunSearchOptions extends SearchOptions {
  /** Called between reads: true ends the search with `dropped`. */
  readonly isStale?: () => boolean;
  /** Whether a file may have hits, in addition to the filters. */
  readonly allows?: (fileIndex: number) => boolean;
  /** The number of a file's collection if several are joined: they may share chunks. */
  readonly memberOf?: (fileIndex: number) => number;
  /** Ranks only by the words, for packs and quotations. */
  readonly wordsOnly?: boolean;
}

const DEFAULT_LIMIT = 20;

/** Runs a search: query language, filters, ranking, phrases, snippets. No query throws. */
export async function runSearch(
  kernel: Kernel,
  open: SearchedCollection,
  text: string,
  options: RunSearchOptions = {},
): Promise<SearchAnswer> {
  const limit = toCount(options.limit ?? DEFAULT_LIMIT, LIMITS.maxHits);
  const search = await toSearch(kernel, open, text, { ...options, limit });
  const { seq } = options;
  const isListed = options.fold || options.memberOf !== undefined;
  const found: FoundRows | undefined = await (isListed ? findRows(search, options.fold === true) : findChunks(search));
  const hits = found && (await readHits(search, found));
  if (found === undefined || hits === undefined) return { ...NOTHING, dropped: true, seq };
  const instead = found.total > 0 || open.isRemote ? [] : await findOtherFilters(toNamedFiles(open), search.filters);
  return {
    hits,
    total: found.total,
    ...(found.all === undefined ? {} : { all: found.all }),
    ...(isListed ? { rows: found.rows } : {}),
    partial: found.partial || open.incomplete,
    ...toDateNotes(search),
    fuzzy: found.fuzzy,
    facets: countFacets(getFacetColumns(open), found.fileHits, open.pathOf),
    ...(instead.length === 0 ? {} : { instead }),
    seq,
  };
}

/** Returns the best chunks for a query without their texts, more than a page of them. */
export async function rankChunks(
  kernel: Kernel,
  open: SearchedCollection,
  text: string,
  options: Pick<RunSearchOptions, 'filters' | 'allows' | 'exact'> & { readonly limit: number },
): Promise<readonly FoundChunk[]> {
  return (await findChunks(await toSearch(kernel, open, text, { ...options, wordsOnly: true })))?.chunks ?? [];
}

/** Ranks chunks for a question in prose, whose words may differ from its answer's. */
export async function rankQuestion(
  kernel: Kernel,
  open: SearchedCollection,
  text: string,
  options: QuestionOptions & Pick<RunSearchOptions, 'allows'>,
): Promise<readonly FoundChunk[]> {
  const search = await toSearch(kernel, open, text, { ...options, wordsOnly: true });
  const terms = options.compounds ? findCompounds(kernel, search.query, open.collection.settings.stemming) : [];
  const found = await findChunks({
    ...search,
    query: options.quotes ? toQuestion(search.query) : search.query,
    terms: terms.map((term) => ({ text: term, weight: 1 })),
  });
  return found?.chunks ?? [];
}

async function toSearch(
  kernel: Kernel,
  open: SearchedCollection,
  text: string,
  options: RunSearchOptions & { readonly limit: number },
): Promise<Search> {
  const typed = parseQuery(text, { typing: options.typing === true && !options.exact?.word });
  const type = options.wordsOnly ? undefined : classifyQuery(text, typed);
  const query = type?.kind === 'message' ? toMessageQuery(type, typed) : typed;
  const filters = joinFilters(query.filters, options.filters ?? {});
  const asksDates = options.sort === 'date' || needsDates(filters) || needsDates(query.minusFilters);
  const isStopWord = createStopTest(findLanguages(open));
  return {
    kernel,
    open,
    query,
    type,
    isStopWord,
    words: toQueryWords(kernel, query, isStopWord),
    stemmers: await findStemmers(open),
    filters,
    dates: asksDates ? await open.readDates() : undefined,
    newestFirst: options.sort === 'date',
    exact: options.exact,
    limit: options.limit,
    offset: toCount(options.offset ?? 0, open.totalChunks),
    isStale: options.isStale ?? (() => false),
    allows: options.allows,
    memberOf: options.memberOf,
  };
}

function toDateNotes({ query: { badDates }, dates }: Search): Pick<SearchAnswer, 'badDates' | 'undated'> {
  const undated = dates?.reduce((count, date) => count + Number(Number.isNaN(date)), 0) ?? 0;
  return { ...(badDates === undefined ? {} : { badDates }), ...(undated === 0 ? {} : { undated }) };
}

const NOTHING: SearchAnswer = { hits: [], total: 0, partial: false, fuzzy: false };

interface Search {
  readonly kernel: Kernel;
  readonly open: SearchedCollection;
  readonly query: Query;
  /** Undefined if only the words count. */
  readonly type: QueryClass | undefined;
  readonly isStopWord: (word: string) => boolean;
  readonly words: readonly QueryWord[];
  readonly stemmers: readonly Stemmer[];
  /** Also matches compounds that end with a word. */
  readonly compounds?: boolean;
  /** Terms scored in addition to the words. */
  readonly terms?: RankRequest['terms'];
  readonly filters: Filters;
  /** By file, if they are asked for. */
  readonly dates: Float64Array | undefined;
  readonly newestFirst: boolean;
  readonly exact: SearchOptions['exact'];
  readonly limit: number;
  readonly offset: number;
  readonly isStale: () => boolean;
  readonly allows: RunSearchOptions['allows'];
  readonly memberOf: RunSearchOptions['memberOf'];
}

interface Found {
  readonly chunks: readonly FoundChunk[];
  readonly total: number;
  /** The first chunks, which have everything that was typed; undefined for one word. */
  readonly all?: number;
  readonly partial: boolean;
  readonly fuzzy: boolean;
  readonly compounds?: boolean;
  /** The words as they were matched. */
  readonly words: readonly QueryWord[];
  /** Indexes of identifiers that occur nowhere in this spelling. */
  readonly missing: readonly number[];
  /** Hits by file index. */
  readonly fileHits: Uint32Array;
}

function toCount(value: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(0, Math.floor(value))) : max;
}

/** Growth of the ranking per attempt, until it has enough rows: one file may have thousands of the best chunks. */
const FOLD_FACTOR = 4;

interface FoundRows extends Found {
  /** Rows on all pages, if some were dropped. */
  readonly rows?: number;
}

/** Chunks compared at a time: reading the rows of chunks that no page shows would cost as much as the hits. */
const COMPARED_ROWS = 16;

/** Limits the rows of one file, whose last row has the number of rows folded under it, and lets chunks with the same content share a row [P10]. */
async function findRows(search: Search, isFolded: boolean): Promise<FoundRows | undefined> {
  const { open, memberOf } = search;
  const wanted = search.offset + search.limit;
  // On a host, one collection keeps repeats: their rows would have to be fetched.
  const isCompared = memberOf !== undefined || !open.isRemote;
  const perFile = isFolded ? LIMITS.foldedHits : Number.POSITIVE_INFINITY;
  for (let limit = wanted * FOLD_FACTOR; ; limit *= FOLD_FACTOR) {
    const found = await findChunks({ ...search, limit, offset: 0 });
    if (found === undefined) return undefined;
    const rows: FoundChunk[] = [];
    const rowOf = new Map<string, number>();
    const shown = new Map<number, number>();
    let [seen, repeats] = [0, 0];
    while (seen < found.chunks.length && rows.length < wanted) {
      const batch = found.chunks.slice(seen, seen + COMPARED_ROWS);
      if (isCompared) await prepareFound(open, batch);
      for (const chunk of batch) {
        const { fileIndex } = chunk;
        const content = isCompared ? toHex(chunk.row().contentHash) : `${seen}`;
        seen++;
        const row = rowOf.get(content);
        if (row !== undefined) {
          const same = rows[row];
          if (same !== undefined) rows[row] = { ...same, copies: (same.copies ?? 1) + 1 };
          repeats++;
          continue;
        }
        const count = (shown.get(fileIndex) ?? 0) + 1;
        shown.set(fileIndex, count);
        rowOf.set(content, count > perFile ? -1 : rows.length);
        const folded = (found.fileHits[fileIndex] as number) - perFile;
        if (count <= perFile) rows.push(count === perFile && folded > 0 ? { ...chunk, folded } : chunk);
      }
    }
    const isAll = found.chunks.length < limit;
    if (rows.length < wanted && !isAll) continue;
    const counted = isFolded ? countRows(found.fileHits) : found.total;
    const isWhole = isAll && seen === found.chunks.length;
    return { ...found, chunks: rows.slice(search.offset, wanted), rows: isWhole ? rows.length : counted - repeats };
  }
}

/** With fewer, compounds are searched too, which reads all dictionaries: a page of results. */
const ENOUGH_HITS = 20;

async function findChunks(search: Search): Promise<Found | undefined> {
  return search.newestFirst && search.limit > 0 ? findNewest(search) : findBestFirst(search);
}

/** Sorts by date: hits with everything that was typed before the others, of which only the best ones are sorted. */
async function findNewest(search: Search): Promise<Found | undefined> {
  const { dates, offset, limit } = search;
  const found = await findBestFirst({ ...search, limit: LIMITS.maxSorted, offset: 0 });
  if (found === undefined) return undefined;
  const isVague = found.fuzzy || (found.all === undefined && isSentence(found.words));
  const sorted = isVague ? LIMITS.maxHits : found.chunks.findIndex(({ some }) => some);
  const first = sorted < 0 ? found.chunks : found.chunks.slice(0, sorted);
  const dateOf = ({ fileIndex }: FoundChunk): number => dates?.[fileIndex] || 0;
  const newest = [...first].sort((a, b) => dateOf(b) - dateOf(a));
  const chunks = [...newest, ...found.chunks.slice(first.length)];
  return { ...found, chunks: chunks.slice(offset, offset + limit) };
}

async function findBestFirst(search: Search): Promise<Found | undefined> {
  const { open, filters, query } = search;
  // Filters by heading or symbol check every chunk.
  if (hasChunkFilters(filters) || hasChunkFilters(query.minusFilters)) await open.complete();
  if (needsNames(filters) || needsNames(query.minusFilters)) await open.completeFiles();
  if (search.words.length === 0) return listAndVerify(search);
  const allow = toAllow(search);
  const found = await findWords(search, allow);
  if (found?.total !== 0 || query.phrases.length === 0 || search.type === undefined || search.exact !== undefined)
    return found;
  const relaxed = await findWords({ ...search, query: toQuestion(query) }, allow);
  return relaxed && { ...relaxed, all: 0 };
}

async function findWords(search: Search, allow: readonly Uint8Array[] | undefined): Promise<Found | undefined> {
  const { words } = search;
  const exact = await rankAndVerify(search, words, allow);
  if (exact === undefined || exact.partial || search.exact !== undefined) return exact;
  if (exact.total < ENOUGH_HITS && !search.compounds && search.stemmers.some(({ hasCompounds }) => hasCompounds)) {
    const found = await rankAndVerify({ ...search, compounds: true }, words, allow);
    if (found === undefined || found.total > exact.total) return found && { ...found, compounds: true };
  }
  const { type } = search;
  // The value of a message need not occur.
  const isMessage = type?.kind === 'message' || (type?.kind === 'words' && type.template && Number(exact.all) > 0);
  const retries = exact.missing.length > 0 && !isMessage;
  if (exact.total > 0) return retries ? findMissing(search, exact, allow) : exact;
  const similar = await rankAndVerify(search, toFuzzyWords(words), allow);
  return similar && { ...similar, fuzzy: similar.total > 0 };
}

/** Retries identifiers that only match in parts: as prefixes, then by similar spellings. */
async function findMissing(
  search: Search,
  exact: Found,
  allow: readonly Uint8Array[] | undefined,
): Promise<Found | undefined> {
  const isMissing = (_: QueryWord, i: number): boolean => exact.missing.includes(i);
  for (const soften of [toPrefixWords, toFuzzyWords]) {
    const words = exact.words.map((word, i) => (isMissing(word, i) ? (soften([word])[0] as QueryWord) : word));
    const found = await rankAndVerify(search, words, allow);
    if (found === undefined || found.missing.length === 0) return found && { ...found, fuzzy: true };
  }
  return exact;
}

async function rankAndVerify(
  search: Search,
  words: readonly QueryWord[],
  allow: readonly Uint8Array[] | undefined,
): Promise<Found | undefined> {
  const { query, limit, offset } = search;
  const required = query.phrases.slice(0, LIMITS.maxPhrases);
  const isRequired = search.type === undefined || isQuotation(query);
  const verifies = (required.length > 0 && isRequired) || query.minusPhrases.length > 0 || search.exact !== undefined;
  if (verifies) {
    // A whole word has all its parts in the index.
    const whole = search.exact?.word === true ? query.words.map(({ text }) => text) : [];
    const answer = await rank(search, words, allow, {
      required: [...required, ...whole],
      limit: LIMITS.maxPhraseCandidates,
    });
    return verify(search, words, toFound(search.open, answer), answer);
  }
  const best = await findBest(search, words, allow);
  if (best === undefined) return undefined;
  const end = offset + limit;
  const lifts = search.type?.kind === 'words' && isSentence(words) && limit > 0 && offset < LIMITS.maxLifted;
  const orders = isPutInOrder({ ...search, offset: lifts ? 0 : offset - best.chunks.length }, words);
  const left = Math.max(0, end - best.chunks.length);
  // Without chunks before them, only a page of the ranking is needed.
  const isPage = best.chunks.length === 0 && !orders && !lifts;
  const answer = await rank(search, words, allow, {
    ...(isPage
      ? { limit, offset }
      : { limit: left === 0 ? 0 : best.chunks.length + Math.max(lifts ? LIMITS.maxLifted : LIMITS.maxOrdered, left) }),
  });
  const listed = new Set(best.chunks.map((chunk) => toOrdinal(search.open, chunk)));
  const others = toFound(search.open, answer).filter((chunk) => !listed.has(toOrdinal(search.open, chunk)));
  const ordered = orders && left > 0 ? await putInOrder(search, words, others) : others;
  if (ordered === undefined) return undefined;
  const rest = lifts ? liftByFile(ordered) : ordered;
  const { all } = best;
  const chunks = [...best.chunks, ...(all === undefined ? rest : rest.map((chunk) => ({ ...chunk, some: true })))];
  return {
    chunks: isPage ? chunks : chunks.slice(offset, end),
    total: answer.total,
    ...(all === undefined ? {} : { all }),
    partial: best.partial === true,
    fuzzy: false,
    words,
    missing: answer.missing,
    fileHits: answer.fileHits,
  };
}

function rank(
  search: Search,
  words: readonly QueryWord[],
  allow: readonly Uint8Array[] | undefined,
  page: { readonly limit: number; readonly offset?: number; readonly required?: readonly string[] },
): Promise<RankAnswer> {
  return rankWords(search.kernel, search.open, {
    ...{ words, allow, minus: search.query.minus, stemmers: search.stemmers, compounds: search.compounds === true },
    ...{ terms: search.terms, secondaryToo: isSecondaryNamed(search), required: [], offset: 0 },
    ...page,
  });
}

/** Finds the chunks that have what was typed, which depends on the class of the query. */
async function findBest(
  search: Search,
  words: readonly QueryWord[],
  allow: readonly Uint8Array[] | undefined,
): Promise<Best | undefined> {
  const { type } = search;
  if (type === undefined || words.some(({ fuzzy }) => fuzzy > 0)) return { chunks: [] };
  const context = {
    ...search,
    words,
    secondaryToo: isSecondaryNamed(search),
    rank: (required: readonly string[], limit: number) => rank(search, words, allow, { required, limit }),
    allows: (shard: number, chunk: number) => isAllowed(allow, shard, chunk),
  };
  if (type.kind === 'words') {
    const best = await findAllWords(search, words, allow);
    if (best?.chunks.length !== 0 || type.template === undefined) return best;
    const said = await findTemplateChunks(context, type.template);
    return said?.chunks.length === 0 ? best : said;
  }
  return type.kind === 'literal' ? findLiteralChunks(context, type.literal) : findMessageChunks(context, type);
}

/** Finds the chunks with all words but stop words; none if there is only one. */
async function findAllWords(
  search: Search,
  words: readonly QueryWord[],
  allow: readonly Uint8Array[] | undefined,
): Promise<Best | undefined> {
  const { query, kernel, open } = search;
  const telling = words.filter(isTelling).map(({ text }) => text);
  if (words.length < 2 || isSentence(words) || words.some(({ line }) => line > 0)) return { chunks: [] };
  const end = Math.max(LIMITS.maxOrdered, search.offset + search.limit);
  const limit = query.phrases.length > 0 ? LIMITS.maxPhraseCandidates : end;
  const findAll = (required: readonly string[]) =>
    rank(search, words, allow, { required: [...required, ...query.phrases], limit });
  let answer = await findAll(telling);
  const isHalfTyped = answer.total === 0 && words.at(-1)?.prefix === true;
  if (isHalfTyped) answer = await findAll(telling.slice(0, -1));
  let chunks: readonly FoundChunk[] = toFound(open, answer);
  if (isHalfTyped) chunks = chunks.filter(({ matched }) => isMatched(matched, words.length - 1));
  if (query.phrases.length > 0) {
    const test = createPhraseTest(kernel, { required: query.phrases.slice(0, LIMITS.maxPhrases), excluded: [] });
    const read = await mapTexts(search, chunks, (chunk, text) => ({ ...chunk, text }));
    if (read === undefined) return undefined;
    chunks = read.filter(({ text, row }) => test([text, ...row().headingPath]));
  }
  const ordered = isPutInOrder(search, words) ? await putInOrder(search, words, chunks) : chunks;
  return ordered && { chunks: ordered, all: query.phrases.length > 0 || isHalfTyped ? chunks.length : answer.total };
}

/** Words whose matches a hit tells (`RankAnswer.matched`), and the bits of one. */
const MATCHED_WORDS = 6;
const FIELD_BITS = 5;

function isMatched(matched: number, word: number): boolean {
  return word >= MATCHED_WORDS || ((matched >>> (word * FIELD_BITS)) & ((1 << FIELD_BITS) - 1)) !== 0;
}

/** A longer query is a sentence, of which no chunk has every word, and the one that does is rarely the answer. */
const MAX_STRICT = 4;

function isSentence(words: readonly QueryWord[]): boolean {
  return words.filter(isTelling).length > MAX_STRICT || words.filter(({ unmarked }) => unmarked).length > 1;
}

/** The index has no single letters of a name: `x ref role` is XRefRole. */
function isTelling({ unmarked, text }: QueryWord): boolean {
  return !unmarked && !/^[a-z]$/i.test(text);
}

/** Lifts the best chunk of each file by the scores of its next ones, each counting half of the one before: the file of an answer has more about it. */
function liftByFile(chunks: readonly FoundChunk[]): readonly FoundChunk[] {
  const first = chunks.slice(0, LIMITS.maxLifted).sort((a, b) => b.score - a.score);
  const lifts = new Map<number, { share: number; score: number }>();
  for (const { fileIndex, score } of first) {
    const lift = lifts.get(fileIndex) ?? { share: 0, score: 0 };
    lift.score += lift.share * score;
    lift.share = lift.share === 0 ? RANKING.nextOfFile : lift.share / 2;
    lifts.set(fileIndex, lift);
  }
  const lifted = first.map((chunk) => {
    const score = chunk.score + (lifts.get(chunk.fileIndex)?.score ?? 0);
    lifts.delete(chunk.fileIndex);
    return { ...chunk, score };
  });
  return [...lifted.sort((a, b) => b.score - a.score), ...chunks.slice(LIMITS.maxLifted)];
}

function isAllowed(allow: readonly Uint8Array[] | undefined, shard: number, chunk: number): boolean {
  const bits = allow?.[shard];
  return bits === undefined || (((bits[chunk >> 3] as number) >> (chunk & 7)) & 1) === 1;
}

/** Whether word order is checked; past these chunks only the ranking counts. */
function isPutInOrder({ kernel, limit, offset }: Search, words: readonly QueryWord[]): boolean {
  return limit > 0 && offset < LIMITS.maxOrdered && hasOrder(kernel, words);
}

/** Takes `chunks` from the first one on, whatever the page, so that pages agree. */
async function putInOrder(
  search: Search,
  words: readonly QueryWord[],
  chunks: readonly FoundChunk[],
): Promise<readonly FoundChunk[] | undefined> {
  const { kernel } = search;
  if (chunks.length === 0) return chunks;
  const best = await mapTexts(search, chunks.slice(0, LIMITS.maxOrdered), (chunk, text) => ({ ...chunk, text }));
  if (best === undefined) return undefined;
  const factors = kernel.orderFactors(
    words,
    best.map((chunk) => toOrderChunk(search.open, chunk)),
  );
  return [...multiplyScores(best, factors), ...chunks.slice(LIMITS.maxOrdered)];
}

/** Phrases count as words. */
function isSecondaryNamed({ query, filters }: Search): boolean {
  return namesSecondary([...query.words.map(({ text }) => text), ...(filters.path ?? [])]);
}

/** Reads candidates in score order and keeps those with every phrase and exact word, and none of the excluded phrases. */
async function verify(
  search: Search,
  words: readonly QueryWord[],
  candidates: readonly FoundChunk[],
  answer: Pick<RankAnswer, 'total' | 'missing'>,
): Promise<Found | undefined> {
  const { kernel, open, query, limit, offset } = search;
  const required = query.phrases.slice(0, LIMITS.maxPhrases);
  const excluded = query.minusPhrases.slice(0, LIMITS.maxPhrases);
  const hasMorePhrases = required.length < query.phrases.length || excluded.length < query.minusPhrases.length;
  const test = createPhraseTest(kernel, { required, excluded });
  const kept: FoundChunk[] = [];
  const fileHits = new Uint32Array(open.fileCount);
  const isExact =
    search.exact &&
    createExactTest(
      query.words.map(({ text }) => text),
      search.exact,
    );
  const holds = (chunk: FoundChunk, text: string): boolean => {
    const texts = [text, ...chunk.row().headingPath];
    return isExact?.(texts) !== false && test(texts);
  };
  const verdicts = await mapTexts(search, candidates, holds);
  if (verdicts === undefined) return undefined;
  candidates.forEach((chunk, i) => {
    if (!verdicts[i]) return;
    kept.push(chunk);
    fileHits[chunk.fileIndex] = (fileHits[chunk.fileIndex] as number) + 1;
  });
  const ordered = isPutInOrder(search, words) ? await putInOrder(search, words, kept) : kept;
  if (ordered === undefined) return undefined;
  return {
    chunks: ordered.slice(offset, offset + limit),
    total: kept.length,
    partial: hasMorePhrases || answer.total > candidates.length,
    fuzzy: false,
    words,
    missing: answer.missing,
    fileHits,
  };
}

/** Checks excluded phrases against the text, like required ones. */
async function listAndVerify(search: Search): Promise<Found | undefined> {
  if (search.query.minusPhrases.length === 0) return listChunks(search);
  const all = await listChunks({ ...search, limit: LIMITS.maxPhraseCandidates, offset: 0 });
  return verify(search, [], all.chunks, all);
}

/** Lists everything that passes, in path order, when there are only filters or excluded words. */
async function listChunks(search: Search): Promise<Found> {
  const { open, filters, query, limit, offset } = search;
  const empty: Found = {
    chunks: [],
    total: 0,
    partial: false,
    fuzzy: false,
    words: [],
    missing: [],
    fileHits: new Uint32Array(open.fileCount),
  };
  const asked =
    hasFilters(filters) || hasFilters(query.minusFilters) || query.minus.length > 0 || query.minusPhrases.length > 0;
  // Words without a letter or digit match nothing.
  if (!asked || query.words.length > 0) return empty;
  const allow = toAllow(search);
  const banned = await toBanned(search);
  const passes = (s: number, chunk: number): boolean =>
    isAllowed(allow, s, chunk) && !(banned.size > 0 && banned.has(`${s}:${chunk}`));
  const page = listNamedFirst(search, passes, { offset, limit });
  const chunks = page.chunks.map(({ shard, chunk }) => ({ ...placeOf(open, shard, chunk), score: 0, matched: 0 }));
  return { ...empty, chunks, total: page.total, fileHits: page.fileHits };
}

/** With a symbol filter, lists chunks that define exactly that symbol before those that match its prefix. */
function listNamedFirst(
  { open, filters }: Search,
  passes: (shard: number, chunk: number) => boolean,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ListPage {
  const { symbol = [] } = filters;
  if (symbol.length === 0) return listPage(open, passes, { offset, limit });
  const isNamed = (s: number, chunk: number): boolean =>
    isNamedExactly(symbol, (open.shards[s] as OpenShard).shard.chunk(chunk));
  const all = listPage(open, passes, { offset: 0, limit: 0 });
  const named = listPage(open, (s, chunk) => passes(s, chunk) && isNamed(s, chunk), { offset, limit });
  const left = { offset: Math.max(0, offset - named.total), limit: limit - named.chunks.length };
  const others = listPage(open, (s, chunk) => passes(s, chunk) && !isNamed(s, chunk), left);
  return { ...all, chunks: [...named.chunks, ...others.chunks] };
}

/** Returns the chunks with an excluded word, when no other word ranks. */
async function toBanned(search: Search): Promise<ReadonlySet<string>> {
  if (search.query.minus.length === 0) return new Set();
  const answer = await rankWords(search.kernel, search.open, {
    words: search.query.minus.map(toPlainWord),
    allow: undefined,
    ...{ minus: [], required: [], secondaryToo: isSecondaryNamed(search), stemmers: search.stemmers, compounds: false },
    ...{ limit: search.open.totalChunks, offset: 0 },
  });
  return new Set(Array.from(answer.chunk, (chunk, i) => `${answer.shard[i]}:${chunk}`));
}

async function readHits(search: Search, found: Found): Promise<Hit[] | undefined> {
  const { kernel, open } = search;
  const toReadable = await loadReadable();
  const toContext = (stemming: boolean): HitContext => {
    const { stemmers } = search;
    const matcher = createMatcher(kernel, found.words, { stemming, stemmers, compounds: found.compounds === true });
    return { kernel, open, matcher, words: found.words, secondaryToo: isSecondaryNamed(search), toReadable };
  };
  const { stemming: common } = open.collection.settings;
  const contexts = { stemmed: toContext(true), plain: toContext(false) };
  return mapTexts(search, found.chunks, (chunk, text) => {
    const { stemming = common } = open.shards[chunk.shard] as OpenShard;
    return toHit(stemming ? contexts.stemmed : contexts.plain, chunk, text);
  });
}

interface Allowing {
  readonly open: SearchedCollection;
  readonly query: Query;
  readonly filters: Filters;
  readonly allows: ((fileIndex: number) => boolean) | undefined;
  readonly dates: Float64Array | undefined;
}

/** Returns one bit set per shard; undefined if everything may be found. */
function toAllow({ open, filters, query, allows, dates }: Allowing): readonly Uint8Array[] | undefined {
  const minus = query.minusFilters;
  if (!hasFilters(filters) && !hasFilters(minus) && allows === undefined) return undefined;
  const passesFile = createFileFilter(toNamedFiles(open, dates), filters, minus);
  const byChunk = hasChunkFilters(filters) || hasChunkFilters(minus);
  return open.shards.map(({ shard, fileOrder }) => {
    const bits = new Uint8Array((shard.chunkCount + 7) >> 3);
    fileOrder.forEach((fileIndex, file) => {
      if (allows?.(fileIndex) === false || !passesFile(fileIndex)) return;
      const end = shard.fileStarts[file + 1] as number;
      for (let chunk = shard.fileStarts[file] as number; chunk < end; chunk++) {
        if (byChunk) {
          const names = shard.chunk(chunk);
          if (!passesChunk(names, filters) || isChunkExcluded(names, minus)) continue;
        }
        bits[chunk >> 3] = (bits[chunk >> 3] as number) | (1 << (chunk & 7));
      }
    });
    return bits;
  });
}

interface ListPage {
  /** Chunks in path order. */
  readonly chunks: readonly { readonly shard: number; readonly chunk: number }[];
  readonly total: number;
  /** Hits by file index. */
  readonly fileHits: Uint32Array;
}

/** Lists the chunks that pass, from number `offset` on. Counts first, so that the others need no memory. */
function listPage(
  open: Pick<OpenCollection, 'fileCount' | 'shards'>,
  passes: (shard: number, chunk: number) => boolean,
  { offset, limit }: { offset: number; limit: number },
): ListPage {
  const fileHits = new Uint32Array(open.fileCount);
  let total = 0;
  eachChunk(open, (shard, chunk, fileIndex) => {
    if (!passes(shard, chunk)) return;
    fileHits[fileIndex] = (fileHits[fileIndex] as number) + 1;
    total++;
  });
  const { first, last, skip } = findFiles(fileHits, offset, limit);
  const found: { fileIndex: number; shard: number; chunk: number }[] = [];
  eachChunk(open, (shard, chunk, fileIndex) => {
    if (fileIndex >= first && fileIndex <= last && passes(shard, chunk)) found.push({ fileIndex, shard, chunk });
  });
  found.sort((a, b) => a.fileIndex - b.fileIndex || a.chunk - b.chunk);
  return { chunks: found.slice(skip, skip + limit), total, fileHits };
}

function eachChunk(
  { shards }: Pick<OpenCollection, 'shards'>,
  visit: (shard: number, chunk: number, fileIndex: number) => void,
): void {
  shards.forEach(({ shard, fileOrder }, s) => {
    fileOrder.forEach((fileIndex, file) => {
      const end = shard.fileStarts[file + 1] as number;
      for (let chunk = shard.fileStarts[file] as number; chunk < end; chunk++) visit(s, chunk, fileIndex);
    });
  });
}

/** Finds the files with hits `offset` to `offset + limit`, and the number of their hits to skip. */
function findFiles(
  fileHits: Uint32Array,
  offset: number,
  limit: number,
): { first: number; last: number; skip: number } {
  let before = 0;
  let first = 0;
  while (first < fileHits.length && before + (fileHits[first] as number) <= offset)
    before += fileHits[first++] as number;
  let last = first;
  for (let hits = before; last < fileHits.length; last++) {
    hits += fileHits[last] as number;
    if (hits >= offset + limit) break;
  }
  return { first, last, skip: offset - before };
}

function countRows(fileHits: Uint32Array): number {
  let rows = 0;
  for (const hits of fileHits) rows += Math.min(hits, LIMITS.foldedHits);
  return rows;
}
