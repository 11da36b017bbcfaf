import type { ChunkRow, Shard } from '../../kernel/contract.ts';
import type { FileNames } from '../../model/chunk.ts';
import type { FacetColumns } from '../../search/facets.ts';

export interface TextPlace {
  readonly fileIndex: number;
  readonly chunkIndex: number;
  readonly startByte: number;
  readonly endByte: number;
}

/** What a search needs of an open collection. Files are in path order; a chunk's ordinal is its place in ref order. */
export interface SearchTarget {
  readonly fileCount: number;
  fileAt(fileIndex: number): FileNames;
  /** Of a file that `prepareFiles` was called with. */
  titleAt?(fileIndex: number): string | undefined;
  readonly facets: FacetColumns;
  readonly ordinals: Uint32Array;
  readonly totalChunks: number;
  readonly shards: readonly { readonly shard: Shard; readonly fileOrder: Uint32Array }[];
  readonly stemming: boolean;
  /** Some files are in no shard yet. */
  readonly incomplete?: boolean;
  /** Reads all of the collection, where it is read as it is asked for. */
  complete?(): Promise<void>;
  /** Reads what `fileAt` and `readTexts` need to know of all files, or of these. */
  completeFiles?(): Promise<void>;
  /** Of any file, or its folder alone; absent until everything was read: what was not read is never used. */
  readonly pathOf?: ((file: number) => string) | undefined;
  prepareFiles?(indexes: readonly number[]): Promise<void>;
  /** Texts of byte spans of files' contents. */
  readTexts(places: readonly TextPlace[]): Promise<readonly string[]>;
  chunkId(fileIndex: number, row: ChunkRow): string;
}
