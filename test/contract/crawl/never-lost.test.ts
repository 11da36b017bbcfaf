import { describe, expect, it } from 'vitest';
import type { FakeRoute } from '../../support/fake-site.ts';
import { page, sitemap } from '../../support/fake-site.ts';
import { openSite } from './open-site.ts';

const basic = { crawlType: 'basic', retries: 0 } as const;

/** A home page, hubs, and the pages that only their hub links to. */
function hubs(count: number, children: number): Record<string, FakeRoute> {
  const names = Array.from({ length: count }, (_, i) => `/h${i}`);
  const below = (hub: string) => Array.from({ length: children }, (_, i) => `${hub}/p${i}`);
  return Object.fromEntries<FakeRoute>([
    ['/', page('Home', names)],
    ...names.map((hub): [string, FakeRoute] => [hub, page(hub, below(hub))]),
    ...names.flatMap(below).map((name): [string, FakeRoute] => [name, page(name)]),
  ]);
}

const pathsOf = (routes: Record<string, FakeRoute>) =>
  Object.keys(routes)
    .map((name) => (name === '/' ? 'index.md' : `${name.slice(1)}.md`))
    .sort();

describe('[S18] a page that the server still has is never removed', () => {
  it.each(['basic', 'intelligent'] as const)('when only fresh, skipped pages link to it (%s)', async (crawlType) => {
    const routes = hubs(2, 4);
    const { site, kit } = await openSite(routes);
    const options = { url: `${site.origin}/`, crawlType, refetch_after: '6h' } as const;
    await kit.crawl(options);
    site.clear();
    const result = await kit.crawl(options);
    expect(result.paths).toEqual(pathsOf(routes));
    expect(result.status).toMatchObject({ status: 'done', visited: 0, removed: 0 });
    expect(site.paths().filter((path) => Object.hasOwn(routes, path))).toEqual([]);
  });

  it('follows the links of skipped pages and fetches those that are not fresh', async () => {
    const routes = hubs(2, 4);
    const { site, kit } = await openSite(routes);
    const options = { ...basic, url: `${site.origin}/` };
    await kit.crawl(options);
    site.set('/h0/p1', page('/h0/p1', ['/new'], 'Other words than the last time.'));
    site.set('/new', page('New'));
    const result = await kit.crawl({ ...options, refetch_hub_after: '6h' });
    expect(result.paths).toEqual([...pathsOf(routes), 'new.md'].sort());
    expect(kit.collection.text('h0/p1.md')).toContain('Other words');
    const rows = await kit.rows();
    expect(rows.filter((row) => (row.unlinked ?? 0) > 0)).toEqual([]);
  });

  it.each([500, 403, 404])('below a hub that answers %i', async (status) => {
    const routes = hubs(3, 9);
    const { site, kit } = await openSite(routes);
    await kit.crawl({ ...basic, url: `${site.origin}/` });
    site.set(
      '/h1',
      status === 404 ? ({ count }) => (count === 2 ? { status } : (routes['/h1'] as string)) : { status },
    );
    const result = await kit.crawl({ ...basic, url: `${site.origin}/` });
    expect(result.paths).toEqual(pathsOf(routes));
    expect(result.status.removed).toBe(0);
    expect(site.count('/h1')).toBe(status === 404 ? 3 : 2);
  });

  it('when the menu no longer links to it; it is marked as unlinked until a link returns', async () => {
    const routes = hubs(1, 9);
    const { site, kit } = await openSite(routes);
    const options = { ...basic, url: `${site.origin}/` };
    const unlinked = async () => (await kit.rows()).filter((row) => (row.unlinked ?? 0) > 0);
    await kit.crawl(options);
    site.set('/h0', page('/h0', ['/h0/p0']));
    site.clear();
    expect((await kit.crawl(options)).status).toMatchObject({ removed: 0, unchanged: 10, saved: 1 });
    expect(site.paths()).toHaveLength(new Set(site.paths()).size);
    expect((await unlinked()).map((row) => row.unlinked)).toEqual(Array(8).fill(1));
    site.set('/h0', routes['/h0'] as FakeRoute);
    expect((await kit.crawl(options)).paths).toEqual(pathsOf(routes));
    expect(await unlinked()).toEqual([]);
  });

  it.each([
    ['a slash', '/guide/', '/guide/'],
    ['its index file', '/guide/index.html', '/guide/index.html'],
    ['its file of Markdown', '/guide.md', '/guide.md'],
  ])('that only answers with %s, when it is refreshed', async (_what, href, path) => {
    const body = page('Guide');
    const { site, kit } = await openSite({ '/': page('Home', [href]), [path]: body });
    const options = { ...basic, url: `${site.origin}/` };
    if (path.endsWith('.md')) site.set(path, { type: 'text/markdown', body: '# Guide\n\nText.\n' });
    await kit.crawl(options);
    site.clear();
    const refreshed = await kit.crawl(options, { mode: 'refresh' });
    expect(refreshed.paths).toEqual(['guide.md', 'index.md']);
    expect(refreshed.status).toMatchObject({ visited: 2, unchanged: 2, errors: 0, removed: 0 });
    expect(site.paths().sort()).toEqual(['/', path, '/robots.txt'].sort());
  });

  it('whose only form, Markdown, fails for a while', async () => {
    const { site, kit } = await openSite({
      '/llms.txt': { type: 'text/plain', body: '# S\n\n- [Guide](/guide.md)\n- [Other](/other.md)\n' },
      '/guide.md': { type: 'text/markdown', body: '# Guide\n\nText.\n' },
      '/other.md': { type: 'text/markdown', body: '# Other\n\nText.\n' },
    });
    const options = { url: `${site.origin}/llms.txt`, retries: 0 };
    await kit.crawl(options);
    site.set('/guide.md', { status: 500 });
    for (const mode of ['crawl', 'refresh'] as const) {
      const result = await kit.crawl(options, { mode });
      expect(result.paths).toEqual(['guide.md', 'other.md']);
    }
  });

  it.each([
    ['redirects elsewhere', { location: '/h0' }],
    ['redirects to a page that is not there', { location: '/nowhere' }],
    ['is empty', { body: '' }],
    ['says "not found" with status 200', '<title>404 Not Found</title><main><h1>404</h1><p>Nothing.</p></main>'],
    ['asks for proof that a person is there', { status: 401 }],
  ] satisfies [string, FakeRoute][])('that %s', async (_what, route) => {
    const routes = hubs(1, 9);
    const { site, kit } = await openSite(routes);
    await kit.crawl({ ...basic, url: `${site.origin}/` });
    site.set('/h0/p3', route);
    for (const mode of ['crawl', 'refresh'] as const) {
      const result = await kit.crawl({ ...basic, url: `${site.origin}/` }, { mode });
      expect(result.paths).toEqual(pathsOf(routes));
    }
  });

  it('that robots.txt, depth, globs or the page limit exclude from a run; and it is not requested', async () => {
    const routes = hubs(2, 4);
    const { site, kit } = await openSite(routes);
    const options = { ...basic, url: `${site.origin}/` };
    await kit.crawl(options);
    for (const name of Object.keys(routes)) if (name !== '/') site.delete(name);
    site.set('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /h\n' });
    site.clear();
    for (const limits of [{}, { maxDepth: 0 }, { globs: ['/'] }]) {
      expect((await kit.crawl({ ...options, ...limits })).paths).toEqual(pathsOf(routes));
    }
    expect(new Set(site.paths())).toEqual(new Set(['/', '/robots.txt']));
    site.set('/robots.txt', { status: 404 });
    site.clear();
    const few = await kit.crawl({ ...options, maxPages: 4 });
    const asked = new Set(site.paths().filter((path) => Object.hasOwn(routes, path)));
    expect(asked.size).toBe(4);
    expect(few.paths).toEqual(
      pathsOf(routes).filter((path) => path === 'index.md' || !asked.has(`/${path.slice(0, -3)}`)),
    );
  });
});

