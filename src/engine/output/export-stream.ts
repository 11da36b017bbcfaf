import type { ChunkRow, Kernel, Leaf, ShardBytes } from '../../kernel/contract.ts';
import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { Collection } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import { type SourceFacts, toEntry, toTotals } from '../collection/collection-writer.ts';
import { decodeFileTable, encodeEntryTable, type OpenFileTable } from '../file-table/decode-file-table.ts';
import { createEntryTable } from '../file-table/entry-table.ts';
import { type BundleSpan, type FileEntry, isKept, NO_SHARD, type TableExtras } from '../file-table/file-entry.ts';
import type { CollectionTexts, ExportedCollection, FieldTotals, IndexTerms, OpenCollection } from '../open/faces.ts';
import { DROPPED, type MappedShard, mapShard, mergeTerms, putLengths, sumTotals } from '../open/index-terms.ts';
import { assembleCollection, type CollectionParts } from '../open/open-collection.ts';
import { createIdFinder } from '../search/to-chunks.ts';
import { assignShards, groupByShard } from '../shards/build-shards.ts';
import type { SharedShard } from '../shards/shared-shards.ts';

/** The texts of a file that leaves a collection. */
interface StreamFile {
  /** Index of the file whose leaf it has; undefined if its leaf is made, or if it was refused. */
  readonly base: number | undefined;
  /** Makes the leaf; called again whenever the file is read and its leaf is no longer in memory. */
  readonly make: (() => Promise<Leaf>) | undefined;
}

interface StreamParts extends TableExtras {
  readonly collection: Collection;
  readonly files: StreamFiles;
}

/** Collects the files of an export: their entries, as exported, and where their texts are. */
export function createStreamFiles() {
  const entries: FileEntry[] = [];
  const files: StreamFile[] = [];
  const cache = createLeafCache();
  return {
    entries,
    files,
    cache,
    /** Adds a file with its stored leaf, under its exported name. */
    addSame(entry: FileEntry, source: SourceFacts, base: number | undefined): void {
      const { incomplete: _, ...facts } = entry;
      entries.push({ ...facts, ...source, shard: NO_SHARD });
      files.push({ base, make: undefined });
    },
    /** Adds a file with another leaf, which is what `make` returns. */
    addMade(source: SourceFacts, leaf: Leaf, make: () => Promise<Leaf>): void {
      const toSpan = (bytes: Uint8Array): BundleSpan => ({ bundle: '', start: 0, end: bytes.length });
      const { original } = leaf;
      const spans = {
        leaf: toSpan(leaf.leaf),
        contents: toSpan(leaf.contents),
        original: original && toSpan(original),
      };
      entries.push(toEntry(source, leaf, spans));
      const file = { base: undefined, make: makeSame(make, leaf.leaf.length) };
      files.push(file);
      cache.put(file, leaf);
    },
  };
}

type StreamFiles = ReturnType<typeof createStreamFiles>;

/** Checks that the leaf is made the same way again. Not a closure of the collected files, whose entries would stay in memory with it. */
function makeSame(make: () => Promise<Leaf>, leafBytes: number): () => Promise<Leaf> {
  return async () => {
    const leaf = await make();
    if (leaf.leaf.length !== leafBytes) throw new Error('a file was made differently the second time');
    return leaf;
  };
}

/** Bytes of made leaves that stay in memory: an export reads each file several times. */
const CACHED_BYTES = 32_000_000;
/** Files that stay in any case, so that a file stays between `prepareChunks` and `chunkRow` while other exports read theirs. */
const MIN_CACHED = 8;

interface CachedLeaf {
  readonly leaf: Leaf;
  rows?: readonly ChunkRow[];
}

function createLeafCache() {
  /** The one that was used least recently is first. */
  const cache = new Map<StreamFile, CachedLeaf>();
  let bytes = 0;
  return {
    get(file: StreamFile): CachedLeaf | undefined {
      const known = cache.get(file);
      if (known === undefined) return undefined;
      cache.delete(file);
      cache.set(file, known);
      return known;
    },
    put(file: StreamFile, leaf: Leaf): CachedLeaf {
      const cached = { leaf };
      cache.set(file, cached);
      bytes += sizeOf(leaf);
      for (const [oldest, { leaf: old }] of cache) {
        if (bytes <= CACHED_BYTES || cache.size <= MIN_CACHED) break;
        cache.delete(oldest);
        bytes -= sizeOf(old);
      }
      return cached;
    },
  };
}

/** The made leaves that were used last. */
type LeafCache = ReturnType<typeof createLeafCache>;

function sizeOf({ leaf, contents, original }: Leaf): number {
  return leaf.length + contents.length + (original?.length ?? 0);
}

