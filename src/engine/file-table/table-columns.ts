export const TABLE_VERSION = 5;
/** Version of older collections, which are rebuilt from the files their tables name. */
export const OLDEST_TABLE_VERSION = 3;

/** Bytes of one entry in the columns. */
export function toColumnBytes(version: number): number {
  return version < 4 ? 22 : 26;
}

/** Facts of every file in columns, so that opening a table need not decode entries. */
export function createColumns(count: number, version: number, buffer: ArrayBuffer) {
  const bytesAt = count * (toColumnBytes(version) - 2);
  return {
    /** Start of the entry in the body. */
    starts: new Uint32Array(buffer, 0, count),
    chunkCounts: new Uint32Array(buffer, count * 4, count),
    shards: new Int32Array(buffer, count * 8, count),
    /** Numbers of source and top-folder names. A file outside folders has the empty name. */
    sources: new Uint32Array(buffer, count * 12, count),
    folders: new Uint32Array(buffer, count * 16, count),
    /** Numbers of the names of tags; empty in tables before version 4. */
    tags: new Uint32Array(buffer, count * 20, version < 4 ? 0 : count),
    kinds: new Uint8Array(buffer, bytesAt, count),
    kept: new Uint8Array(buffer, bytesAt + count, count),
  };
}
