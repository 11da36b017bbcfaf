import type { ChunkRows, Kernel, Shard } from '../../kernel/contract.ts';
import { findFirst, findRange } from '../../lib/binary-search.ts';
import { compareUtf8, fromHex, fromUtf8 } from '../../lib/bytes.ts';
import { createNames } from '../../lib/names.ts';
import { AppError } from '../../model/app-error.ts';
import type { FileRow } from '../../model/chunk.ts';
import { type Collection, toPublishedId } from '../../model/collection.ts';
import { KINDS } from '../../model/kind.ts';
import { splitKey } from '../../publish/collection-address.ts';
import type { Host } from '../../publish/contract.ts';
import { READ_LIMITS } from '../../publish/format/layout.ts';
import type { NameColumn } from '../../publish/format/name-column.ts';
import { openPublished, type PublishedIndex } from '../../publish/read/open-published.ts';
import { readSpanBytes } from '../../publish/read/read-span.ts';
import { type FacetColumn, type FacetColumns, splitTags, toFolder } from '../../search/facets.ts';
import { readStored, toOriginalSpan } from '../collection/read-original.ts';
import { decodeFileTable } from '../file-table/decode-file-table.ts';
import { type BundleSpan, type FileEntry, type FileTable, isKept } from '../file-table/file-entry.ts';
import type { OpenCollection, OpenShard } from '../open/faces.ts';
import { createIndexTerms } from '../open/index-terms.ts';
import { toFileRow } from '../open/open-collection.ts';
import { createRefs } from '../search/to-chunks.ts';
import { PUBLISHED_BUNDLES } from './to-publish-input.ts';

/** Opens a collection on a host, searched like a local one. Reads only what a search needs. */
export async function openPublishedCollection(kernel: Kernel, address: string, host: Host): Promise<OpenCollection> {
  const index = await openPublished(host, (bytes) => kernel.sha256(bytes), splitKey(address).key);
  const { ordinals } = index;
  const fileCount = ordinals.length - 1;
  const files = createFiles(index);
  const shards = await openShards(kernel, index, (firstChunk) => ({
    prepare: (locals) => files.prepareChunks(locals.map((local) => firstChunk + local)),
    chunk: (local) => index.chunk(firstChunk + local).row,
  }));
  const listOrdinals = (fileIndex: number): number[] => {
    const first = ordinals[fileIndex] as number;
    return Array.from({ length: (ordinals[fileIndex + 1] as number) - first }, (_, i) => first + i);
  };
  const readTextOf = async (fileIndex: number, length: number): Promise<Uint8Array> => {
    const own = listOrdinals(fileIndex);
    await files.prepareChunks(own);
    // Without the table, the chunks give the length.
    const size = length || own.reduce((most, ordinal) => Math.max(most, index.chunk(ordinal).row.endByte), 0);
    const textBytes = own.reduce((sum, ordinal) => sum + index.chunk(ordinal).text.length, 0);
    const contents = new Uint8Array(Math.min(size, textBytes + READ_LIMITS.gapBytes));
    for (const ordinal of own) {
      const { row, text } = index.chunk(ordinal);
      if (row.endByte > contents.length)
        throw new AppError('publish/damaged', 'a chunk lies outside its file', toFile(index));
      contents.set(text, row.startByte);
    }
    return contents;
  };
  const { folders } = index.facets;
  const totalChunks = ordinals[fileCount] as number;
  const allFiles = (): number[] => Array.from({ length: fileCount }, (_, i) => i);
  const file = (i: number): FileEntry => files.table?.entries[i] ?? files.getEntry(i);
  const row = (i: number): FileRow => files.table?.rows[i] ?? files.getRow(i);
  const read = (span: BundleSpan): Promise<Uint8Array> => readSpan(index, span, readTextOf);
  let users = 1;

  const open: OpenCollection = {
    collection: toCollection(address, index),
    isRemote: true,
    stored: undefined,
    readTable: files.readTable,
    readStored: (entry) => readStored({ readSpan: read }, entry),
    traffic: index.traffic,
    fileCount,
    file,
    row,
    fileNames: row,
    async completeFiles() {
      await files.readTable();
    },
    // Times are not published.
    readDates: async () => new Float64Array(fileCount).fill(Number.NaN),
    findFileIndex: files.find,
    ordinals,
    totalChunks,
    fileOfOrdinal: (ordinal) => findRange(ordinals, ordinals.length, ordinal),
    refs: createRefs(totalChunks),

    prepareChunks: (fileIndexes) => files.prepareChunks(fileIndexes.flatMap(listOrdinals)),
    chunkRow: (fileIndex, chunkIndex) => index.chunk((ordinals[fileIndex] as number) + chunkIndex).row,
    findIds: index.findIds,
    async readTexts(places) {
      const wanted = places.map(({ fileIndex, chunkIndex }) => (ordinals[fileIndex] as number) + chunkIndex);
      await files.prepareChunks(wanted);
      return wanted.map((ordinal) => fromUtf8(index.chunk(ordinal).text));
    },
    readLeaf: (i) => read(file(i).leaf),
    readContents: (i) => read(file(i).contents),
    readOriginal: (i) => read(toOriginalSpan(file(i))),

    facets: toFacets(index),
    pathOf: (i) => folders.names[folders.numbers[i] as number] as string,
    shards,
    incomplete: false,
    isComplete: false,
    async complete() {
      const chunks = files.prepareChunks(allFiles().flatMap(listOrdinals));
      await Promise.all([chunks, files.readTable(), ...shards.map(({ shard }) => shard.complete())]);
    },
    get terms() {
      return createIndexTerms(open);
    },

    retain() {
      if (users > 0) users++;
      return users > 0;
    },
    release() {
      users--;
      if (users === 0) for (const { shard } of shards) shard.close();
    },
  };
  return open;
}

