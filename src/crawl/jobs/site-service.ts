import type { SiteService } from '../../model/site/site-service.ts';
import type { SiteServiceDeps } from '../contract.ts';
import { createHosts } from '../fetch/hosts.ts';
import { createGoneControl } from './gone-control.ts';
import { createJobControl } from './job-control.ts';
import { createJobReports } from './job-reports.ts';
import { createJobRunner } from './job-runner.ts';
import { createKnownSites } from './known-sites.ts';
import { createPreviews } from './previews.ts';
import type { ServiceContext } from './service-context.ts';
import { createSiteLocks } from './site-locks.ts';
import { createTokens } from './tokens.ts';

export function createSiteService(deps: SiteServiceDeps): SiteService {
  const known = createKnownSites(deps.sites);
  const locks = createSiteLocks(deps.locks);
  const hosts = createHosts(deps.clock);
  const tokens = createTokens();
  const runner = createJobRunner(deps, { known, locks, hosts, tokens });
  const leftFinished = runner.finishAbandonedSites().catch(() => undefined);
  const context: ServiceContext = { deps, known, locks, runner, tokens, leftFinished };
  const previews = createPreviews(deps, { hosts, tokens });
  return { ...createJobControl(context), ...createGoneControl(context), ...createJobReports(context), ...previews };
}
