import { fromShortUtf8 } from '../lib/bytes.ts';
import { toFolder } from '../search/facets.ts';
import { COLUMN } from './entry-columns.ts';
import type { EntryTable } from './entry-table.ts';

/** What opening needs of every file stands in columns, so that it need not look at each. */
export interface TableColumns {
  /** Where the entry begins in the body. */
  readonly starts: Uint32Array;
  readonly chunkCounts: Uint32Array;
  readonly shards: Int32Array;
  /** Names of sources and top folders, by number. A file in no folder has the empty name. */
  readonly sources: Uint32Array;
  readonly folders: Uint32Array;
  readonly kinds: Uint8Array;
  readonly kept: Uint8Array;
}
export const COLUMN_BYTES = 22;

export function createColumns(count: number, buffer: ArrayBuffer, at = 0): TableColumns {
  return {
    starts: new Uint32Array(buffer, at, count),
    chunkCounts: new Uint32Array(buffer, at + count * 4, count),
    shards: new Int32Array(buffer, at + count * 8, count),
    sources: new Uint32Array(buffer, at + count * 12, count),
    folders: new Uint32Array(buffer, at + count * 16, count),
    kinds: new Uint8Array(buffer, at + count * 20, count),
    kept: new Uint8Array(buffer, at + count * 21, count),
  };
}

/** All but `starts`. `nameOf` numbers the names of folders. */
export function fillColumns(
  columns: TableColumns,
  entries: EntryTable,
  order: Uint32Array,
  nameOf: (name: string) => number,
): void {
  const get = entries.columns.get;
  const folderOf = createFolderOf(entries);
  order.forEach((row, i) => {
    columns.chunkCounts[i] = get(row, COLUMN.chunks);
    columns.shards[i] = get(row, COLUMN.shard);
    columns.sources[i] = get(row, COLUMN.source);
    columns.folders[i] = nameOf(folderOf(row));
    columns.kinds[i] = get(row, COLUMN.kind);
    columns.kept[i] = get(row, COLUMN.isKept);
  });
}

/** The source's slug where it stands before the path, else the beginning of the path. Rows in path order share it with the one before. */
function createFolderOf({ columns: { get }, names, head }: EntryTable): (row: number) => string {
  let last = '';
  return (row) => {
    const prefix = names[get(row, COLUMN.prefix)] as string;
    if (prefix.includes('/')) return toFolder(prefix);
    const start = get(row, COLUMN.relStart);
    const bytes = head(row);
    const length = bytes.indexOf(SLASH, start) + 1 - start;
    if (length <= 0 || length > get(row, COLUMN.relLength)) return '';
    if (!isSame(bytes, start, length, last)) last = fromShortUtf8(bytes.subarray(start, start + length));
    return last;
  };
}

const SLASH = 0x2f;

/** Only of ASCII: other text is decoded again. */
function isSame(bytes: Uint8Array, start: number, length: number, text: string): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] as number;
    if (byte !== text.charCodeAt(i) || byte >= 0x80) return false;
  }
  return true;
}
