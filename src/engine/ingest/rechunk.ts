import type { JobSummary } from '../../model/job.ts';
import { remakeLeaves } from '../collection/remake-leaf.ts';
import type { Change } from '../collection/with-collection.ts';
import type { EngineDeps } from '../deps.ts';
import { type Job, toSummary } from '../jobs.ts';

/** Makes every leaf again from its stored bytes, with the settings of the change; needs no source. */
export async function rechunk(deps: EngineDeps, change: Change, job: Job): Promise<JobSummary> {
  const { writer, generation } = change;
  const { settings } = change.collection;
  const { entries } = writer;
  await remakeLeaves(deps, { writer, generation, settings }, { job });
  job.phase('index');
  await writer.commit('final', (base) => ({ ...base, settings, changedAt: new Date().toISOString() }));
  const { files, empty, refused } = entries.totals;
  return toSummary(job, { indexed: files - empty, withoutText: empty + refused });
}
