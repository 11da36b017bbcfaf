import { fromBase64, fromUtf8, toBase64, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import { CollectionRow, IndexesRow } from '../../model/schema/store-row.ts';
import * as z from '../../model/schema/zod.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import { type IndexRow, RECORD_TABLES, type RecordTable } from '../../store/contract.ts';
import type { CollectionRecord } from '../collection/collection-records.ts';

/**
 * A backup is a zip: `backup.json`, and in `collections/<id>/` the row of each collection, its records and its stored files, byte for byte
 * (docs/formats/backup.md).
 */
const BACKUP_VERSION = 1;
export const HEAD_ENTRY = 'backup.json';
const COLLECTIONS = 'collections/';
const ROW = '/collection.json';

export const toRowEntry = (id: string): string => COLLECTIONS + id + ROW;
export const toRecordsEntry = (id: string): string => `${COLLECTIONS}${id}/records.jsonl`;
export const toStoredEntry = (id: string, name: string): string => `${COLLECTIONS}${id}/stored/${name}`;

/** Returns the id of the collection whose row the entry is. */
export function findRowId(entry: string): string | undefined {
  return entry.startsWith(COLLECTIONS) && entry.endsWith(ROW)
    ? entry.slice(COLLECTIONS.length, -ROW.length)
    : undefined;
}

/** Tables in a backup. A folder handle is a permission of one browser: the user chooses the folder again. */
export const SAVED_TABLES: readonly RecordTable[] = RECORD_TABLES.filter((table) => table !== 'handles');

/** The first entry. `settings` are texts of the page's own storage. */
export interface BackupHead {
  readonly madeAt: string;
  readonly settings: Readonly<Record<string, string>>;
}

export function encodeHead(head: BackupHead): Uint8Array {
  return toUtf8(JSON.stringify({ format: 'quire-backup', version: BACKUP_VERSION, ...head }));
}

const Head = z.looseObject({
  format: z.literal('quire-backup'),
  version: z.number(),
  madeAt: z.string(),
  settings: z.record(z.string(), z.string()),
});

/** Throws `import/not-ours` for any other file of this name, and `import/newer-format`. */
export function parseHead(bytes: Uint8Array): BackupHead {
  const head = Head.safeParse(parseJson(bytes));
  if (!head.success) throw new AppError('import/not-ours', 'the file is not a backup', { path: HEAD_ENTRY });
  refuseNewer(HEAD_ENTRY, head.data.version, BACKUP_VERSION);
  return head.data;
}

/** Throws `import/damaged` and `import/newer-format`. */
export function parseRow(path: string, bytes: Uint8Array, id: string): IndexRow {
  const parsed = parseJson(bytes) as Partial<IndexRow> | undefined;
  const collection = CollectionRow.safeParse(parsed?.collection);
  const index = IndexesRow.safeParse({ ...parsed, id });
  if (collection.data?.id !== id || !index.success)
    throw new AppError('import/damaged', 'the row is damaged', { path });
  refuseNewer(path, index.data.formatVersion, FORMAT_VERSION);
  return parsed as IndexRow;
}

function refuseNewer(path: string, actual: number, limit: number): void {
  if (actual > limit) throw new AppError('import/newer-format', 'a newer release wrote this', { path, actual, limit });
}

/** Returns undefined if it is not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(bytes));
  } catch {
    return undefined;
  }
}

const BYTES = '$bytes';
/** An object that looks like encoded bytes. */
const OBJECT = '$object';

/** Encodes a record as a line. Bytes, which JSON lacks, are base64 in an object of their own. */
export function encodeRecord({ table, key, value }: CollectionRecord): Uint8Array {
  return toUtf8(`${JSON.stringify([table, key, value], encodeValue)}\n`);
}

function encodeValue(_key: string, value: unknown): unknown {
  const type = Object.prototype.toString.call(value);
  if (type === '[object Uint8Array]') return { [BYTES]: toBase64(value as Uint8Array) };
  // Written as JSON, it would come back as something else.
  if (/Map|Set|Buffer|Blob/.test(type) || ArrayBuffer.isView(value))
    throw new AppError('app/unexpected', 'a record has a value that a backup cannot hold');
  const isMarked = typeof value === 'object' && value !== null && (BYTES in value || OBJECT in value);
  return isMarked ? { [OBJECT]: Object.entries(value) } : value;
}

/** Returns undefined for a line that no backup has. */
export function decodeRecord(line: Uint8Array): CollectionRecord | undefined {
  try {
    const [table, key, value] = JSON.parse(fromUtf8(line), decodeValue) as [RecordTable, unknown, unknown];
    return SAVED_TABLES.includes(table) && typeof key === 'string' ? { table, key, value } : undefined;
  } catch {
    return undefined;
  }
}

function decodeValue(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { [BYTES]: bytes, [OBJECT]: entries } = value as Readonly<Record<string, unknown>>;
  if (typeof bytes === 'string') return fromBase64(bytes);
  return Array.isArray(entries) ? Object.fromEntries(entries) : value;
}
