import type { CrawlRecords } from '../contract.ts';
import { deleteJournal } from '../queue/journal.ts';
import { deleteDetails, listJobs } from '../records/job-records.ts';

/** A source that was removed and added again begins anew: its id may be the same. */
export async function forgetJobs(records: CrawlRecords, sourceId: string): Promise<void> {
  for (const { jobId } of await listJobs(records, sourceId)) {
    await deleteJournal(records, jobId);
    await deleteDetails(records, jobId);
  }
  await records.deletePrefix('jobs', `${sourceId}/`);
  await records.deletePrefix('pages', `row/${sourceId}/`);
}
