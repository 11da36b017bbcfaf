import type { SiteJob } from '../../model/site-job.ts';
import type { SiteService } from '../../model/site-service.ts';
import type { CrawlClock } from '../clock.ts';
import type { SitePort } from '../contract.ts';
import { createJobControl } from './job-control.ts';
import { createJobReports } from './job-reports.ts';
import { createJobRunner, type JobRunner } from './job-runner.ts';
import { createKnownSites, type KnownSites } from './known-sites.ts';
import { createSiteLocks, type SiteLocks } from './site-locks.ts';

export interface SiteServiceDeps {
  readonly sites: SitePort;
  readonly fetch: typeof fetch;
  readonly clock: CrawlClock;
  /** Undefined where the browser has none. */
  readonly locks: LockManager | undefined;
  /** True on an https page. */
  readonly secure: boolean;
  /** Hears of every change of a job. */
  readonly onJob: (job: SiteJob) => void;
}

/** What the calls of the service share. */
export interface ServiceContext {
  readonly deps: SiteServiceDeps;
  readonly known: KnownSites;
  readonly locks: SiteLocks;
  readonly runner: JobRunner;
  /** Settled when sites that a closed tab left without their final form have got it. Never rejects. */
  readonly leftFinished: Promise<void>;
}

/** Runs crawls over the engine's port. */
export function createSiteService(deps: SiteServiceDeps): SiteService {
  const known = createKnownSites(deps.sites);
  const locks = createSiteLocks(deps.locks);
  const runner = createJobRunner(deps, { known, locks });
  const leftFinished = runner.finishLeftBehind().catch(() => undefined);
  const context: ServiceContext = { deps, known, locks, runner, leftFinished };
  return { ...createJobControl(context), ...createJobReports(context) };
}
