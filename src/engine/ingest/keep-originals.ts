import type { Collection } from '../../model/collection.ts';
import type { JobSummary } from '../../model/job.ts';
import { isDroppable } from '../collection/read-original.ts';
import type { Change } from '../collection/with-collection.ts';
import { type Job, toSummary } from '../jobs.ts';

/** Sets whether documents or only their texts are stored; drops stored documents with this commit if not. */
export async function keepOriginals({ writer }: Change, keep: boolean, job: Job): Promise<JobSummary> {
  const { entries } = writer;
  let dropped = 0;
  job.phase('save');
  for (const row of keep ? [] : [...entries.rows()]) {
    job.throwIfCancelled();
    const { original, ...entry } = entries.entry(row);
    if (original === undefined || !isDroppable(entry)) continue;
    writer.amend(entry);
    dropped++;
  }
  await writer.commit('final', (base) => toKeeping(base, keep));
  return toSummary(job, { indexed: dropped });
}

function toKeeping({ textsOnly: _, ...collection }: Collection, keep: boolean): Collection {
  return keep ? collection : { ...collection, textsOnly: true };
}
