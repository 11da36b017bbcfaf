import type { EngineContext } from '../engine-context.ts';
import { finishReading } from '../ingest/finish-reading.ts';
import type { Job } from '../jobs.ts';
import type { OpenCollection } from '../open/faces.ts';
import { type MaskName, withMasked } from './mask-collection.ts';

/** Makes missing outlines before an export. If a grammar is unavailable, the app tells the user beforehand. */
export async function waitForOutlines(context: EngineContext, collectionId: string, job: Job): Promise<void> {
  const isWhole = await context.collections.withPartialCollection(
    collectionId,
    ({ collection: { stats, readOnly } }) => {
      return readOnly === true || stats.incomplete_files === 0;
    },
  );
  if (!isWhole) await finishReading(context, collectionId, job);
}

/** Calls `work` with the collection or its masked copy. Published collections were masked at publication, or are public. */
export async function withExported<T>(
  { deps, masked }: EngineContext,
  open: OpenCollection,
  options: { mask: boolean; allowedSecrets?: readonly string[]; job?: Job },
  work: (exported: OpenCollection, maskName: MaskName) => Promise<T>,
): Promise<T> {
  if (!options.mask || open.isRemote) return work(open, (text) => text);
  const { job, allowedSecrets = [] } = options;
  // The cached copy has no allowed secrets.
  if (job === undefined && allowedSecrets.length === 0) return masked.withCopy(open, work);
  return withMasked(deps, { open, allowed: new Set(allowedSecrets), ...(job === undefined ? {} : { job }) }, work);
}