function toFacets({ facets: { kinds, folders, sources, tags } }: PublishedIndex): FacetColumns {
  return { kind: { numbers: kinds, names: KINDS }, folder: toTopFolders(folders), source: sources, tag: tags };
}

function toTopFolders({ numbers, names }: NameColumn): FacetColumn {
  const tops = createNames();
  const topOf = Uint32Array.from(names, (name) => tops.number(toFolder(name)));
  return { numbers: numbers.map((number) => topOf[number] as number), names: tops.all };
}

/** Kept files. */
interface OpenTable {
  readonly entries: readonly FileEntry[];
  readonly rows: readonly FileRow[];
}

/** The outline of a prepared file. */
interface FoundLeaf {
  readonly fileIndex: number;
  readonly leaf: BundleSpan;
}

/** Most readers never need the table: each hit comes with its file's facts. */
function createFiles(index: PublishedIndex) {
  const { ordinals } = index;
  const rows = new Map<number, FileRow>();
  const leaves = new Map<string, FoundLeaf>();
  let table: OpenTable | undefined;
  let reading: Promise<FileTable> | undefined;

  async function readTable(): Promise<FileTable> {
    const files = await index.openFile('files');
    const decoded = decodeFileTable(await readSpanBytes(files, [0, files.length]));
    const kept = [...decoded.entries].filter(isKept);
    const isSame = kept.length === ordinals.length - 1;
    if (!isSame) throw new AppError('publish/damaged', 'the file table is of another index', toFile(index));
    table = { entries: kept, rows: kept.map(toFileRow) };
    return decoded;
  }

  function getRow(fileIndex: number): FileRow {
    const row = rows.get(fileIndex);
    if (row === undefined) throw new Error('the file was not read');
    const { names, numbers } = index.facets.tags;
    const tags = splitTags(names[numbers[fileIndex] as number] as string);
    return tags.length === 0 ? row : { ...row, tags };
  }

  return {
    /** Undefined until it is read. */
    get table() {
      return table;
    },
    readTable(): Promise<FileTable> {
      reading ??= readTable().catch((error: unknown) => {
        reading = undefined;
        throw isStoreDamage(error)
          ? new AppError('publish/damaged', 'the file table cannot be read', toFile(index))
          : error;
      });
      return reading;
    },
    async prepareChunks(wanted: readonly number[]): Promise<void> {
      await index.prepareChunks(wanted);
      for (const ordinal of wanted) {
        const fileIndex = findRange(ordinals, ordinals.length, ordinal);
        if (rows.has(fileIndex)) continue;
        const { file, outline } = index.chunk(ordinal);
        rows.set(fileIndex, file);
        leaves.set(file.path, { fileIndex, leaf: { bundle: PUBLISHED_BUNDLES.outlines, ...outline } });
      }
    },
    /** Finds a file with a prepared chunk, or any once the table is read. */
    find(path: string): number | undefined {
      const known = leaves.get(path)?.fileIndex;
      if (known !== undefined || table === undefined) return known;
      const { rows: all } = table;
      const place = findFirst(all.length, (i) => compareUtf8((all[i] as FileRow).path, path) >= 0);
      return all[place]?.path === path ? place : undefined;
    },
    /** Returns the row of a file with a prepared chunk. */
    getRow,
    /** Returns the file's table entry, except for fields no search needs. */
    getEntry(fileIndex: number): FileEntry {
      const row = getRow(fileIndex);
      return toEntry(row, (leaves.get(row.path) as FoundLeaf).leaf, fileIndex);
    },
  };
}

