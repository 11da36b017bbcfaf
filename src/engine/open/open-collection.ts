import type { Kernel, Shard } from '../../kernel/contract.ts';
import type { RunSlice } from '../../lib/async/priorities.ts';
import { findFirst, findRange } from '../../lib/binary-search.ts';
import { compareUtf8, fromUtf8, toHex } from '../../lib/bytes.ts';
import { parsePeriod } from '../../lib/dates.ts';
import type { Span } from '../../lib/span.ts';
import { readFrontMatter } from '../../markdown/front-matter.ts';
import { AppError } from '../../model/app-error.ts';
import type { FileNames, FileRow } from '../../model/chunk.ts';
import type { FacetColumn, FacetColumns } from '../../search/facets.ts';
import type { Generation } from '../../store/contract.ts';
import { readStored, toOriginalSpan } from '../collection/read-original.ts';
import { isOlder } from '../collection/remake-leaf.ts';
import { type OpenFileTable, readFileTable } from '../file-table/decode-file-table.ts';
import { type BundleSpan, type FileEntry, NO_SHARD } from '../file-table/file-entry.ts';
import { createIdFinder, createRefs } from '../search/to-chunks.ts';
import { findFile, readSpan as readBundle } from '../shards/build-shards.ts';
import { closeShared, readShards, type SharedShard } from '../shards/shared-shards.ts';
import type { CollectionFiles, CollectionTexts, OpenCollection, OpenShard } from './faces.ts';
import { createIndexTerms } from './index-terms.ts';

/** Opens a generation and reuses the unchanged shards of the previous one; shards are immutable. */
export async function openCollection(
  kernel: Kernel,
  generation: Generation,
  previous: OpenCollection | undefined,
): Promise<OpenCollection> {
  if (isOlder(generation.row))
    throw new AppError('store/older-format', 'an older release wrote this', { theirs: generation.row.formatVersion });
  // An incomplete shard would keep reading from a generation that may be released.
  const whole = previous?.shards.filter(({ shard }) => shard.isComplete) ?? [];
  const reusable = new Map(whole.map((open) => [open.handle.name, open.handle]));
  const [table, handles] = await readAll(kernel, generation, reusable);
  const readSpan = (span: BundleSpan): Promise<Uint8Array> => readBundle(generation, span);
  return assembleCollection(kernel, {
    collection: generation.row.collection,
    stored: generation.row,
    table,
    handles,
    texts: (file) => ({
      readLeaf: (i) => readSpan(file(i).leaf),
      readContents: (i) => readSpan(file(i).contents),
      readOriginal: (i) => readSpan(toOriginalSpan(file(i))),
      readTexts: (places) =>
        readTexts(
          generation,
          places.map(({ fileIndex, startByte, endByte }) => {
            const { bundle, start } = file(fileIndex).contents;
            return { bundle, start: start + startByte, end: start + endByte };
          }),
        ),
    }),
    readStored: (entry) => readStored({ readSpan }, entry),
    close: () => generation.release(),
  });
}

export interface CollectionParts extends Pick<OpenCollection, 'collection' | 'stored' | 'readStored'> {
  readonly table: OpenFileTable;
  /** Shards by number. */
  readonly handles: ReadonlyMap<number, SharedShard>;
  /** Reads texts by the entries of their files. */
  texts(file: (i: number) => FileEntry): Omit<CollectionTexts, 'prepareChunks' | 'chunkRow' | 'findIds'>;
  close(): void;
}

