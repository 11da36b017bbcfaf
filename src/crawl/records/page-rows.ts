import type { PageRow } from '../../model/site/site.ts';
import type { CrawlRecords, PageQuery } from '../contract.ts';

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

/** Returns rows in path order. */
export async function queryPages(records: CrawlRecords, sourceId: string, query: PageQuery): Promise<PageRow[]> {
  const prefix = toPrefix(sourceId);
  const rows = await records.list<StoredPage>('pages', {
    prefix: prefix + (query.prefix ?? ''),
    ...(query.after === undefined ? {} : { after: prefix + query.after }),
  });
  const wanted = rows
    .map(([, page]) => page.row)
    .filter((row) => query.pageClass === undefined || row.page_class === query.pageClass);
  return wanted.slice(0, query.limit ?? 1_000);
}
