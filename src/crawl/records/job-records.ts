import { AppError } from '../../model/app-error.ts';
import type { CrawlStatus, RunMode, SiteOptions } from '../../model/site/site.ts';
import { JOBS_PER_SOURCE } from '../../model/site/site.ts';
import type { CrawlRecords } from '../contract.ts';
import type { PageEntry, QueueItem } from '../queue/journal.ts';
import { deleteJournal, openJournal } from '../queue/journal.ts';
import { deleteHeld, deleteRemoved } from './gone-pages.ts';

/** A job as it is remembered: enough to show it and to continue it. */
export interface JobRecord {
  readonly jobId: string;
  readonly sourceId: string;
  readonly site: SiteOptions;
  readonly mode: RunMode;
  readonly full: boolean;
  readonly retryOf?: string;
  /** Origins the site moved to: a run that does not discover needs them to know its pages. */
  readonly adopted?: readonly Adopted[];
  readonly status: CrawlStatus;
}

export type Adopted = readonly [from: string, to: string];

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

export function alreadyRunning(jobId: string): AppError {
  return new AppError('crawl/already-running', 'a job of this source has not ended', { jobId });
}

export async function putJob(records: CrawlRecords, job: JobRecord): Promise<void> {
  await records.put('jobs', `${job.sourceId}/${job.jobId}`, job);
}

export async function getJob(records: CrawlRecords, sourceId: string, jobId: string): Promise<JobRecord | undefined> {
  return records.get<JobRecord>('jobs', `${sourceId}/${jobId}`);
}

/** Keeps the last 20 with their events, and the queue of none but the newest; what that one retries stays too. */
export async function pruneJobs(
  records: CrawlRecords,
  current: { readonly sourceId: string; readonly jobId: string; readonly retryOf?: string },
): Promise<void> {
  const { sourceId } = current;
  const others = (await listJobs(records, sourceId)).filter((job) => job.jobId !== current.jobId);
  for (const job of others) await deleteJournal(records, job.jobId);
  for (const job of others.slice(JOBS_PER_SOURCE - 1)) {
    if (job.jobId === current.retryOf) continue;
    await deleteDetails(records, job);
    await records.delete('jobs', `${sourceId}/${job.jobId}`);
  }
}

/** All jobs of a source, with their queues and events. */
export async function deleteJobs(records: CrawlRecords, sourceId: string): Promise<void> {
  for (const job of await listJobs(records, sourceId)) {
    await deleteJournal(records, job.jobId);
    await deleteDetails(records, job);
  }
  await records.deletePrefix('jobs', `${sourceId}/`);
}

/** What is kept of a job beside its record and its queue. */
async function deleteDetails(records: CrawlRecords, { sourceId, jobId }: JobRecord): Promise<void> {
  await deleteHeld(records, jobId);
  await deleteRemoved(records, { sourceId, jobId });
  await records.deletePrefix('events', `${jobId}/`);
  await records.deletePrefix('pages', `${FAILED_PREFIX}${jobId}/`);
}

const FAILED_PREFIX = 'failed/';
const FAILED_BATCH = 500;

/** All URLs that failed, as they stood in the queue: the status lists only the first of them. */
export async function putFailed(records: CrawlRecords, jobId: string, items: readonly QueueItem[]): Promise<void> {
  const entries: [string, readonly QueueItem[]][] = [];
  for (let i = 0; i < items.length; i += FAILED_BATCH) {
    entries.push([`${FAILED_PREFIX}${jobId}/${String(i).padStart(8, '0')}`, items.slice(i, i + FAILED_BATCH)]);
  }
  if (entries.length > 0) await records.putMany('pages', entries);
}

/** For a job that was left behind and ends without running again: what failed is in its queue. */
export async function keepFailedOfQueue(records: CrawlRecords, jobId: string): Promise<void> {
  const { entries } = await openJournal(records, jobId);
  const items = new Map<string, QueueItem>();
  const failed = new Map<string, QueueItem>();
  for (const entry of entries) {
    if (entry.type === 'wave') for (const item of entry.items) items.set(item.key, item);
    const item = entry.type === 'page' && entry.outcome === 'failed' ? items.get(entry.key) : undefined;
    if (item) failed.set(item.key, item);
  }
  await putFailed(records, jobId, [...failed.values()]);
}

/** What a job had done when its tab was closed: its record is written now and then, its journal with every commit. */
export async function countLeft(records: CrawlRecords, jobId: string): Promise<Partial<CrawlStatus>> {
  const { entries } = await openJournal(records, jobId);
  const outcomes = entries.flatMap((entry) => (entry.type === 'page' ? [entry.outcome] : []));
  const count = (wanted: PageEntry['outcome']) => outcomes.filter((outcome) => outcome === wanted).length;
  if (outcomes.length === 0) return {};
  const [saved, unchanged, errors] = [count('kept'), count('unchanged'), count('failed')];
  return { visited: outcomes.length, downloaded: outcomes.length - errors, saved, unchanged, errors };
}

export async function listFailed(records: CrawlRecords, jobId: string): Promise<QueueItem[]> {
  const rows = await records.list<readonly QueueItem[]>('pages', { prefix: `${FAILED_PREFIX}${jobId}/` });
  return rows.flatMap(([, items]) => items);
}
