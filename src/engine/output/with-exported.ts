import type { EngineContext } from '../engine-context.ts';
import { finishReading } from '../ingest/finish-reading.ts';
import type { Job } from '../jobs.ts';
import type { OpenCollection } from '../open/open-collection.ts';
import { type MaskName, withMasked } from './mask-collection.ts';

/** What leaves is whole where it can be. Where a grammar cannot be had, the app says beforehand what the export will lack. */
export async function waitForOutlines(context: EngineContext, collectionId: string, job: Job): Promise<void> {
  const isWhole = await context.collections.usePartial(collectionId, ({ generation }) => {
    const { stats, readOnly } = generation.row.collection;
    return readOnly === true || stats.incomplete_files === 0;
  });
  if (!isWhole) await finishReading(context, collectionId, job);
}

/** The collection itself, or its masked twin. What is published was masked by then, or is public as it is. */
export async function withExported<T>(
  { deps, masked }: EngineContext,
  open: OpenCollection,
  options: { mask: boolean; allowedSecrets?: readonly string[]; job?: Job },
  work: (exported: OpenCollection, maskName: MaskName) => Promise<T>,
): Promise<T> {
  if (!options.mask || open.isRemote) return work(open, (text) => text);
  const { job, allowedSecrets = [] } = options;
  // In the twin that is kept nothing is allowed.
  if (job === undefined && allowedSecrets.length === 0) return masked.use(open, work);
  return withMasked(deps, { open, allowed: new Set(allowedSecrets), ...(job === undefined ? {} : { job }) }, work);
}
