import type { PageMeta } from '../../model/raw-file.ts';
import type { PageRow } from '../../model/site/site.ts';
import type { CrawlRecords, KnownPage } from '../contract.ts';

/** A page's row with the facts its class is computed from, so that an analysis needs no network [S21], and the facts the next run needs. */
export interface StoredPage {
  readonly row: PageRow;
  /** The address that answered, after redirects, with its slash or file name; for an llms-full page, the address of the file. */
  readonly answered: string;
  /** Pages first found here. Followed when the page itself is skipped or cannot be read [S18]. */
  readonly links: readonly string[];
  readonly words: number;
  readonly linkShare: number;
  readonly analysis: number;
}

function toPrefix(sourceId: string): string {
  return `row/${sourceId}/`;
}

export async function putPages(records: CrawlRecords, sourceId: string, pages: readonly StoredPage[]): Promise<void> {
  if (pages.length === 0) return;
  await records.putMany(
    'pages',
    pages.map((page) => [toPrefix(sourceId) + page.row.path, page] as const),
  );
}

export async function deletePages(records: CrawlRecords, sourceId: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await records.delete('pages', toPrefix(sourceId) + path);
}

export async function deleteAllPages(records: CrawlRecords, sourceId: string): Promise<void> {
  await records.deletePrefix('pages', toPrefix(sourceId));
}

export async function listPages(records: CrawlRecords, sourceId: string): Promise<StoredPage[]> {
  const rows = await records.list<StoredPage>('pages', { prefix: toPrefix(sourceId) });
  return rows.map(([, page]) => page);
}

/** True when the collection has this page with the same bytes and metadata. */
export function isSame(known: KnownPage | undefined, page: Pick<KnownPage, 'sha256' | 'meta'>): boolean {
  if (known?.sha256 !== page.sha256) return false;
  const { title, description, source_url } = known.meta;
  return title === page.meta.title && description === page.meta.description && source_url === page.meta.source_url;
}

const HELD_PREFIX = 'held/';
const REMOVED_PREFIX = 'removed/';

/** A removed page, for its restoration. */
interface RemovedPage {
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
  await records.put('pages', toRemovedPrefix(job) + page.stored.row.path, page);
}

export async function listRemoved(records: CrawlRecords, job: Remover): Promise<RemovedPage[]> {
  return (await records.list<RemovedPage>('pages', { prefix: toRemovedPrefix(job) })).map(([, page]) => page);
}

/** Deletes the copies of one job, or of all jobs of the source. */
export async function deleteRemoved(
  records: CrawlRecords,
  job: Partial<Remover> & { sourceId: string },
): Promise<void> {
  await records.deletePrefix('pages', toRemovedPrefix(job));
}

function toRemovedPrefix({ sourceId, jobId }: Partial<Remover> & { sourceId: string }): string {
  return `${REMOVED_PREFIX}${sourceId}/${jobId === undefined ? '' : `${jobId}/`}`;
}
