import type { JobSummary } from '../model/job.ts';
import type { Settings } from '../model/settings.ts';
import { toSettings } from '../model/to-settings.ts';
import { openForChange, toWriterTable } from './change-collection.ts';
import { createCollectionWriter } from './collection-writer.ts';
import type { EngineContext } from './context.ts';
import { type Job, toSummary } from './jobs.ts';
import { remakeLeaf } from './remake-leaf.ts';

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
      await remakeLeaf(parts, { writer, generation: change.generation, settings }, entry);
      job.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
    }
    job.phase('index');
    await writer.publish('final', (base) => ({ ...base, settings, changedAt: new Date().toISOString() }));
    await collections.refresh(collectionId);
    const { files, empty, refused } = entries.figures;
    return toSummary(job, { indexed: files - empty, withoutText: empty + refused });
  } finally {
    await writer.abort();
    await change.done();
  }
}