function toEntry(row: FileRow, leaf: BundleSpan, fileIndex: number): FileEntry {
  return {
    ...{ sourceId: '', relPath: row.path, path: row.path, mtimeMs: -1, shard: 0, warnings: [] },
    ...{
      kind: row.kind,
      language: row.language ?? '',
      tags: row.tags ?? [],
      bytes: row.bytes,
      sha256: fromHex(row.sha256),
    },
    ...{ lineCount: row.lineCount, chunkCount: row.chunkCount, tokenTotal: row.tokenTotal },
    ...{ title: row.title ?? '', description: row.description ?? '', url: row.url ?? '' },
    leaf,
    contents: { bundle: PUBLISHED_BUNDLES.text, start: fileIndex, end: fileIndex },
  };
}

function toFile({ manifest }: PublishedIndex): { file: string } {
  return { file: manifest.files.files.name };
}

function isStoreDamage(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith('store/');
}

async function openShards(kernel: Kernel, index: PublishedIndex, createRows: RowsOf): Promise<OpenShard[]> {
  const opened: Shard[] = [];
  try {
    for (const { segment, firstChunk } of index.segments)
      opened.push(await kernel.openShardFiles({ segment, rows: createRows(firstChunk) }));
  } catch (error) {
    for (const shard of opened) shard.close();
    if (isStoreDamage(error))
      throw new AppError('publish/damaged', 'the index cannot be read', { file: index.manifest.files.index.name });
    throw error;
  }
  return index.segments.map(({ firstFile, fileCount }, number) => {
    const shard = opened[number] as Shard;
    const fileOrder = Uint32Array.from({ length: fileCount }, (_, i) => firstFile + i);
    return { number, shard, fileOrder, handle: { shard, name: `published-${number}`, users: 1 } };
  });
}

type RowsOf = (firstChunk: number) => ChunkRows;

/** Reads an outline, an image, or all chunks of a file at their places in its text. */
async function readSpan(
  index: PublishedIndex,
  { bundle, start, end }: BundleSpan,
  readTextOf: (fileIndex: number, length: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (bundle === PUBLISHED_BUNDLES.text) return readTextOf(start, end - start);
  const file = await index.openFile(bundle === PUBLISHED_BUNDLES.assets ? 'assets' : 'outlines');
  return readSpanBytes(file, [start, end]);
}

function toCollection(address: string, { manifest }: PublishedIndex): Collection {
  const { name, description, start, readingOnly, pages, index_id, settings, stats, sources } = manifest;
  return {
    id: toPublishedId(address),
    ...{ name, description, start, readingOnly, pages, index_id, settings, stats },
    generation: 1,
    sources: sources.map((source) => ({ ...source, state: 'INDEXED', remembered: false, skipped: 0 })),
    storedBytes: 0,
    createdAt: '',
    changedAt: '',
    readOnly: true,
    publishedAt: splitKey(address).folder,
  };
}
