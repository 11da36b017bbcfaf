import { fromShortUtf8, fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { createSpanBlocks, type SpanBlocks } from '../../lib/rows/span-blocks.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import { RANKED_FIELDS } from '../../model/ranking.ts';
import type { ChunkRow, Shard, ShardBytes, ShardFiles } from '../contract.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import { guard } from '../memory/memory-views.ts';
import type { Analyzer } from './analyzer.ts';
import { openTable, type Table } from './shard-table.ts';

const FLAG_PLAIN = 1;
const FLAG_WHOLE = 2;

export function openShard(runtime: IndexRuntime, analyzer: Analyzer, bytes: ShardBytes): Shard {
  const { memory } = runtime;
  const { segment } = bytes;
  const ptr = memory.put(segment);
  return assemble(runtime, analyzer, { ptr, length: segment.length, close: () => memory.free(ptr) }, (fileStarts) =>
    openTable(bytes.table, fileStarts),
  );
}

const HEAD_BYTES = 100;
/** Words of the head: offsets of dictionary and postings. */
const [DICTIONARY, POSTINGS] = [22, 23];
/** Words of the head: total lengths, numbers of chunks or files with the field, and offsets. */
const [SUMS, COUNTS, FILE_STARTS, BODY_LENGTHS, CLASSES] = [4, 9, 14, 15, 20];

export async function openShardFiles(runtime: IndexRuntime, analyzer: Analyzer, files: ShardFiles): Promise<Shard> {
  const { memory } = runtime;
  const { segment } = files;
  const ptr = memory.alloc(segment.length);
  let isOpen = true;
  const blocks = createSpanBlocks(segment, (bytes, at) => {
    if (isOpen) memory.u8().set(bytes, ptr + at);
  });
  const close = (): void => {
    isOpen = false;
    memory.free(ptr);
  };
  try {
    await blocks.ensure([[0, HEAD_BYTES]]);
    await blocks.ensure([[0, Math.min(runtime.exports.frontBytes(ptr) >>> 0, segment.length)]]);
  } catch (error) {
    close();
    throw error;
  }
  const place = { ptr, length: segment.length, close, blocks };
  if ('rows' in files) return assemble(runtime, analyzer, place, () => ({ ...files.rows, bytes: 0 }));
  // Blocks are written to their place; the bytes between them are zero and never read.
  const { table } = files;
  const tableBytes = new Uint8Array(table.length);
  const tableBlocks = createSpanBlocks(table, (bytes, at) => tableBytes.set(bytes, at));
  return assemble(runtime, analyzer, { ...place, tableBlocks }, (fileStarts) =>
    openTable(tableBytes, fileStarts, tableBlocks),
  );
}

/** Address of a segment, and the parts read so far if it is incomplete. */
interface Place {
  readonly ptr: number;
  readonly length: number;
  readonly close: () => void;
  readonly blocks?: SpanBlocks;
  readonly tableBlocks?: SpanBlocks;
}

function assemble(
  runtime: IndexRuntime,
  analyzer: Analyzer,
  place: Place,
  toTable: (fileStarts: Uint32Array) => Omit<Table, 'places' | 'hashes'>,
): Shard {
  const { exports, memory } = runtime;
  const { ptr, length, blocks, tableBlocks } = place;
  if (exports.isSegment(ptr, length) === 0) {
    place.close();
    throw new AppError('store/damaged', 'the bytes are not a segment', { bytes: length });
  }
  const head = new Uint32Array(memory.take(ptr, HEAD_BYTES).buffer);
  const at = (i: number): number => head[i] as number;
  const [chunkCount, fileCount] = [at(1), at(2)];
  const fileStarts = new Uint32Array(memory.take(ptr + at(FILE_STARTS), (fileCount + 1) * 4).buffer);
  const table = toTable(fileStarts);
  const open: OpenSegment = {
    ptr,
    sums: RANKED_FIELDS.map((_, field) => at(SUMS + field)),
    counts: RANKED_FIELDS.map((_, field) => at(COUNTS + field)),
    dictionary: [at(DICTIONARY), at(POSTINGS)],
    ...(blocks && { blocks }),
  };
  const isComplete = (): boolean => blocks?.isComplete !== false && tableBlocks?.isComplete !== false;
  const shard: Shard = {
    fileCount,
    chunkCount,
    fileStarts,
    languages: memory.take(ptr + at(CLASSES), fileCount).map((own) => own >> 2),
    bytes: length + table.bytes,
    get isComplete() {
      return isComplete();
    },
    async complete(runSlice) {
      await blocks?.complete(runSlice);
      await tableBlocks?.complete(runSlice);
    },
    chunk: (index): ChunkRow => table.chunk(index),
    prepareChunks: (indexes) => table.prepare(indexes),
    bodyTerms: () => {
      if (blocks?.isComplete === false) throw new Error('the shard was not completed');
      return bodyTerms(runtime, () => getSegment(shard).ptr, at(3));
    },
    bodyLengths: () =>
      Uint32Array.from(new Uint16Array(memory.take(getSegment(shard).ptr + at(BODY_LENGTHS), chunkCount * 2).buffer)),
    fieldTotals: () => ({ body: at(4), heading: at(5), symbol: at(6), path: at(7) }),
    forms: (prefix, limit) => {
      if (blocks?.isComplete === false) throw new Error('the shard was not completed');
      return frequentForms(runtime, analyzer, getSegment(shard), prefix, limit);
    },
    close: () => {
      if (deleteSegment(shard)) place.close();
    },
  };
  setSegment(shard, open);
  return shard;
}

const BLOCK_WORDS = 16;
const BATCH_BLOCKS = 64;

/** Reads in batches, because other calls into the kernel may happen between two steps of the iteration. */
function* bodyTerms(
  runtime: IndexRuntime,
  getSegmentPtr: () => number,
  wordCount: number,
): Generator<{ term: string; pairs: Uint32Array }> {
  const { exports, memory } = runtime;
  for (let block = 0; block * BLOCK_WORDS < wordCount; block += BATCH_BLOCKS) {
    const batch: { term: string; pairs: Uint32Array }[] = [];
    guard(() => exports.entriesBegin(getSegmentPtr(), block, BATCH_BLOCKS));
    for (;;) {
      const pairs = guard(() => exports.entriesNext()) >>> 0;
      if (pairs === 0) break;
      batch.push({
        term: fromShortUtf8(memory.take(exports.entryText() >>> 0, exports.entryTextLength())),
        pairs: new Uint32Array(memory.take(pairs, exports.entriesSize()).buffer),
      });
    }
    throwIfDamaged(runtime);
    yield* batch;
  }
}

/** A form of the dictionary, and whether it is a plain word or a whole identifier. */
export interface FoundForm {
  readonly form: string;
  readonly isPlain: boolean;
  readonly isWhole: boolean;
}

/** Forms to find: they begin with `form`, are spelled like it, or end with it, apart from an inflection. */
export type WantedForms =
  | { readonly form: string; readonly how: 'beginning' | 'ending' }
  | { readonly form: string; readonly how: 'similar'; readonly edits: 1 | 2 };

export function toLookup({ form, how }: WantedForms): LookupWord {
  return { text: form, how: how === 'beginning' ? 'prefix' : 'similar' };
}

export function findForms(runtime: IndexRuntime, segment: OpenSegment, wanted: WantedForms): FoundForm[] {
  const { exports, memory } = runtime;
  checkWord(runtime, segment, toLookup(wanted));
  const { ptr, length } = memory.putText(wanted.form);
  guard(() => {
    if (wanted.how === 'similar') exports.findSimilar(segment.ptr, ptr, length, wanted.edits);
    else if (wanted.how === 'ending') exports.findEnding(segment.ptr, ptr, length);
    else exports.findPrefix(segment.ptr, ptr, length);
  });
  memory.free(ptr);
  throwIfDamaged(runtime);
  const found = memory.take(exports.foundForms() >>> 0, exports.foundSize());
  const forms: FoundForm[] = [];
  for (let at = 0; at < found.length; ) {
    const flags = found[at] as number;
    const length = found[at + 1] as number;
    const form = fromUtf8(found.subarray(at + 2, at + 2 + length));
    forms.push({ form, isPlain: (flags & FLAG_PLAIN) !== 0, isWhole: (flags & FLAG_WHOLE) !== 0 });
    at += 2 + length;
  }
  return forms;
}

/** Sorts by frequency, a form counting like its most frequent term; ties in byte order. */
function frequentForms(
  runtime: IndexRuntime,
  analyzer: Analyzer,
  segment: OpenSegment,
  prefix: string,
  limit: number,
): string[] {
  const folded = analyzer.forms(prefix).at(-1)?.text;
  if (folded === undefined) return [];
  const counted = findForms(runtime, segment, { form: folded, how: 'beginning' }).map(({ form, isPlain, isWhole }) => ({
    form,
    df: Math.max(
      isPlain ? findDf(runtime, segment.ptr, analyzer.stem(form)) : 0,
      isPlain || isWhole ? findDf(runtime, segment.ptr, form) : 0,
    ),
  }));
  counted.sort((a, b) => b.df - a.df);
  return counted.slice(0, limit).map(({ form }) => form);
}

function findDf({ exports, memory }: IndexRuntime, segment: number, term: string): number {
  const bytes = toUtf8(term);
  const row = memory.alloc(TERM_ROW_BYTES + bytes.length);
  memory.u8().set(bytes, row + TERM_ROW_BYTES);
  guard(() => exports.resolveTerm(segment, row + TERM_ROW_BYTES, bytes.length, row));
  const df = memory.u32()[(row >>> 2) + 1] as number;
  memory.free(row);
  return df;
}

/** A shard as ranking sees it. */
export interface OpenSegment {
  readonly ptr: number;
  /** Total lengths and numbers of chunks with the field, in the order of RANKED_FIELDS; path and title count per file. */
  readonly sums: readonly number[];
  readonly counts: readonly number[];
  readonly dictionary: Span;
  /** Tracks which bytes were read; absent if all were. */
  readonly blocks?: SpanBlocks;
}

const segments = new WeakMap<Shard, OpenSegment>();

export function getSegment(shard: Shard): OpenSegment {
  const segment = segments.get(shard);
  if (segment === undefined) throw new AppError('store/not-found', 'the shard was closed');
  return segment;
}

function setSegment(shard: Shard, segment: OpenSegment): void {
  segments.set(shard, segment);
}

/** Returns false if the shard was already closed. */
function deleteSegment(shard: Shard): boolean {
  return segments.delete(shard);
}

/** Bytes that `resolveTerm` writes per term. */
export const TERM_ROW_BYTES = 24;

/** Entries and postings are checked while they are read: a result from a damaged segment must not be used. */
export function throwIfDamaged({ exports }: IndexRuntime): void {
  if (exports.takeDamage() !== 0) throw new AppError('store/damaged', 'the index holds bytes that no index has');
}

/** A word to look up as a whole, as a prefix, or with similar spellings. */
export interface LookupWord {
  readonly text: string;
  readonly how: 'whole' | 'prefix' | 'similar';
}

/** Reads the parts of the dictionaries that looking up these words needs. */
export async function prepareWords(
  runtime: IndexRuntime,
  segments: readonly OpenSegment[],
  words: readonly LookupWord[],
): Promise<void> {
  await Promise.all(
    segments.map(async (segment) => {
      if (segment.blocks?.isComplete !== false) return;
      await segment.blocks.ensure(words.map((word) => findSpan(runtime, segment, word)));
    }),
  );
}

/** Throws if that part was not read: it would look like a dictionary without the word. */
export function checkWord(runtime: IndexRuntime, segment: OpenSegment, word: LookupWord): void {
  const { blocks } = segment;
  if (blocks?.isComplete !== false) return;
  if (!blocks.has(...findSpan(runtime, segment, word))) throw new Error('the dictionary was not read');
}

function findSpan(
  { exports, memory }: IndexRuntime,
  { ptr, dictionary }: OpenSegment,
  { text, how }: LookupWord,
): Span {
  if (how === 'similar') return dictionary;
  const word = memory.putText(text);
  const start = exports.dictionarySpan(ptr, word.ptr, word.length, how === 'prefix' ? 1 : 0) >>> 0;
  memory.free(word.ptr);
  return [start, exports.dictionarySpanEnd() >>> 0];
}
