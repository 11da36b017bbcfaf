export const TABLE_VERSION = 4;
/** Version of older collections, which are rebuilt from the files their tables name. */
export const OLDEST_TABLE_VERSION = 2;

/** Facts of every file in columns, so that opening a table need not decode entries. */
export interface TableColumns {
  /** Start of the entry in the body. */
  readonly starts: Uint32Array;
  readonly chunkCounts: Uint32Array;
  readonly shards: Int32Array;
  /** Numbers of source and top-folder names. A file outside folders has the empty name. */
  readonly sources: Uint32Array;
  readonly folders: Uint32Array;
  /** Numbers of the names of tags; empty in tables before version 4. */
  readonly tags: Uint32Array;
  readonly kinds: Uint8Array;
  readonly kept: Uint8Array;
}

/** Bytes of one entry in the columns. */
export function toColumnBytes(version: number): number {
  return version < 4 ? 22 : 26;
}

export function createColumns(count: number, version: number, buffer: ArrayBuffer): TableColumns {
  const bytesAt = count * (toColumnBytes(version) - 2);
  return {
    starts: new Uint32Array(buffer, 0, count),
    chunkCounts: new Uint32Array(buffer, count * 4, count),
    shards: new Int32Array(buffer, count * 8, count),
    sources: new Uint32Array(buffer, count * 12, count),
    folders: new Uint32Array(buffer, count * 16, count),
    tags: new Uint32Array(buffer, count * 20, version < 4 ? 0 : count),
    kinds: new Uint8Array(buffer, bytesAt, count),
    kept: new Uint8Array(buffer, bytesAt + count, count),
  };
}