/** Puts a collection together from its table, shards and texts. */
export function assembleCollection(
  kernel: Kernel,
  { collection, stored, table, handles, texts, readStored, close }: CollectionParts,
): OpenCollection {
  const { kept, ordinals, shards } = layOut(table, handles);
  const totalChunks = ordinals[kept.length] as number;
  let places: ReturnType<typeof toPlaces> | undefined;
  let dates: Promise<Float64Array> | undefined;
  let users = 1;
  const file = (i: number): FileEntry => table.entry(kept[i] as number);
  const fileNames = (i: number): FileNames => table.names(kept[i] as number);
  const findChunks = (fileIndex: number): { shard: Shard; first: number } => {
    places ??= toPlaces(kept.length, shards);
    const open = shards[places.shard[fileIndex] as number];
    if (open === undefined) throw new Error('the file is in no shard yet');
    return { shard: open.shard, first: places.first[fileIndex] as number };
  };
  const chunkCount = (i: number): number => (ordinals[i + 1] as number) - (ordinals[i] as number);
  const isComplete = (): boolean => shards.every(({ shard }) => shard.isComplete);
  const complete = async (runSlice?: RunSlice): Promise<void> => {
    for (const { shard } of shards) await shard.complete(runSlice);
  };

  const open: OpenCollection = {
    collection,
    isRemote: false,
    stored,
    readTable: async () => table,
    readStored,
    traffic: async () => undefined,
    fileCount: kept.length,
    file,
    row: (i) => toFileRow(file(i)),
    fileNames,
    // The table is read when the collection is opened.
    completeFiles: async () => {},
    readDates: () => {
      dates ??= readDates(open);
      return dates;
    },
    findFileIndex: (path) => findSorted(kept.length, (i) => table.path(kept[i] as number), path),
    ordinals,
    totalChunks,
    fileOfOrdinal: (ordinal) => findRange(ordinals, ordinals.length, ordinal),
    refs: createRefs(totalChunks),

    ...texts(file),
    async prepareChunks(fileIndexes) {
      if (isComplete()) return;
      const places = fileIndexes.map((i) => ({ ...findChunks(i), count: chunkCount(i) }));
      await Promise.all(
        places.map(({ shard, first, count }) =>
          shard.prepareChunks(Array.from({ length: count }, (_, i) => first + i)),
        ),
      );
    },
    chunkRow(fileIndex, chunkIndex) {
      const { shard, first } = findChunks(fileIndex);
      return shard.chunk(first + chunkIndex);
    },
    findIds: createIdFinder(kernel, () => open, complete),

    facets: toFacets(table, kept),
    // Unread entries must not be used.
    get pathOf() {
      return isComplete() ? (i: number) => fileNames(i).path : undefined;
    },
    shards,
    incomplete: shards.reduce((sum, { fileOrder }) => sum + fileOrder.length, 0) < kept.length,
    get isComplete() {
      return isComplete();
    },
    complete,
    get terms() {
      return createIndexTerms(open);
    },

    retain() {
      if (users > 0) users++;
      return users > 0;
    },
    release() {
      users--;
      if (users > 0) return;
      for (const handle of handles.values()) closeShared(handle);
      close();
    },
  };
  return open;
}

/** Reads the table and the shards at once: the row names every file. */
async function readAll(
  kernel: Kernel,
  generation: Generation,
  reusable: ReadonlyMap<string, SharedShard>,
): Promise<[OpenFileTable, ReadonlyMap<number, SharedShard>]> {
  const reading = readFileTable(generation);
  // Awaited below; a table that fails first must not be reported as unhandled.
  reading.catch(() => {});
  const handles = await readShards(kernel, generation, reusable);
  try {
    return [await reading, handles];
  } catch (error) {
    for (const handle of handles.values()) closeShared(handle);
    throw error;
  }
}

interface Layout {
  /** Index in the table of every kept file. */
  readonly kept: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly shards: readonly OpenShard[];
}

/** A plain loop: it runs over every file before the browser has compiled it. */
function layOut(table: OpenFileTable, handles: ReadonlyMap<number, SharedShard>): Layout {
  const { count, shards: numbers, chunkCounts, kept: isKept } = table;
  const kept = new Uint32Array(count);
  const ordinals = new Uint32Array(count + 1);
  const orders: Uint32Array[] = [];
  const filled: number[] = [];
  for (const [number, { shard }] of handles) {
    orders[number] = new Uint32Array(shard.fileCount);
    filled[number] = 0;
  }
  let files = 0;
  let chunks = 0;
  for (let i = 0; i < count; i++) {
    if (isKept[i] !== 1) continue;
    const number = numbers[i] as number;
    if (number !== NO_SHARD) {
      const order = orders[number];
      if (order === undefined) throw new Error('a shard of the table has no file');
      const own = filled[number] as number;
      order[own] = files;
      filled[number] = own + 1;
    }
    kept[files++] = i;
    chunks += chunkCounts[i] as number;
    ordinals[files] = chunks;
  }
  const shards = [...handles].flatMap(([number, handle]) => {
    const fileOrder = (orders[number] as Uint32Array).subarray(0, filled[number]);
    return fileOrder.length === 0 ? [] : [{ number, shard: handle.shard, handle, fileOrder }];
  });
  return { kept: kept.subarray(0, files), ordinals: ordinals.subarray(0, files + 1), shards };
}

function toFacets({ count, facets }: OpenFileTable, kept: Uint32Array): FacetColumns {
  if (kept.length === count) return facets;
  const pick = ({ numbers, names }: FacetColumn): FacetColumn => ({
    numbers: kept.map((index) => numbers[index] as number),
    names,
  });
  const { kind, folder, source, tag } = facets;
  return { kind: pick(kind), folder: pick(folder), source: pick(source), tag: pick(tag) };
}

