import { describe, expect, it, onTestFinished } from 'vitest';
import { createHosts } from '../../../../src/crawl/fetch/hosts.ts';
import { previewSite } from '../../../../src/crawl/run/preview-site.ts';
import type { SiteOptions } from '../../../../src/model/site/site.ts';
import { toSiteOptions } from '../../../../src/site/site-options.ts';
import { virtualClock } from '../../../support/crawl-kit.ts';
import { type FakeRoute, fakeSite, markdown, page, sitemap } from '../../../support/fake-site.ts';

async function look(routes: Record<string, FakeRoute>, options: Partial<SiteOptions> = {}, path = '/') {
  const site = await fakeSite(routes);
  const urls = [
    ...Array.from({ length: 6 }, (_, i) => `${site.origin}/guide/${i}`),
    ...Array.from({ length: 3 }, (_, i) => `${site.origin}/api/${i}`),
    `${site.origin}/old/a`,
  ];
  site.set('/sitemap.xml', sitemap(urls));
  const clock = virtualClock();
  onTestFinished(clock.close);
  onTestFinished(site.close);
  const ports = { fetch: clock.watch(fetch), clock, hosts: createHosts(clock) };
  const found = await previewSite(
    toSiteOptions(`${site.origin}${path}`, { ...options }),
    ports as never,
    new AbortController().signal,
  );
  return { site, found };
}

describe('a site preview', () => {
  it('counts sections without requesting a page', async () => {
    const { site, found } = await look({ '/robots.txt': 'User-agent: *\nAllow: /\n', '/': page('Home') });
    expect(found).toMatchObject({
      isReadable: true,
      pages: 11,
      beyondLimit: 0,
      fullPages: 0,
      skipped: [],
      idleGlobs: [],
    });
    expect(found.sections.slice(0, 2).map(({ pages }) => pages)).toEqual([6, 3]);
    expect(found.tokens).toBeGreaterThan(10_000);
    expect(found.ms).toBeGreaterThan(2_000);
    expect(site.paths().filter((path) => !/robots|llms|sitemap/.test(path))).toEqual([]);
  });

  it('shows what patterns, robots.txt and limits would skip, and which pattern matches nothing', async () => {
    const { found } = await look(
      { '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /api/1\n' } },
      { globs: ['/guide/**', '/api/**', '!/guide/3', '!/nowhere/**'], maxPages: 4 },
    );
    expect(found).toMatchObject({ pages: 4, beyondLimit: 3, idleGlobs: ['!/nowhere/**'] });
    expect(Object.fromEntries(found.skipped.map(({ reason, urls }) => [reason, urls]))).toEqual({
      'not-allowed': 2,
      'blocked:!/guide/3': 1,
      'robots-disallow': 1,
    });
  });

  it('knows the pages of an llms-full, which need no request', async () => {
    const full = '# One\nSource: /guide/0\n\nText of one.\n\n# Two\nSource: /guide/1\n\nText of two.\n';
    const { found } = await look({ '/llms-full.txt': markdown(full) });
    expect(found.fullPages).toBe(2);
    expect(found.pages).toBeLessThan(11);
  });

  it('[S7] shows what each scope would fetch, except for a file', async () => {
    const robots = { '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /guide/1\n' } };
    const { found } = await look(robots, { scope: 'subpages' }, '/guide/');
    expect(found).toMatchObject({ pages: 6, scopes: [{ pages: 6 }, { pages: 10 }, { pages: 10 }] });
    expect(found.scopes.map(({ scope }) => scope)).toEqual(['subpages', 'hostname', 'domain']);
    expect((await look(robots, { scope: 'file' }, '/guide/0')).found).toMatchObject({ pages: 1, scopes: [] });
  });

  it('says that a host cannot be read', async () => {
    const { found } = await look({ '/': { refuses: true }, '/robots.txt': { refuses: true } });
    expect(found).toMatchObject({ isReadable: false, pages: 0 });
  });
});
