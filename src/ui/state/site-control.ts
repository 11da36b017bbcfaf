import type { SiteJob } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';

/** The crawl service with a subscription, as the screens use it. */
export interface SiteControl extends SiteService {
  /** Calls the listener at once for each open job, then with every new status, at most four times a second per job. */
  subscribe(listener: (job: SiteJob) => void): () => void;
}
