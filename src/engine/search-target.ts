import type { ChunkRow, Shard } from '../kernel/contract.ts';
import type { FileNames } from '../model/chunk.ts';
import type { FacetColumns } from '../search/facets.ts';

/** What a search needs of an open collection. Files are in path order; a chunk's ordinal is its place in ref order. */
export interface SearchTarget {
  readonly fileCount: number;
  fileAt(fileIndex: number): FileNames;
  readonly facets: FacetColumns;
  readonly ordinals: Uint32Array;
  readonly totalChunks: number;
  readonly shards: readonly { readonly shard: Shard; readonly fileOrder: Uint32Array }[];
  readonly stemming: boolean;
  /** Some files are in no shard yet. */
  readonly incomplete?: boolean;
  /** Reads all of the shards, where they are read as they are asked for. */
  complete?(): Promise<void>;
  /** Text of a byte span of a file's contents. */
  readText(fileIndex: number, startByte: number, endByte: number): Promise<string>;
  chunkId(fileIndex: number, row: ChunkRow): string;
}