describe('[S18] a page that is gone', () => {
  it('is removed after its own address answered 404 or 410 twice, with a wait between; linked or not', async () => {
    const routes = hubs(2, 20);
    const { site, kit } = await openSite(routes);
    const options = { ...basic, url: `${site.origin}/` };
    await kit.crawl(options);
    const times = new Map<string, number[]>();
    const gone =
      (status: number): FakeRoute =>
      ({ path }) => {
        times.set(path, [...(times.get(path) ?? []), kit.clock.now()]);
        return { status };
      };
    for (const name of ['/h0/p1', '/h0/p2']) site.set(name, gone(404));
    site.set('/h1/p3', gone(410));
    site.set(
      '/h0',
      page(
        '/h0',
        Array.from({ length: 19 }, (_, i) => `/h0/p${i === 2 ? 19 : i}`),
      ),
    );
    const { status, paths } = await kit.crawl(options);
    expect(status.removed).toBe(3);
    expect(status.removedUrls).toEqual(['/h0/p1', '/h0/p2', '/h1/p3'].map((name) => site.origin + name));
    expect(paths).toHaveLength(40);
    expect([...times.values()].map((asked) => asked.length)).toEqual([2, 2, 2]);
    for (const [first, second] of times.values()) expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(5_000);
  });

  it('stays when the second answer differs', async () => {
    const routes = hubs(1, 9);
    const { site, kit } = await openSite(routes);
    await kit.crawl({ ...basic, url: `${site.origin}/` });
    site.set('/h0/p1', ({ count }) => ({ status: count === 2 ? 404 : 503 }));
    const result = await kit.crawl({ ...basic, url: `${site.origin}/` });
    expect(result.paths).toEqual(pathsOf(routes));
  });

  it('[S4] of an llms-full is removed when the file no longer has it, and stays when the file fails', async () => {
    const full = (names: readonly string[]): FakeRoute => ({
      type: 'text/plain',
      body: names.map((name) => `# ${name}\nSource: ${site.origin}/${name}\n\nText of ${name}.\n`).join('\n'),
    });
    const { site, kit } = await openSite({});
    site.set('/llms-full.txt', full(['a', 'b', 'c']));
    const options = { url: `${site.origin}/llms-full.txt`, retries: 0 };
    await kit.crawl(options);
    for (const route of [{ status: 500 }, { status: 403 }, page('App')]) {
      site.set('/llms-full.txt', route);
      expect((await kit.crawl(options)).paths).toEqual(['a.md', 'b.md', 'c.md']);
    }
    site.set('/llms-full.txt', full(['a', 'c']));
    expect((await kit.crawl(options)).paths).toEqual(['a.md', 'c.md']);
  });

  it('that is unlinked is removed after two successful runs, if the option is on', async () => {
    const routes = hubs(1, 20);
    const { site, kit } = await openSite({ ...routes, '/sitemap.xml': sitemap([]) });
    const options = { ...basic, url: `${site.origin}/`, removeUnlinked: true };
    await kit.crawl(options);
    site.set(
      '/h0',
      page(
        '/h0',
        Array.from({ length: 19 }, (_, i) => `/h0/p${i}`),
      ),
    );
    expect((await kit.crawl(options)).status.removed).toBe(0);
    expect((await kit.crawl({ ...options, maxPages: 3 })).status.removed).toBe(0);
    expect((await kit.crawl(options)).status.removedUrls).toEqual([`${site.origin}/h0/p19`]);
  });
});
