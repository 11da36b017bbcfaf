import type { CrawlRecords } from '../crawl/contract.ts';
import { deleteDetails, listJobs } from '../crawl/jobs.ts';
import { deleteJournal } from '../crawl/journal.ts';
import type { SitePort } from '../engine/contract.ts';

/** Records of one collection's crawls. Ids of sources are unique inside a collection only, so every key begins with the collection's. */
export function createSiteRecords(records: SitePort['records'], collectionId: string): CrawlRecords {
  const own = `${collectionId}/`;
  return {
    get: (table, key) => records.get(table, own + key),
    put: (table, key, value) => records.put(table, own + key, value),
    putMany: (table, entries) =>
      records.putMany(
        table,
        entries.map(([key, value]) => [own + key, value] as const),
      ),
    delete: (table, key) => records.delete(table, own + key),
    deletePrefix: (table, prefix) => records.deletePrefix(table, own + prefix),
    async list<T>(table: Parameters<CrawlRecords['list']>[0], options: Parameters<CrawlRecords['list']>[1]) {
      const { after, ...rest } = options;
      const rows = await records.list<T>(table, {
        ...rest,
        prefix: own + options.prefix,
        ...(after === undefined ? {} : { after: own + after }),
      });
      return rows.map(([key, value]) => [key.slice(own.length), value] as const);
    },
  };
}

/** A source that was removed and added again begins anew: its id may be the same. */
export async function forgetJobs(records: CrawlRecords, sourceId: string): Promise<void> {
  for (const { jobId } of await listJobs(records, sourceId)) {
    await deleteJournal(records, jobId);
    await deleteDetails(records, jobId);
  }
  await records.deletePrefix('jobs', `${sourceId}/`);
  await records.deletePrefix('pages', `row/${sourceId}/`);
}
