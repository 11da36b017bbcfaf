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
  /** The collection's own setting, when several are joined. */
  readonly stemming?: boolean;
}

/** The parts of an open collection that a search uses. Files are in path order; a chunk's ordinal is its place in ref order. */
export interface SearchTarget {
  /** Set for a published collection: reading all its files costs requests. */
  readonly isRemote?: boolean;
  readonly fileCount: number;
  fileAt(fileIndex: number): FileNames;
  /** Returns the title of a file passed to `prepareFiles`. */
  titleAt?(fileIndex: number): string | undefined;
  readonly facets: FacetColumns;
  readonly ordinals: Uint32Array;
  readonly totalChunks: number;
  readonly shards: readonly TargetShard[];
  readonly stemming: boolean;
  /** Returns the index of the joined collection that has the file. Chunks in two of them are found once [P10]. */
  memberOf?(fileIndex: number): number;
  /** Returns a chunk's ref if it does not follow from its ordinal. */
  refOf?(ordinal: number): string;
  /** Whether some files are in no shard yet. */
  readonly incomplete?: boolean;
  /** Reads the whole collection, if it is loaded on demand. */
  complete?(): Promise<void>;
  /** Reads what `fileAt` and `readTexts` need, for all files or for these. */
  completeFiles?(): Promise<void>;
  /** Returns the path of any file, or only its folder; absent until everything was read, since unread entries must not be used. */
  readonly pathOf?: ((file: number) => string) | undefined;
  prepareFiles?(indexes: readonly number[]): Promise<void>;
  /** Reads the texts of byte spans of files' contents. */
  readTexts(places: readonly TextPlace[]): Promise<readonly string[]>;
  chunkId(fileIndex: number, row: ChunkRow): string;
}