/** Finds each file's chunks: which of `shards`, and the first chunk in it. */
function toPlaces(fileCount: number, shards: readonly OpenShard[]): { shard: Int32Array; first: Uint32Array } {
  const places = { shard: new Int32Array(fileCount).fill(-1), first: new Uint32Array(fileCount) };
  for (const [s, { shard, fileOrder }] of shards.entries()) {
    for (let i = 0; i < fileOrder.length; i++) {
      const fileIndex = fileOrder[i] as number;
      places.shard[fileIndex] = s;
      places.first[fileIndex] = shard.fileStarts[i] as number;
    }
  }
  return places;
}

function findSorted(count: number, pathAt: (index: number) => string, path: string): number | undefined {
  const place = findFirst(count, (i) => compareUtf8(pathAt(i), path) >= 0);
  return place < count && pathAt(place) === path ? place : undefined;
}

export function toFileRow(entry: FileEntry): FileRow {
  return {
    path: entry.path,
    source: entry.sourceId,
    kind: entry.kind,
    ...(entry.language === '' ? {} : { language: entry.language }),
    bytes: entry.bytes,
    sha256: toHex(entry.sha256),
    lineCount: entry.lineCount,
    chunkCount: entry.chunkCount,
    tokenTotal: entry.tokenTotal,
    ...(entry.title === '' ? {} : { title: entry.title }),
    ...(entry.description === '' ? {} : { description: entry.description }),
    ...(entry.url === '' ? {} : { url: entry.url }),
    ...(entry.document === undefined ? {} : { document: entry.document }),
    ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
  };
}

/** Reads the texts of spans, with one read per bundle. */
async function readTexts(generation: Generation, spans: readonly BundleSpan[]): Promise<string[]> {
  const texts = new Array<Uint8Array | undefined>(spans.length).fill(undefined);
  await Promise.all(
    Array.from(groupByBundle(spans), async ([name, members]) => {
      const own = members.map((i): Span => [(spans[i] as BundleSpan).start, (spans[i] as BundleSpan).end]);
      await generation.readSpans(findFile(generation, name), own, (bytes, startByte, span) => {
        const [from, end] = own[span] as Span;
        const index = members[span] as number;
        const text = texts[index] ?? new Uint8Array(end - from);
        text.set(bytes, startByte - from);
        texts[index] = text;
      });
    }),
  );
  return texts.map((text) => (text === undefined ? '' : fromUtf8(text)));
}

function groupByBundle(spans: readonly BundleSpan[]): ReadonlyMap<string, readonly number[]> {
  const bundles = new Map<string, number[]>();
  spans.forEach(({ bundle }, i) => {
    const members = bundles.get(bundle);
    if (members === undefined) bundles.set(bundle, [i]);
    else members.push(i);
  });
  return bundles;
}

/** Keys of front matter; the latest date counts. */
const KEYS = ['date', 'updated', 'lastmod'];
const HEAD_BYTES = 4_000;
const FILES_AT_ONCE = 1_000;

/** Reads when each file was changed, in milliseconds: by its front matter, else by its own time. */
async function readDates(open: CollectionFiles & CollectionTexts): Promise<Float64Array> {
  const timeOf = createFileTime(open);
  const dates = new Float64Array(open.fileCount);
  const heads: { readonly fileIndex: number; readonly chunkIndex: number; startByte: number; endByte: number }[] = [];
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++) {
    const entry = open.file(fileIndex);
    const { kind, contents } = entry;
    dates[fileIndex] = timeOf(entry);
    const endByte = Math.min(HEAD_BYTES, contents.end - contents.start);
    if (kind === 'markdown' && endByte > 0) heads.push({ fileIndex, chunkIndex: 0, startByte: 0, endByte });
  }
  for (let from = 0; from < heads.length; from += FILES_AT_ONCE) {
    const some = heads.slice(from, from + FILES_AT_ONCE);
    const texts = await open.readTexts(some);
    for (const [i, { fileIndex }] of some.entries()) {
      const written = findWritten(texts[i] as string);
      if (written !== undefined) dates[fileIndex] = written;
    }
  }
  return dates;
}

/** Tells the time of a file by its entry; NaN if unknown. Files of a repository that was read by address have a stamp of their content instead. */
export function createFileTime({ collection }: Pick<CollectionFiles, 'collection'>) {
  const stamped = new Set(collection.sources.filter(({ type }) => type === 'repository').map(({ id }) => id));
  return ({ mtimeMs, sourceId }: Pick<FileEntry, 'mtimeMs' | 'sourceId'>): number =>
    mtimeMs > 0 && !stamped.has(sourceId) ? mtimeMs : Number.NaN;
}

function findWritten(head: string): number | undefined {
  const values = readFrontMatter(head.split(/\r?\n/))?.values;
  const times = KEYS.flatMap((key) => parsePeriod(values?.get(key)?.slice(0, 10) ?? '')?.[0] ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
