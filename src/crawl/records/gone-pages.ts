import type { PageMeta } from '../../model/raw-file.ts';
import type { CrawlRecords } from '../contract.ts';
import type { StoredPage } from './page-rows.ts';

const HELD_PREFIX = 'held/';
const REMOVED_PREFIX = 'removed/';

/** A removed page, for its restoration. */
export interface RemovedPage {
  readonly stored: StoredPage;
  readonly markdown: string;
  readonly meta: PageMeta;
}

/** Stores the paths of gone pages that wait for the user's decision [S18]. */
export async function putHeld(records: CrawlRecords, jobId: string, paths: readonly string[]): Promise<void> {
  await records.put('pages', HELD_PREFIX + jobId, paths);
}

export async function listHeld(records: CrawlRecords, jobId: string): Promise<readonly string[]> {
  return (await records.get<readonly string[]>('pages', HELD_PREFIX + jobId)) ?? [];
}

export async function deleteHeld(records: CrawlRecords, jobId: string): Promise<void> {
  await records.delete('pages', HELD_PREFIX + jobId);
}

/** The job that removed a page. */
export interface Remover {
  readonly sourceId: string;
  readonly jobId: string;
}

export async function putRemoved(records: CrawlRecords, job: Remover, page: RemovedPage): Promise<void> {
  await records.put('pages', toPrefix(job) + page.stored.row.path, page);
}

export async function listRemoved(records: CrawlRecords, job: Remover): Promise<RemovedPage[]> {
  return (await records.list<RemovedPage>('pages', { prefix: toPrefix(job) })).map(([, page]) => page);
}

/** Deletes the copies of one job, or of all jobs of the source. */
export async function deleteRemoved(
  records: CrawlRecords,
  job: Partial<Remover> & { sourceId: string },
): Promise<void> {
  await records.deletePrefix('pages', toPrefix(job));
}

function toPrefix({ sourceId, jobId }: Partial<Remover> & { sourceId: string }): string {
  return `${REMOVED_PREFIX}${sourceId}/${jobId === undefined ? '' : `${jobId}/`}`;
}
