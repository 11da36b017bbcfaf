import type { SiteService } from '../../model/site/site-service.ts';
import type { SiteServiceDeps } from '../contract.ts';
import { createHosts } from '../fetch/hosts.ts';
import { createGoneControl } from './gone-control.ts';
import { createJobControl } from './job-control.ts';
import { createJobReports } from './job-reports.ts';
import { createJobRunner, type ServiceContext } from './job-runner.ts';
import { createKnownSites } from './known-sites.ts';
import { createPreviews } from './previews.ts';
import { createSiteLocks } from './site-locks.ts';
import { createTokens } from './tokens.ts';

export function createSiteService(deps: SiteServiceDeps): SiteService {
  const parts = {
    deps,
    known: createKnownSites(deps.sites),
    locks: createSiteLocks(deps.locks),
    hosts: createHosts(deps.clock),
    tokens: createTokens(),
  };
  const runner = createJobRunner(parts);
  const leftFinished = runner.finishAbandonedSites().catch(() => undefined);
  const context: ServiceContext = { ...parts, runner, leftFinished };
  return {
    ...createJobControl(context),
    ...createGoneControl(context),
    ...createJobReports(context),
    ...createPreviews(context),
  };
}