/** A changed collection that is never built: its table is in memory, its files are read or made one by one. */
export interface ExportStream {
  readonly exported: ExportedCollection;
  /** Builds an index for searches; the texts are still read one by one. The caller releases it, which calls `close`. */
  toSearchable(close: () => void): Promise<OpenCollection>;
}

/** Encodes the table of an export. Its entries are not kept in memory: there are as many as files. */
function encodeStream(kernel: Kernel, { collection, files, skips, scanWarnings }: StreamParts) {
  const entries = createEntryTable(files.entries);
  const extras = { skips, scanWarnings };
  return {
    kept: Array.from(entries.sorted()).flatMap((row) =>
      isKept(entries.entry(row)) ? [files.files[row] as StreamFile] : [],
    ),
    collection: { ...collection, ...toTotals({ kernel }, { entries, ...extras }, { collection }, []) },
    table: decodeFileTable(encodeEntryTable(entries, extras)),
  };
}

/** Refs, `index_id` and terms are those that an import of only these files would give. The caller keeps `open`. */
export function createExportStream(kernel: Kernel, open: OpenCollection, parts: StreamParts): ExportStream {
  const { kept, collection, table } = encodeStream(kernel, parts);
  const texts = createStreamTexts(kernel, open, { files: kept, cache: parts.files.cache });
  const assemble = (shown: OpenFileTable, handles: CollectionParts['handles'], close: () => void) =>
    assembleCollection(kernel, {
      ...{ collection, stored: undefined, handles, close },
      table: shown,
      texts: () => texts,
      readStored: open.readStored,
    });
  const assembled = assemble(table, new Map(), () => {});
  const terms = createStreamTerms(kernel, open, { kept, assembled: { ...assembled, ...texts } });
  const exported: ExportedCollection = {
    ...assembled,
    ...texts,
    findIds: createIdFinder(kernel, () => exported),
    terms,
  };
  return {
    exported,
    async toSearchable(close) {
      const entries = createEntryTable(table.entries);
      assignShards(kernel, entries);
      const handles = new Map<number, SharedShard>();
      for (const [number, members] of groupByShard(entries)) {
        if (number === NO_SHARD) continue;
        const own = Array.from(members, (row) => exported.findFileIndex(entries.entry(row).path) as number);
        const shard = kernel.openShard(await mergeLeaves(kernel, exported, own));
        handles.set(number, { shard, name: `copy ${number}`, users: 1 });
      }
      return assemble(decodeFileTable(encodeEntryTable(entries, table)), handles, close);
    },
  };
}

type StreamTexts = Omit<CollectionTexts, 'findIds'>;

function createStreamTexts(
  kernel: Kernel,
  open: OpenCollection,
  { files, cache }: { readonly files: readonly StreamFile[]; readonly cache: LeafCache },
): StreamTexts {
  const baseOf = (i: number): number | undefined => files[i]?.base;

  async function make(i: number): Promise<CachedLeaf> {
    const file = files[i] as StreamFile;
    const known = cache.get(file);
    if (known !== undefined) return known;
    const leaf = await (file.make as () => Promise<Leaf>)();
    return cache.get(file) ?? cache.put(file, leaf);
  }

  async function read(
    i: number,
    fromBase: (base: number) => Promise<Uint8Array>,
    fromMade: (leaf: Leaf) => Uint8Array,
  ): Promise<Uint8Array> {
    const base = baseOf(i);
    return base === undefined ? fromMade((await make(i)).leaf) : fromBase(base);
  }

  return {
    async prepareChunks(fileIndexes) {
      for (const i of fileIndexes) {
        if (baseOf(i) !== undefined) continue;
        const made = await make(i);
        made.rows ??= kernel.readLeaf(made.leaf.leaf).chunks;
      }
    },
    chunkRow(i, chunkIndex) {
      const base = baseOf(i);
      if (base !== undefined) return open.chunkRow(base, chunkIndex);
      return cache.get(files[i] as StreamFile)?.rows?.[chunkIndex] as ChunkRow;
    },
    readLeaf: (i) => read(i, open.readLeaf, ({ leaf }) => leaf),
    readContents: (i) => read(i, open.readContents, ({ contents }) => contents),
    readOriginal: (i) => read(i, open.readOriginal, ({ original, contents }) => original ?? contents),
    async readTexts(places) {
      const stored = places.flatMap((place) => {
        const base = baseOf(place.fileIndex);
        return base === undefined ? [] : [{ ...place, fileIndex: base }];
      });
      const found = await open.readTexts(stored);
      const all: string[] = [];
      let next = 0;
      for (const { fileIndex, startByte, endByte } of places)
        if (baseOf(fileIndex) !== undefined) all.push(found[next++] as string);
        else all.push(fromUtf8((await make(fileIndex)).leaf.contents.subarray(startByte, endByte)));
      return all;
    },
  };
}

