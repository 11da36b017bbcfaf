import { AppError } from '../../model/app-error.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import { toRepoRef } from '../../site/repo-address.ts';
import { toSiteOptions } from '../../site/site-options.ts';
import type { CrawlPorts } from '../contract.ts';
import { previewRepo } from '../repo/preview-repo.ts';
import { previewSite } from '../run/preview-site.ts';
import type { ServiceContext } from './job-runner.ts';

/** Creates the calls for previews, which create no job and store nothing. */
export function createPreviews({ deps, hosts, tokens }: ServiceContext) {
  const { fetch, companion, clock, secure } = deps;
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
  } satisfies Partial<SiteService>;
}
