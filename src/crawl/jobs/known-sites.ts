import { scopeRecords } from '../../lib/scope-records.ts';
import { AppError } from '../../model/app-error.ts';
import { DEFAULT_SITE_OPTIONS, type SiteOptions } from '../../model/site/site.ts';
import type { SourceName } from '../../model/source-key.ts';
import { toSiteOptions } from '../../site/site-options.ts';
import type { SitePort } from '../contract.ts';
import { getJob, type JobRecord } from '../records/job-records.ts';

/** The stored record of a site. */
interface SiteRecord {
  /** Options for runs that bring none of their own. */
  readonly site: SiteOptions;
  /** True from the start of a run until its site is finished. */
  readonly isUnfinished: boolean;
}

export type Site = SourceName & SiteRecord;

/** A site whose record is about to be written. */
export interface MarkedSite extends SourceName {
  /** Options to store when the site has no record yet. */
  readonly site: SiteOptions;
  /** New options to store for the site. */
  readonly remembered?: SiteOptions;
}

export interface FoundJob {
  readonly site: Site;
  readonly job: JobRecord;
}

/** The visible sites with their records and jobs. */
export type KnownSites = ReturnType<typeof createKnownSites>;

export function createKnownSites(sites: SitePort) {
  /** Records of one collection, for a crawl of it. */
  const recordsOf = ({ collectionId }: { readonly collectionId: string }) => scopeRecords(sites.records, collectionId);

  /** Lists sites; one that was never crawled has its initial options. */
  async function list(collectionId?: string): Promise<Site[]> {
    const found = await sites.listSites(collectionId);
    return Promise.all(
      found.map(async ({ url, repo, ...name }) => {
        const record = await recordsOf(name).get<SiteRecord>('sources', name.sourceId);
        const first = repo ? toSiteOptions(url, { repo }) : { ...DEFAULT_SITE_OPTIONS, url };
        return { ...name, ...(record ?? { site: first, isUnfinished: false }) };
      }),
    );
  }

  async function findJob(jobId: string): Promise<FoundJob | undefined> {
    for (const site of await list()) {
      const job = await getJob(recordsOf(site), site.sourceId, jobId);
      if (job) return { site, job };
    }
    return undefined;
  }

  return {
    recordsOf,
    list,
    async mark({ collectionId, sourceId, site, remembered }: MarkedSite, isUnfinished: boolean): Promise<void> {
      const records = recordsOf({ collectionId });
      const known = remembered ?? (await records.get<SiteRecord>('sources', sourceId))?.site ?? site;
      await records.put('sources', sourceId, { site: known, isUnfinished } satisfies SiteRecord);
    },
    async findOptions({ collectionId, sourceId }: Partial<SourceName>): Promise<SiteOptions | undefined> {
      return (await list(collectionId)).find((site) => site.sourceId === sourceId)?.site;
    },
    findJob,
    /** Rejects with `engine/unknown-job`. */
    async getJob(jobId: string): Promise<FoundJob> {
      const found = await findJob(jobId);
      if (!found) throw new AppError('engine/unknown-job', 'there is no such job', { jobId });
      return found;
    },
  };
}
