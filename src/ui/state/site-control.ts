import type { SiteJob } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';

/** What the screens need for crawling: start, control, read and subscribe. */
export interface SiteControl extends SiteService {
  /** Called with every new status, at most four times a second per job; at once for each job that is open. */
  subscribe(listener: (job: SiteJob) => void): () => void;
}
