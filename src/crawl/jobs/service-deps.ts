import type { SiteJob } from '../../model/site/site-job.ts';
import type { CrawlClock } from '../clock.ts';
import type { SitePort } from '../contract.ts';
import type { Companion } from '../fetch/companion.ts';

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
