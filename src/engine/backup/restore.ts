import { createEntryReader, readImportDirectory } from '../../export/import/import-zip-reader.ts';
import { pauseForEvents } from '../../lib/async/priorities.ts';
import { concatBytes, toHex } from '../../lib/bytes.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import type { IndexRow, Store, StoredFile } from '../../store/contract.ts';
import type { ZipEntry } from '../../zip/zip-entry.ts';
import { COLLECTION_ID, type CollectionRecord } from '../collection/collection-records.ts';
import { withWriteLock } from '../collection/with-write-lock.ts';
import type { BackupContents, RestoreAnswer, RestoreOptions } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import {
  decodeRecord,
  findRowId,
  HEAD_ENTRY,
  parseHead,
  parseRow,
  toRecordsEntry,
  toRowEntry,
  toStoredEntry,
} from './backup-format.ts';

/** An open backup. */
interface Backup {
  readonly ids: readonly string[];
  /** Yields the bytes of an entry; `import/damaged` has its path. */
  stream(path: string): AsyncGenerator<Uint8Array>;
  /** For entries that JSON is read from. */
  readWhole(path: string): Promise<Uint8Array>;
}

/** A row has about 150 bytes per stored file; settings and lines of records have a few hundred kilobytes at most. */
const MAX_TEXT_BYTES = 64_000_000;

/** Throws `import/not-ours` for another file, `import/damaged` for one that is cut off. */
async function openBackup(file: Blob): Promise<Backup> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (magic[0] !== 0x50 || magic[1] !== 0x4b) throw new AppError('import/not-ours', 'the file is not a zip');
  // No limit in total: each piece is stored before the next one is read.
  const entries = new Map((await readImportDirectory(file, Number.POSITIVE_INFINITY)).map((one) => [one.name, one]));
  if (!entries.has(HEAD_ENTRY)) throw new AppError('import/not-ours', 'the zip is not a backup');
  const read = createEntryReader(file);

  function getEntry(path: string): ZipEntry {
    const entry = entries.get(path);
    if (entry === undefined) throw new AppError('import/damaged', 'an entry is missing', { path });
    return entry;
  }
  async function* stream(path: string): AsyncGenerator<Uint8Array> {
    try {
      yield* read(getEntry(path));
    } catch (error) {
      throw isAppError(error) ? new AppError(error.code, error.message, { ...error.details, path }) : error;
    }
  }
  async function readWhole(path: string): Promise<Uint8Array> {
    const { size } = getEntry(path);
    if (size > MAX_TEXT_BYTES) throw refuseLong(path, size);
    const parts: Uint8Array[] = [];
    for await (const part of stream(path)) parts.push(part);
    return concatBytes(parts);
  }
  return { ids: [...entries.keys()].flatMap((name) => findRowId(name) ?? []), stream, readWhole };
}

function refuseLong(path: string, actual: number): AppError {
  return new AppError('import/damaged', 'an entry is too long', { path, limit: MAX_TEXT_BYTES, actual });
}

/** Throws `import/not-ours`, `import/damaged` and `import/newer-format`. */
export async function readBackup(file: Blob): Promise<BackupContents> {
  const backup = await openBackup(file);
  const { madeAt, settings } = parseHead(await backup.readWhole(HEAD_ENTRY));
  const collections: Collection[] = [];
  for (const id of backup.ids) collections.push((await readRow(backup, id)).collection);
  return { madeAt, settings, collections };
}

async function readRow(backup: Backup, id: string): Promise<IndexRow> {
  const path = toRowEntry(id);
  return parseRow(path, await backup.readWhole(path), id);
}

type Context = Pick<EngineContext, 'deps' | 'collectionRecords'>;

export async function restoreBackup(
  context: Context,
  { file, collections }: RestoreOptions,
  job: Job,
): Promise<RestoreAnswer> {
  const { store } = context.deps;
  const backup = await openBackup(file);
  parseHead(await backup.readWhole(HEAD_ENTRY));
  job.phase('save');
  job.expect(collections.length, 0);
  const restored: Collection[] = [];
  const failed: RestoreAnswer['failed'][number][] = [];
  for (const { id, name, replaces } of collections) {
    job.step({ path: name });
    try {
      restored.push(await restoreCollection(context, { backup, id, name, job }));
      if (replaces !== undefined) await deleteReplaced(store, replaces, job);
    } catch (error) {
      if (!isAppError(error) || !error.code.startsWith('import/')) throw error;
      const { code, message, details } = error;
      failed.push({ name, code, message, details });
    }
    job.step({ done: 1 });
  }
  return { collections: restored, failed };
}

/** Waits for a change that is running, so that it does not fail. */
async function deleteReplaced(store: Store, id: string, job: Job): Promise<void> {
  const keptUntil = new Date(Date.now() + LIMITS.keepDeletedDays * 86_400_000).toISOString();
  await withWriteLock(store, id, { action: 'restore', job }, () => store.deleteCollection(id, { keptUntil }));
}

