import type { CrawlStatus, RunMode, SiteOptions } from '../model/site.ts';
import { JOBS_PER_SOURCE } from '../model/site.ts';
import type { CrawlRecords } from './contract.ts';
import { deleteJournal } from './journal.ts';

/** A job as it is remembered: enough to show it, and to take it up again. */
export interface JobRecord {
  readonly jobId: string;
  readonly sourceId: string;
  readonly site: SiteOptions;
  readonly mode: RunMode;
  readonly full: boolean;
  readonly status: CrawlStatus;
}

/** Newest first. */
export async function listJobs(records: CrawlRecords, sourceId: string): Promise<JobRecord[]> {
  const rows = await records.list<JobRecord>('jobs', { prefix: `${sourceId}/` });
  return rows.map(([, job]) => job).sort((a, b) => (a.status.startedAt < b.status.startedAt ? 1 : -1));
}

/** The job of a source that has not ended: after a crash it is here, and waits for one click [S15]. */
export async function findOpenJob(
  records: CrawlRecords,
  sourceId: string,
  exceptId = '',
): Promise<JobRecord | undefined> {
  return (await listJobs(records, sourceId)).find((job) => isOpen(job) && job.jobId !== exceptId);
}

export function isOpen(job: JobRecord): boolean {
  return !/^(?:done|failed|stopped)$/.test(job.status.status);
}

export async function putJob(records: CrawlRecords, job: JobRecord): Promise<void> {
  await records.put('jobs', `${job.sourceId}/${job.jobId}`, job);
}

export async function getJob(records: CrawlRecords, sourceId: string, jobId: string): Promise<JobRecord | undefined> {
  return records.get<JobRecord>('jobs', `${sourceId}/${jobId}`);
}

/** Keeps the last 20 with their events, and the queue of none but the newest. */
export async function pruneJobs(records: CrawlRecords, sourceId: string, currentId: string): Promise<void> {
  const others = (await listJobs(records, sourceId)).filter((job) => job.jobId !== currentId);
  for (const job of others) await deleteJournal(records, job.jobId);
  for (const job of others.slice(JOBS_PER_SOURCE - 1)) {
    await records.deletePrefix('events', `${job.jobId}/`);
    await records.delete('jobs', `${sourceId}/${job.jobId}`);
  }
}
