import { AppError } from '../../model/app-error.ts';
import { type CrawlStatus, JOBS_PER_SOURCE, type RunMode, type SiteOptions } from '../../model/site/site.ts';
import type { CrawlRecords, KnownPage } from '../contract.ts';
import { deleteJournal, type JournalEntry, openJournal, type PageEntry, type QueueItem } from '../queue/journal.ts';
import { deleteHeld, deleteRemoved, isSame } from './page-rows.ts';

/** A stored job: enough to show and to continue it. */
export interface JobRecord {
  readonly jobId: string;
  readonly sourceId: string;
  readonly site: SiteOptions;
  readonly mode: RunMode;
  readonly full: boolean;
  readonly retryOf?: string;
  /** Origins the site moved to; a run without discovery needs them to recognise its pages. */
  readonly adopted?: readonly Adopted[];
  readonly status: CrawlStatus;
}

export type Adopted = readonly [from: string, to: string];

/** Newest first. */
export async function listJobs(records: CrawlRecords, sourceId: string): Promise<JobRecord[]> {
  const rows = await records.list<JobRecord>('jobs', { prefix: `${sourceId}/` });
  return rows.map(([, job]) => job).sort((a, b) => (a.status.startedAt < b.status.startedAt ? 1 : -1));
}

/** Finds the unfinished job of a source; after a crash it waits for the user to resume it [S15]. */
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

/** Keeps the last 20 jobs with their events, the queue of only the newest, and the job that one retries. */
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

/** Deletes all jobs of a source, with their queues and events. */
export async function deleteJobs(records: CrawlRecords, sourceId: string): Promise<void> {
  for (const job of await listJobs(records, sourceId)) {
    await deleteJournal(records, job.jobId);
    await deleteDetails(records, job);
  }
  await records.deletePrefix('jobs', `${sourceId}/`);
}

/** Deletes a job's records other than its own record and its queue. */
async function deleteDetails(records: CrawlRecords, { sourceId, jobId }: JobRecord): Promise<void> {
  await deleteHeld(records, jobId);
  await deleteRemoved(records, { sourceId, jobId });
  await records.deletePrefix('events', `${jobId}/`);
  await records.deletePrefix('pages', `${FAILED_PREFIX}${jobId}/`);
}

const FAILED_PREFIX = 'failed/';
const FAILED_BATCH = 500;

/** Stores all failed queue items; the status lists only the first of them. */
export async function putFailed(records: CrawlRecords, jobId: string, items: readonly QueueItem[]): Promise<void> {
  const entries: [string, readonly QueueItem[]][] = [];
  for (let i = 0; i < items.length; i += FAILED_BATCH) {
    entries.push([`${FAILED_PREFIX}${jobId}/${String(i).padStart(8, '0')}`, items.slice(i, i + FAILED_BATCH)]);
  }
  if (entries.length > 0) await records.putMany('pages', entries);
}

/** Stores the failed items from the queue of a job that was left unfinished and ends without running again. */
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

/**
 * Counts the work of a job whose tab was closed. Its record is written from time to time, its journal with every commit; a page that
 * is in the journal but not in the collection was not saved, and is fetched again.
 */
export async function countLeft(
  records: CrawlRecords,
  jobId: string,
  known: readonly KnownPage[],
): Promise<Partial<CrawlStatus>> {
  const { entries } = await openJournal(records, jobId);
  const byPath = new Map(known.map((page) => [page.path, page]));
  const ended = entries.filter((entry): entry is PageEntry => entry.type === 'page' && !isLost(entry, byPath));
  const count = (wanted: PageEntry['outcome']) => ended.filter(({ outcome }) => outcome === wanted).length;
  if (!entries.some(({ type }) => type === 'page')) return {};
  const [saved, unchanged, errors] = [count('kept'), count('unchanged'), count('failed')];
  const queueSize = countQueued(entries, new Set(ended.map(({ key }) => key)));
  return { visited: ended.length, downloaded: ended.length - errors, saved, unchanged, errors, queueSize };
}

/** True when the page is in the journal but not in the collection: it must be fetched again. */
export function isLost(entry: PageEntry, known: ReadonlyMap<string, KnownPage>): boolean {
  if (entry.outcome !== 'kept') return false;
  return !isSame(known.get(entry.path), { sha256: entry.sha256, meta: entry.meta ?? {} });
}

function countQueued(entries: readonly JournalEntry[], done: ReadonlySet<string>): number {
  const queued = new Set<string>();
  const left = new Set(done);
  for (const entry of entries) {
    if (entry.type === 'discovered') {
      for (const key of entry.covered) left.add(key);
      for (const { key } of entry.seeds) queued.add(key);
    } else if (entry.type === 'wave') for (const { key } of entry.items) queued.add(key);
    else if (entry.type === 'page' || entry.type === 'fresh') for (const { key } of entry.found) queued.add(key);
    if (entry.type === 'fresh' || entry.type === 'spared') left.add(entry.key);
  }
  return [...queued].filter((key) => !left.has(key)).length;
}

/** True when the last crawl of the source saw all of it, or when no crawl of it is stored. */
export async function isDiscovered(records: CrawlRecords, sourceId: string): Promise<boolean> {
  const crawl = (await listJobs(records, sourceId)).find(({ mode }) => mode === 'crawl');
  return crawl === undefined || crawl.status.status === 'done';
}

export async function listFailed(records: CrawlRecords, jobId: string): Promise<QueueItem[]> {
  const rows = await records.list<readonly QueueItem[]>('pages', { prefix: `${FAILED_PREFIX}${jobId}/` });
  return rows.flatMap(([, items]) => items);
}
