import { AppError } from '../../model/app-error.ts';
import { toRepoRef } from '../../model/site/repo.ts';
import { toSiteOptions } from '../../model/site/site-options.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { CrawlPorts, SiteServiceDeps } from '../contract.ts';
import type { Hosts } from '../fetch/hosts.ts';
import { previewRepo } from '../repo/preview-repo.ts';
import { previewSite } from '../run/preview-site.ts';
import type { Tokens } from './tokens.ts';

/** Previews; they create no job and store nothing. */
export type Previews = Pick<SiteService, 'previewSite' | 'previewRepo' | 'stopPreview'>;

export function createPreviews(
  { fetch, companion, clock, secure }: SiteServiceDeps,
  { hosts, tokens }: { readonly hosts: Hosts; readonly tokens: Tokens },
): Previews {
  const ports = { fetch, ...(companion && { companion }), clock, hosts, secure, ...tokens };
  let abort = new AbortController();
  return {
    async stopPreview() {
      abort.abort();
      abort = new AbortController();
    },
    async previewSite({ url, ...given }) {
      const site = toSiteOptions(url, given);
      const { host } = new URL(site.url);
      if (hosts.isUnreadable(host)) hosts.reset(host);
      return previewSite(site, ports as unknown as CrawlPorts, abort.signal);
    },
    async previewRepo(given, token) {
      const repo = toRepoRef(given);
      if (!repo) throw new AppError('crawl/bad-url', 'that names no repository');
      tokens.keep(repo, token);
      return previewRepo(repo, ports, abort.signal);
    },
  };
}
