import { onTestFinished } from 'vitest';
import { BAD_SITES, type BadSite } from '../../browser/sites/bad-sites.ts';
import { type CrawlKit, type CrawlResult, crawlKit } from '../../support/crawl-kit.ts';
import { type FakeRoute, type FakeSite, fakeSite } from '../../support/fake-site.ts';

export interface OpenSite {
  readonly site: FakeSite;
  readonly kit: CrawlKit;
}

type Routes = Record<string, FakeRoute>;

/** Opens a site on loopback, without a robots.txt of its own, and a crawler; both are closed with the test. */
export async function openSite(
  routes: Routes | ((origin: () => string) => Routes),
  options: Parameters<typeof crawlKit>[0] = {},
): Promise<OpenSite> {
  const given = typeof routes === 'function' ? routes(() => site.origin) : routes;
  const site: FakeSite = await fakeSite({ '/robots.txt': { status: 404 }, ...given });
  const kit = crawlKit(options);
  onTestFinished(async () => {
    kit.close();
    await site.close();
  });
  return { site, kit };
}

/** Crawls one of the misbehaving sites, which are crawled in a browser too. */
export async function crawlBadSite(name: string): Promise<OpenSite & { readonly result: CrawlResult }> {
  const { site, options, close } = await (BAD_SITES[name] as () => Promise<BadSite>)();
  const kit = crawlKit();
  onTestFinished(async () => {
    kit.close();
    await close();
  });
  return { site, kit, result: await kit.crawl(options) };
}
