import type { JobSummary } from '../model/job.ts';
import type { Settings } from '../model/settings.ts';
import { toSettings } from '../model/to-settings.ts';
import type { Generation } from '../store/contract.ts';
import { openForChange, toWriterTable } from './change-collection.ts';
import { createCollectionWriter } from './collection-writer.ts';
import type { EngineContext } from './context.ts';
import type { FileEntry, PackSpan } from './file-entry.ts';
import type { Job } from './jobs.ts';
import { findFile } from './load-leaves.ts';

/** Makes every leaf again from the bytes that are kept; no source is needed. */
export async function rechunk(
  { parts, collections }: EngineContext,
  options: { collectionId: string; settings: Partial<Settings>; job: Job },
): Promise<JobSummary> {
  const { job, collectionId } = options;
  const change = await openForChange(parts, collectionId);
  const settings = toSettings(options.settings, change.collection.settings);
  const collection = { ...change.collection, settings };
  const writer = createCollectionWriter(parts, {
    collection,
    table: toWriterTable(change.table),
    generation: change.generation,
  });
  try {
    const { entries } = writer;
    job.expect(entries.size, entries.figures.bytes);
    job.phase('chunk');
    for (const row of entries.rows()) {
      job.throwIfCancelled();
      const entry = entries.entry(row);
      const bytes = await readOriginal(change.generation, entry);
      const result = await parts.leafMaker.make({
        path: entry.path,
        bytes,
        settings,
        ...(entry.meta === undefined ? {} : { meta: entry.meta }),
      });
      const { sourceId, relPath, path, mtimeMs, meta } = entry;
      await writer.put(
        { sourceId, relPath, path, mtimeMs, bytes: entry.bytes, ...(meta === undefined ? {} : { meta }) },
        result,
      );
      job.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
    }
    job.phase('index');
    await writer.publish('final', (base) => ({ ...base, settings, changedAt: new Date().toISOString() }));
    await collections.refresh(collectionId);
    return {
      indexed: entries.size,
      unchanged: 0,
      removed: 0,
      skipped: 0,
      failed: 0,
      elapsedMs: Math.round(job.elapsedMs),
    };
  } finally {
    await writer.abort();
    await change.done();
  }
}

/** The file's own bytes as its source gave them. */
export async function readOriginal(generation: Generation, entry: FileEntry): Promise<Uint8Array> {
  const span: PackSpan = entry.original ?? entry.contents;
  return (await generation.read(findFile(generation, span.pack), span.start, span.end)).slice();
}
