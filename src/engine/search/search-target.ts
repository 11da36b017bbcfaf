import type { ChunkRow, Shard } from '../../kernel/contract.ts';
import type { FileNames } from '../../model/chunk.ts';
import type { FacetColumns } from '../../search/facets.ts';

export interface TextPlace {
  readonly fileIndex: number;
  readonly chunkIndex: number;
  readonly startByte: number;
  readonly endByte: number;
}

export interface TargetShard {
  readonly shard: Shard;
  readonly fileOrder: Uint32Array;
  /** Of its collection, where several are asked at once. */
  readonly stemming?: boolean;
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
  readonly shards: readonly TargetShard[];
  readonly stemming: boolean;
  /** Where several collections are asked at once: which of them a file is of. What two of them hold is found once [P10]. */
  memberOf?(fileIndex: number): number;
  /** Of a chunk, where it is not its place in the target. */
  refOf?(ordinal: number): string;
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
