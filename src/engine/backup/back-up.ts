import { writeToSink } from '../../export/write-to-sink.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import { createZipWriter, type ZipWriter } from '../../zip/zip-writer.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import { readPieces } from '../collection/copy-collection.ts';
import { withWriteLock } from '../collection/with-write-lock.ts';
import type { BackUpOptions, ExportAnswer } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import { createExportSink } from '../output/export-sink.ts';
import {
  encodeHead,
  encodeRecord,
  HEAD_ENTRY,
  SAVED_TABLES,
  toRecordsEntry,
  toRowEntry,
  toStoredEntry,
} from './backup-format.ts';

/** Writes a backup. Holds at most a piece of a file or some records in memory. */
export async function backUp(
  context: Pick<EngineContext, 'deps' | 'collectionRecords'>,
  { collectionIds, settings, target }: BackUpOptions,
  job: Job,
): Promise<ExportAnswer> {
  const madeAt = new Date().toISOString();
  const fileName = `quire-backup-${madeAt.slice(0, 10)}.zip`;
  const sizes = (await context.deps.store.usage()).perCollection.filter(({ id }) => collectionIds.includes(id));
  job.expect(
    collectionIds.length,
    sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  job.phase('write');
  const sink = await createExportSink(target, fileName);
  const written = await writeToSink({ sink, signal: job.signal }, async () => {
    const zip = createZipWriter(sink);
    await zip.add(HEAD_ENTRY, encodeHead({ madeAt, settings }));
    // In the byte order of their entries.
    for (const id of [...collectionIds].sort()) {
      await addCollection(context, { zip, id, job });
      job.step({ done: 1 });
    }
    await zip.finish();
    return { bytes: zip.writtenBytes, entries: zip.entryCount };
  });
  const blob = await sink.blob();
  return { fileName, ...written, ...(blob === undefined ? {} : { blob }) };
}

/** Reads row and records under the write lock, so that they belong together; then the files, which the open generation keeps. */
async function addCollection(
  { deps: { store }, collectionRecords }: Pick<EngineContext, 'deps' | 'collectionRecords'>,
  { zip, id, job }: { readonly zip: ZipWriter; readonly id: string; readonly job: Job },
): Promise<void> {
  const generation = await withWriteLock(store, id, { action: 'backup', job }, async () => {
    const opened = await store.openGeneration(id);
    try {
      job.step({ path: opened.row.collection.name });
      await zip.add(toRowEntry(id), toUtf8(JSON.stringify(opened.row)));
      await zip.addStream(toRecordsEntry(id), readRecords(collectionRecords.of(id), job));
      return opened;
    } catch (error) {
      opened.release();
      throw error;
    }
  });
  try {
    const files = [...generation.row.files].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const file of files) await zip.addStream(toStoredEntry(id, file.name), readPieces(generation, file, job));
  } catch (error) {
    if (!isAppError(error) || error.code !== 'store/damaged') throw error;
    throw new AppError(error.code, error.message, { ...error.details, path: generation.row.collection.name });
  } finally {
    generation.release();
  }
}

/** Records per read: a record of a snapshot has half a megabyte. */
const RECORDS_PER_READ = 32;

async function* readRecords(records: OwnRecords, job: Job): AsyncGenerator<Uint8Array> {
  for (const table of SAVED_TABLES) {
    let after: string | undefined;
    do {
      job.throwIfCancelled();
      const page = { prefix: '', limit: RECORDS_PER_READ, ...(after === undefined ? {} : { after }) };
      const found = await records.list(table, page);
      for (const [key, value] of found) yield encodeRecord({ table, key, value });
      after = found.length < RECORDS_PER_READ ? undefined : found.at(-1)?.[0];
    } while (after !== undefined);
  }
}
