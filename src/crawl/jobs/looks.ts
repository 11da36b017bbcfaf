import { AppError } from '../../model/app-error.ts';
import { toRepoRef } from '../../model/site/repo.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { CrawlPorts } from '../contract.ts';
import type { Hosts } from '../fetch/hosts.ts';
import { lookAtRepo } from '../repo/look-at-repo.ts';
import { lookAtSite } from '../run/look-at-site.ts';
import type { SiteServiceDeps } from './service-deps.ts';
import { toSiteOptions } from './site-options.ts';
import type { Tokens } from './tokens.ts';

/** Questions that are no job, and of which nothing is kept. */
export type Looks = Pick<SiteService, 'lookAtSite' | 'lookAtRepo'>;

export function createLooks(
  { fetch, clock, secure }: SiteServiceDeps,
  { hosts, tokens }: { readonly hosts: Hosts; readonly tokens: Tokens },
): Looks {
  const ports = { fetch, clock, hosts, secure, ...tokens };
  return {
    async lookAtSite({ url, ...given }) {
      const site = toSiteOptions(url, given);
      const { host } = new URL(site.url);
      if (hosts.isUnreadable(host)) hosts.reset(host);
      return lookAtSite(site, ports as unknown as CrawlPorts);
    },
    async lookAtRepo(given, token) {
      const repo = toRepoRef(given);
      if (!repo) throw new AppError('crawl/bad-url', 'that names no repository');
      tokens.keep(repo, token);
      return lookAtRepo(repo, ports);
    },
  };
}