type LeafSource = Pick<ExportedCollection, 'file' | 'fileNames' | 'readLeaf' | 'collection'>;

/** Merges the leaves of some files, in path order. */
export async function mergeLeaves(kernel: Kernel, source: LeafSource, files: readonly number[]): Promise<ShardBytes> {
  const ends = new Uint32Array(files.length);
  let length = 0;
  for (const [at, i] of files.entries()) {
    length += leafBytes(source, i);
    ends[at] = length;
  }
  const leaves = new Uint8Array(length);
  for (const [at, i] of files.entries()) {
    const leaf = await source.readLeaf(i);
    leaves.set(leaf, (ends[at] as number) - leaf.length);
  }
  const path = (at: number): Uint8Array => toUtf8(source.fileNames(files[at] as number).path);
  return kernel.mergeShard({ leaves, ends, path }, source.collection.settings);
}

export function leafBytes({ file }: Pick<LeafSource, 'file'>, i: number): number {
  const { leaf } = file(i);
  return leaf.end - leaf.start;
}

/** Terms of `open` without the files that are not exported or differ, and of shards of those that differ. */
function createStreamTerms(
  kernel: Kernel,
  open: OpenCollection,
  {
    kept,
    assembled,
  }: { readonly kept: readonly StreamFile[]; readonly assembled: LeafSource & { readonly ordinals: Uint32Array } },
): IndexTerms {
  const { ordinals } = assembled;
  const indexed = new Map<number, number>();
  const differing: number[] = [];
  for (const [i, { base }] of kept.entries())
    if (base !== undefined && open.fileNames(base).path === assembled.fileNames(i).path) indexed.set(base, i);
    else differing.push(i);
  const firstOf = (base: number): number => {
    const i = indexed.get(base);
    return i === undefined ? DROPPED : (ordinals[i] as number);
  };
  const mapBase = (): MappedShard[] => open.shards.map((shard) => mapShard(shard, firstOf));

  async function* openGroups(source: LeafSource, files: readonly number[]) {
    for (const group of groupFiles(source, files)) {
      const shard = kernel.openShard(await mergeLeaves(kernel, source, group));
      yield { shard, fileOrder: Uint32Array.from(group) };
    }
  }

  async function countFields(source: LeafSource, files: readonly number[]): Promise<FieldTotals> {
    const totals: FieldTotals[] = [];
    for await (const { shard } of openGroups(source, files)) {
      totals.push(shard.fieldTotals());
      shard.close();
    }
    return sumTotals(totals);
  }

  return {
    async docLens() {
      const lengths = new Uint32Array(ordinals.at(-1) as number);
      for (const shard of mapBase()) putLengths(shard, lengths);
      for (const i of differing) {
        const { chunks } = kernel.readLeaf(await assembled.readLeaf(i));
        for (const [at, { bodyLength }] of chunks.entries()) lengths[(ordinals[i] as number) + at] = bodyLength;
      }
      return lengths;
    },
    async fieldTotals() {
      const own = await countFields(assembled, differing);
      // Counts the smaller part of the others.
      if (indexed.size * 2 < open.fileCount)
        return sumTotals([own, await countFields(assembled, [...indexed.values()])]);
      const all = Array.from({ length: open.fileCount }, (_, i) => i);
      const left = await countFields(
        open,
        all.filter((i) => !indexed.has(i)),
      );
      return sumTotals([own, ...open.shards.map(({ shard }) => shard.fieldTotals())], [left]);
    },
    async *list() {
      const own: MappedShard[] = [];
      try {
        for await (const group of openGroups(assembled, differing))
          own.push(mapShard(group, (i) => ordinals[i] as number));
        yield* mergeTerms([...mapBase(), ...own]);
      } finally {
        for (const { shard } of own) shard.close();
      }
    },
  };
}

/** Splits files into groups of about a shard each. */
function* groupFiles(source: LeafSource, files: readonly number[]): Generator<number[]> {
  let group: number[] = [];
  let bytes = 0;
  let chunks = 0;
  for (const i of files) {
    group.push(i);
    bytes += leafBytes(source, i);
    chunks += source.file(i).chunkCount;
    if (bytes < LIMITS.shardBytes && chunks < LIMITS.shardChunks) continue;
    yield group;
    [group, bytes, chunks] = [[], 0, 0];
  }
  if (group.length > 0) yield group;
}