interface Restored {
  readonly backup: Backup;
  readonly id: string;
  readonly name: string;
  readonly job: Job;
}

/** Restores a collection under its id, or under a new one if a collection here, also a deleted one, has its id. */
async function restoreCollection(context: Context, { backup, id, name, job }: Restored): Promise<Collection> {
  const { store } = context.deps;
  const row = await readRow(backup, id);
  const write = (newId: string) =>
    withWriteLock(store, newId, { action: 'restore', job }, async () => {
      if ((await store.listIds()).includes(newId)) return undefined;
      return writeCollection(context, { backup, id, job }, toRestoredRow(row, newId, name));
    });
  const kept = COLLECTION_ID.test(id) ? await write(id) : undefined;
  return kept ?? ((await write(toHex(crypto.getRandomValues(new Uint8Array(8))))) as Collection);
}

/** The handles of folders are not in the backup. */
function toRestoredRow({ collection, ...row }: IndexRow, id: string, name: string): IndexRow {
  const sources = collection.sources.map((source) => ({ ...source, remembered: false }));
  return { ...row, collection: { ...collection, id, name, sources } };
}

/** Writes records first: a collection that is visible must be complete. */
async function writeCollection(
  { deps: { store }, collectionRecords }: Context,
  { backup, id, job }: Omit<Restored, 'name'>,
  row: IndexRow,
): Promise<Collection> {
  const newId = row.collection.id;
  // A restore that was killed may have left some.
  await collectionRecords.removeAll(newId);
  try {
    for await (const records of readRecords(backup, toRecordsEntry(id))) {
      job.throwIfCancelled();
      await collectionRecords.write(
        newId,
        records.map((record) => toOwnRecord(record, id, newId)),
      );
    }
    return await writeFiles(store, { backup, id, job }, row);
  } catch (error) {
    // If this fails too, the next start removes them.
    if (!(await store.listIds()).includes(newId)) await collectionRecords.removeAll(newId).catch(() => {});
    throw error;
  }
}

const RECORDS_PER_WRITE = 32;

/** Yields the records in groups. Throws `import/damaged` with the number of the line. */
async function* readRecords(backup: Backup, path: string): AsyncGenerator<readonly CollectionRecord[]> {
  let line = 0;
  let group: CollectionRecord[] = [];
  let parts: Uint8Array[] = [];
  for await (const piece of backup.stream(path)) {
    let at = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, at)) {
      line++;
      const record = decodeRecord(concatBytes([...parts, piece.subarray(at, end)]));
      if (record === undefined) throw new AppError('import/damaged', 'a record is damaged', { path, line });
      group.push(record);
      parts = [];
      at = end + 1;
      if (group.length < RECORDS_PER_WRITE) continue;
      yield group;
      group = [];
    }
    // The next read may reuse the bytes.
    parts.push(piece.slice(at));
    const waiting = parts.reduce((sum, { length }) => sum + length, 0);
    if (waiting > MAX_TEXT_BYTES) throw refuseLong(path, waiting);
  }
  yield group;
}

/** Stored jobs name their collection. */
function toOwnRecord(record: CollectionRecord, from: string, to: string): CollectionRecord {
  const { table, value } = record;
  if (table !== 'jobs' || (value as { collectionId?: unknown } | null)?.collectionId !== from) return record;
  return { ...record, value: { ...(value as object), collectionId: to } };
}

/** Commits the stored files as they were: under their names, with the same hashes. */
async function writeFiles(
  store: Store,
  { backup, id, job }: Omit<Restored, 'name'>,
  { collection, generation, formatVersion, files }: IndexRow,
): Promise<Collection> {
  const commit = await store.beginCommit(collection.id, generation);
  try {
    const written: StoredFile[] = [];
    for (const { name, role, shard, length, hash } of files) {
      const path = toStoredEntry(id, name);
      const writer = await commit.createFile(role, shard, name).catch((error: unknown) => {
        if (!isAppError(error) || error.code !== 'store/damaged') throw error;
        throw new AppError('import/damaged', error.message, { path });
      });
      for await (const piece of backup.stream(path)) {
        job.throwIfCancelled();
        await writer.write(piece);
        job.step({ doneBytes: piece.length });
      }
      const file = await writer.finish();
      // A store in memory has no hashes.
      const isSame = file.length === length && (file.hash === hash || file.hash === '' || hash === '');
      if (!isSame) throw new AppError('import/damaged', 'a file differs', { path, limit: length, actual: file.length });
      written.push(file);
      await pauseForEvents();
    }
    return (await commit.commit({ collection, formatVersion, files: written })).collection;
  } finally {
    await commit.abort();
  }
}
