import { compareUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import { RANKED_FIELDS, RANKING, type RankedField } from '../../model/ranking.ts';
import { MATCHED_KEY, type RankAnswer, type RankRequest } from '../contract.ts';
import type { Analyzer } from '../index/analyzer.ts';
import {
  checkWord,
  findForms,
  getSegment,
  type LookupWord,
  type OpenSegment,
  prepareWords,
  TERM_ROW_BYTES,
  throwIfDamaged,
  toLookup,
  type WantedForms,
} from '../index/shard-view.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import { guard } from '../memory/memory-views.ts';
import { type Group, isNameKey, type Kin, minusGroups, requiredGroups, toGroups } from './query-groups.ts';

const FLAG_WHOLE = 2;
const HIT_BYTES = 24;

/** Terms of one group in all shards: `row(shard)` is the address of `count` rows of the kernel's lookup. */
interface Resolved {
  readonly group: Group;
  readonly count: number;
  readonly row: (shard: number) => number;
  /** Number of chunks in all shards with any of the terms. */
  readonly df: number;
}

/** Uses counts, lengths and forms of all shards, so the result does not depend on how files are distributed over them. */
export function rank(runtime: IndexRuntime, analyzer: Analyzer, request: RankRequest): RankAnswer {
  const { exports, memory } = runtime;
  const blocks: number[] = [];
  try {
    return guard(() => {
      const files = countFiles(request);
      const fileHits = memory.alloc(files * 4);
      blocks.push(fileHits);
      memory.u8().fill(0, fileHits, fileHits + files * 4);
      const segments = request.shards.map(({ shard }) => getSegment(shard));
      const averages = RANKED_FIELDS.map((_, field) => average(segments, field)) as Averages;
      const resolve = (listed: readonly ListedGroup[]): Resolved[] => {
        const resolver = resolveGroups(runtime, segments, listed);
        blocks.push(resolver.block);
        return resolver.groups;
      };
      const plan =
        prepared.get(request) ?? makePlan(runtime, analyzer, segments, request.stemming, toParts(analyzer, request));
      const [scored, required, minus] = [resolve(plan.scored), resolve(plan.required), resolve(plan.minus)];
      const { prose, code } = request.secondaryToo ? { prose: 1, code: 1 } : RANKING.secondary;
      exports.rankBegin(...averages, prose, code, request.namesOnly ? 1 : 0, request.limit + request.offset);
      if (required.every(({ df }) => df > 0)) {
        const chunks = request.shards.reduce((sum, { shard }) => sum + shard.chunkCount, 0);
        const weights = toWeights(scored, (df) => idf(exports.log, chunks, df));
        const names = request.words.length === 1 ? toNameWeights(scored, weights) : [];
        request.shards.forEach(({ fileOrder, allow }, i) => {
          exports.rankShard((segments[i] as OpenSegment).ptr);
          scored.forEach(({ group, row, count, df }, g) => {
            const weight = weights[g] as number;
            if (df === 0) return;
            if (group.key !== undefined)
              exports.scoreKey(row(i), count, weight, group.word, MATCHED_KEY[group.key.kind]);
            else exports.scoreGroup(row(i), count, weight, group.stop ? 1 : 0, group.word);
          });
          for (const [field, weight] of names) exports.scoreField(field, weight);
          for (const { row, count } of required) exports.filterGroup(row(i), count, 1);
          for (const { row, count, df } of minus) if (df > 0) exports.filterGroup(row(i), count, 0);
          const orders = memory.put(new Uint8Array(fileOrder.buffer, fileOrder.byteOffset, fileOrder.byteLength));
          const allowed = allow === undefined ? 0 : memory.put(allow);
          exports.rankCollect(i, orders, fileHits, allowed);
          memory.free(orders);
          if (allowed !== 0) memory.free(allowed);
        });
      }
      throwIfDamaged(runtime);
      const hitsOfFiles = new Uint32Array(memory.take(fileHits, files * 4).buffer);
      return { ...readAnswer(runtime, request.offset), fileHits: hitsOfFiles, missing: findMissing(scored) };
    });
  } finally {
    for (const block of blocks) memory.free(block);
  }
}

/** Reads the postings of the request's terms in incomplete shards. */
export async function prepareRank(runtime: IndexRuntime, analyzer: Analyzer, request: RankRequest): Promise<void> {
  const segments = request.shards.map(({ shard }) => getSegment(shard));
  if (segments.every(({ blocks }) => blocks?.isComplete !== false)) return;
  const parts = toParts(analyzer, request);
  await prepareWords(runtime, segments, listAll(parts).flatMap(toLookupWords));
  const plan = guard(() => makePlan(runtime, analyzer, segments, request.stemming, parts));
  prepared.set(request, plan);
  const terms = listAll(plan).flatMap((listed) => listed.terms);
  // Terms of expanded forms may be in other parts of the dictionary.
  if (listAll(parts).some(({ expand, kin }) => expand !== undefined || kin !== undefined))
    await prepareWords(runtime, segments, terms.map(toWhole));
  const spans = guard(() => {
    const found = segments.map((): Span[] => []);
    const { block } = resolveTerms(runtime, segments, terms, (s, span) => found[s]?.push(span));
    runtime.memory.free(block);
    throwIfDamaged(runtime);
    return found;
  });
  await Promise.all(segments.map(({ blocks }, s) => blocks?.ensure(spans[s] as Span[])));
}

type Averages = [body: number, heading: number, symbol: number, path: number, title: number];

/** A key weighs a share of the words it belongs to, as far as they were found. */
function toWeights(scored: readonly Resolved[], toIdf: (df: number) => number): number[] {
  const own = scored.map(({ group, df }) => (df === 0 ? 0 : group.weight * toIdf(df)));
  return scored.map(({ group: { key, word } }, g) => {
    if (key === undefined) return own[g] as number;
    const sum = scored.reduce((all, { group }, i) => {
      const counts = group.key === undefined && (key.ofAll === true || group.word === word);
      return counts ? all + (own[i] as number) : all;
    }, 0);
    return key.share * sum;
  });
}

/** Returns the fields in which the word counts once more if it is the whole query, and how much. */
function toNameWeights(scored: readonly Resolved[], weights: readonly number[]): [field: number, weight: number][] {
  if (scored.filter(({ group }) => group.key === undefined && group.terms.length > 0).length !== 1) return [];
  const sum = scored.reduce((all, { group }, g) => (group.key === undefined ? all + (weights[g] as number) : all), 0);
  return Object.entries(RANKING.partOfName).map(([field, share]) => [
    RANKED_FIELDS.indexOf(field as RankedField),
    share * sum,
  ]);
}

function findMissing(scored: readonly Resolved[]): number[] {
  const found = new Set(scored.filter(({ group, df }) => group.expand && df > 0).map(({ group }) => group.word));
  const missing = scored.filter(({ group, df }) => group.isWhole && df === 0 && !found.has(group.word));
  return [...new Set(missing.map(({ group }) => group.word))];
}

function idf(log: (x: number) => number, chunks: number, df: number): number {
  return log(1 + (chunks - df + 0.5) / (df + 0.5));
}

/** Averages over the chunks with the field: if few have it, they would all seem long otherwise. */
function average(segments: readonly OpenSegment[], field: number): number {
  let sum = 0;
  let count = 0;
  for (const segment of segments) {
    sum += segment.sums[field] as number;
    count += segment.counts[field] as number;
  }
  return count === 0 ? 1 : sum / count;
}

type Term = Group['terms'][number];
type Row = [chunks: number, chunksAt: number, files: number, filesAt: number];

interface ListedGroup {
  readonly group: Group;
  readonly terms: readonly Term[];
}

/** Groups that score, groups that a hit must match, and groups that it must not. */
interface Parts<T> {
  readonly scored: readonly T[];
  readonly required: readonly T[];
  readonly minus: readonly T[];
}

function listAll<T>({ scored, required, minus }: Parts<T>): T[] {
  return [...scored, ...required, ...minus];
}

function toParts(analyzer: Analyzer, request: RankRequest): Parts<Group> {
  const { required, minus } = request;
  return {
    scored: toGroups(analyzer, request),
    required: required.flatMap((word) => requiredGroups(analyzer, word, request)),
    minus: minus.flatMap((word) => minusGroups(analyzer, word, request)),
  };
}

function toLookupWords({ terms, expand, kin }: Group): LookupWord[] {
  return [
    ...terms.map(toWhole),
    ...(expand === undefined ? [] : [toLookup(toWanted(expand))]),
    ...(kin === undefined ? [] : [toLookup(kin)]),
  ];
}

function toWhole({ text }: Term): LookupWord {
  return { text, how: 'whole' };
}

/** Plans of prepared requests, so that words are analysed and prefixes expanded once. */
const prepared = new WeakMap<RankRequest, Parts<ListedGroup>>();

function makePlan(
  runtime: IndexRuntime,
  analyzer: Analyzer,
  segments: readonly OpenSegment[],
  stemming: boolean,
  { scored, required, minus }: Parts<Group>,
): Parts<ListedGroup> {
  const toTerm = (form: string): string => (stemming ? analyzer.stem(form) : form);
  const list = (group: Group): ListedGroup => {
    const added = [
      ...(group.expand === undefined ? [] : expand(runtime, segments, group.expand, toTerm)),
      ...(group.kin === undefined ? [] : findKin(runtime, segments, group.kin, toTerm)),
    ].filter((text) => !group.terms.some((term) => term.text === text && !term.wholeOnly));
    return { group, terms: [...group.terms, ...added.map((text) => ({ text, wholeOnly: false }))] };
  };
  return { scored: scored.map(list), required: required.map(list), minus: minus.map(list) };
}

/** Returns the rows of all terms by shard, in a block that the caller frees. Calls `onSpan` with the postings of each term in its segment. */
function resolveTerms(
  runtime: IndexRuntime,
  segments: readonly OpenSegment[],
  terms: readonly Term[],
  onSpan: (shard: number, span: Span) => void,
): { block: number; shardBytes: number } {
  const { exports, memory } = runtime;
  const encoded = terms.map(({ text }) => toUtf8(text));
  const textBytes = encoded.reduce((sum, bytes) => sum + bytes.length, 0);
  const shardBytes = terms.length * TERM_ROW_BYTES;
  const block = memory.alloc(shardBytes * segments.length + textBytes);
  let text = block + shardBytes * segments.length;
  encoded.forEach((bytes, t) => {
    memory.u8().set(bytes, text);
    segments.forEach((segment, s) => {
      const { ptr, blocks } = segment;
      checkWord(runtime, segment, toWhole(terms[t] as Term));
      const row = block + s * shardBytes + t * TERM_ROW_BYTES;
      exports.resolveTerm(ptr, text, bytes.length, row);
      if (blocks?.isComplete !== false) return;
      const words = memory.u32();
      const [chunks, chunksAt, files, filesAt] = [2, 3, 4, 5].map((word) => words[(row >>> 2) + word] as number) as Row;
      // A single posting is stored in the dictionary.
      const start = chunks > 1 ? chunksAt : filesAt;
      if (chunks > 1 || files > 0) onSpan(s, [start - ptr, (exports.entryPostingsEnd() >>> 0) - ptr]);
    });
    text += bytes.length;
  });
  return { block, shardBytes };
}

function resolveGroups(
  runtime: IndexRuntime,
  segments: readonly OpenSegment[],
  listed: readonly ListedGroup[],
): { groups: Resolved[]; block: number } {
  const { exports, memory } = runtime;
  const terms = listed.flatMap((group) => group.terms);
  const { block, shardBytes } = resolveTerms(runtime, segments, terms, (s, [start, end]) => {
    if (segments[s]?.blocks?.has(start, end) === false) throw new Error('the postings were not read');
  });
  // Counting below may grow memory and detach this view, so all rows are read first.
  const words = memory.u32();
  const wordAt = (shard: number, term: number): number => (block + shard * shardBytes + term * TERM_ROW_BYTES) >>> 2;
  const isUseful = terms.map(({ wholeOnly }, t) => {
    const found = segments.some((_, s) => (words[wordAt(s, t) + 1] as number) > 0);
    const isWhole = segments.some((_, s) => ((words[wordAt(s, t)] as number) & FLAG_WHOLE) !== 0);
    return found && (isWhole || !wholeOnly);
  });
  isUseful.forEach((useful, t) => {
    if (useful) return;
    for (let s = 0; s < segments.length; s++) words.fill(0, wordAt(s, t), wordAt(s, t) + TERM_ROW_BYTES / 4);
  });
  let first = 0;
  const resolved = listed.map(({ group, terms: list }) => {
    const start = first;
    first += list.length;
    const useful = list.map((_, i) => start + i).filter((t) => isUseful[t]);
    const lone = useful.length === 1 ? (useful[0] as number) : start;
    const count = useful.length > 1 ? list.length : useful.length;
    const row = (shard: number): number => block + shard * shardBytes + lone * TERM_ROW_BYTES;
    return { group, count, row, df: countChunks(exports, segments, row, count) };
  });
  return { groups: resolved, block };
}

function countChunks(
  exports: IndexRuntime['exports'],
  segments: readonly OpenSegment[],
  row: (shard: number) => number,
  count: number,
): number {
  if (count === 0) return 0;
  return segments.reduce((sum, segment, s) => {
    if (count > 1) exports.rankShard(segment.ptr);
    return sum + exports.groupDf(row(s), count);
  }, 0);
}

/** Returns the terms of all forms with the prefix, or similar to the word, in any shard; in byte order. */
function expand(
  runtime: IndexRuntime,
  segments: readonly OpenSegment[],
  wanted: NonNullable<Group['expand']>,
  toTerm: (form: string) => string,
): string[] {
  const terms = new Set<string>();
  for (const segment of segments) {
    for (const { form, isPlain, isWhole } of findForms(runtime, segment, toWanted(wanted))) {
      if (isPlain) terms.add(toTerm(form));
      if (isWhole || isNameKey(form)) terms.add(form);
    }
  }
  return [...terms].sort(compareUtf8);
}

function toWanted({ form, fuzzy }: NonNullable<Group['expand']>): WantedForms {
  return fuzzy === 0 ? { form, how: 'beginning' } : { form, how: 'similar', edits: fuzzy };
}

/** Returns the terms of the plain words that are kin, in byte order. */
function findKin(
  runtime: IndexRuntime,
  segments: readonly OpenSegment[],
  kin: Kin,
  toTerm: (form: string) => string,
): string[] {
  const forms = new Set<string>();
  for (const segment of segments)
    for (const { form, isPlain } of findForms(runtime, segment, kin)) if (isPlain) forms.add(form);
  return [...new Set([...forms].filter(kin.isKin).map(toTerm))].sort(compareUtf8);
}

/** The last file of a shard has its highest position in the collection. */
function countFiles({ shards }: RankRequest): number {
  return Math.max(0, ...shards.map(({ fileOrder }) => (fileOrder.at(-1) ?? -1) + 1));
}

function readAnswer({ exports, memory }: IndexRuntime, offset: number): Omit<RankAnswer, 'fileHits' | 'missing'> {
  const at = exports.hitsFinish() >>> 0;
  const count = Math.max(0, exports.hitsCount() - offset);
  const bytes = memory.take(at + offset * HIT_BYTES, count * HIT_BYTES);
  const view = new DataView(bytes.buffer);
  const column = (byte: number): Uint32Array =>
    Uint32Array.from({ length: count }, (_, i) => view.getUint32(i * HIT_BYTES + byte, true));
  return {
    shard: column(16),
    chunk: column(12),
    score: Float64Array.from({ length: count }, (_, i) => view.getFloat64(i * HIT_BYTES, true)),
    total: exports.hitsTotal(),
    matched: column(20),
  };
}
