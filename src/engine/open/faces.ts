import type { ChunkRow, Leaf, Shard } from '../../kernel/contract.ts';
import type { RunSlice } from '../../lib/async/priorities.ts';
import type { FileNames, FileRow } from '../../model/chunk.ts';
import type { Collection } from '../../model/collection.ts';
import type { Traffic } from '../../publish/contract.ts';
import type { FacetColumns } from '../../search/facets.ts';
import type { IndexRow } from '../../store/contract.ts';
import type { FileEntry, FileTable } from '../file-table/file-entry.ts';
import type { SharedShard } from '../shards/shared-shards.ts';

/** The files of a collection: the kept ones in path order, and which chunks are theirs. A chunk's ordinal is its place in ref order. */
export interface CollectionFiles {
  readonly collection: Collection;
  /** Whether it is on a host and read as a whole only on request. */
  readonly isRemote: boolean;
  readonly fileCount: number;
  /** Reads the rest of the table, if it is on a host. */
  completeFiles(): Promise<void>;
  /** Reads when each file was changed, in milliseconds; NaN if that is not known. */
  readDates(): Promise<Float64Array>;
  file(fileIndex: number): FileEntry;
  row(fileIndex: number): FileRow;
  fileNames(fileIndex: number): FileNames;
  /** Finds a file among those read so far; `completeFiles` reads all. */
  findFileIndex(path: string): number | undefined;
  /** First ordinal of every file; one more entry holds the total. */
  readonly ordinals: Uint32Array;
  readonly totalChunks: number;
  fileOfOrdinal(ordinal: number): number;
  readonly refs: ChunkRefs;
}

/** Short names of chunks. If collections are joined, a ref starts with the id of its own. */
export interface ChunkRefs {
  of(ordinal: number): string;
  parse(text: string): number | undefined;
}

/** The texts of a collection: chunks, contents, originals. */
export interface CollectionTexts {
  /** Reads the data that `row` and `chunkRow` need for all chunks of these files. */
  prepareChunks(fileIndexes: readonly number[]): Promise<void>;
  chunkRow(fileIndex: number, chunkIndex: number): ChunkRow;
  /** Finds ordinals by the first characters of chunk ids. */
  findIds(shortId: string): Promise<readonly number[]>;
  /** Reads the texts of byte spans of files' contents. */
  readTexts(places: readonly TextPlace[]): Promise<readonly string[]>;
  readLeaf(fileIndex: number): Promise<Uint8Array>;
  readContents(fileIndex: number): Promise<Uint8Array>;
  /** Reads the file's own bytes; its contents if only those are stored. */
  readOriginal(fileIndex: number): Promise<Uint8Array>;
}

/** A byte span of a file's contents, and the chunk it belongs to. */
export interface TextPlace {
  readonly fileIndex: number;
  readonly chunkIndex: number;
  readonly startByte: number;
  readonly endByte: number;
}

/** The index of a collection: ranks, counts by facet, suggests. */
export interface SearchableIndex {
  /** Columns by file index. */
  readonly facets: FacetColumns;
  /** Returns the path of a file, or only its folder; undefined while neither is known without reading more. */
  readonly pathOf: ((fileIndex: number) => string) | undefined;
  readonly shards: readonly OpenShard[];
  /** Whether some files are in no shard yet. */
  readonly incomplete: boolean;
  /** Whether all shards were read; otherwise only prepared files may be accessed. */
  readonly isComplete: boolean;
  /** Reads the rest in slices of a few milliseconds, so that a search can run between two of them. */
  complete(runSlice?: RunSlice): Promise<void>;
}

export interface OpenShard {
  readonly number: number;
  readonly shard: Shard;
  /** Index of each file in the shard, in path order. */
  readonly fileOrder: Uint32Array;
  readonly handle: SharedShard;
  /** The collection's own setting, when several are joined. */
  readonly stemming?: boolean;
}

/** A collection with all three faces: stored, published, or several joined. */
export interface SearchedCollection extends CollectionFiles, CollectionTexts, SearchableIndex {}

/** A collection as exports read it: all of it, or selected and masked file by file. */
export interface ExportedCollection extends CollectionFiles, CollectionTexts {
  /** Returns entries of refused files too, and skips. */
  readTable(): Promise<FileTable>;
  readonly terms: IndexTerms;
}

/** The part of an index that exports need. */
export interface IndexTerms {
  /** Body tokens of every chunk in ref order. */
  docLens(): Promise<Uint32Array>;
  /** Sums over all chunks. */
  fieldTotals(): Promise<FieldTotals>;
  /** Body terms in byte order with (chunk ordinal, tf) pairs. */
  list(): AsyncIterable<{ readonly term: string; readonly pairs: Uint32Array }>;
}

export type FieldTotals = ReturnType<Shard['fieldTotals']>;

/** One generation or one published state. It stays open until its last user releases it, so that a running search survives a newer commit. */
export interface OpenCollection extends SearchedCollection, ExportedCollection {
  /** The row of its generation; undefined if it is on a host or a copy. */
  readonly stored: IndexRow | undefined;
  /** Reads what the leaf maker returned for a file, also for a refused one. */
  readStored(entry: FileEntry): Promise<Leaf>;
  /** Returns the requests made to its host; undefined if it is stored. */
  traffic(): Promise<Traffic | undefined>;
  /** Returns false if the collection is closed and must not be used. */
  retain(): boolean;
  release(): void;
}

export function listRows({ fileCount, row }: CollectionFiles): FileRow[] {
  return Array.from({ length: fileCount }, (_, i) => row(i));
}

export function listEntries({ fileCount, file }: CollectionFiles): FileEntry[] {
  return Array.from({ length: fileCount }, (_, i) => file(i));
}
