import type { SiteJob } from '../../model/site/site-job.ts';
import type { CrawlClock } from '../clock.ts';
import type { SitePort } from '../contract.ts';
import type { Companion } from '../fetch/companion.ts';
import type { JobRunner } from './job-runner.ts';
import type { KnownSites } from './known-sites.ts';
import type { SiteLocks } from './site-locks.ts';
import type { Tokens } from './tokens.ts';

/** Dependencies of the service. */
export interface SiteServiceDeps {
  readonly sites: SitePort;
  readonly fetch: typeof fetch;
  readonly companion?: Companion;
  readonly clock: CrawlClock;
  /** Undefined where the browser has no Locks API. */
  readonly locks: LockManager | undefined;
  /** True on an https page. */
  readonly secure: boolean;
  /** Called at every change of a job. */
  readonly onJob: (job: SiteJob) => void;
}

/** State shared by the calls of the service. */
export interface ServiceContext {
  readonly deps: SiteServiceDeps;
  readonly known: KnownSites;
  readonly locks: SiteLocks;
  readonly runner: JobRunner;
  readonly tokens: Tokens;
  /** Settles when sites left unfinished by a closed tab are finished. Never rejects. */
  readonly leftFinished: Promise<void>;
}
