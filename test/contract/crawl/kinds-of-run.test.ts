import { describe, expect, it } from 'vitest';
import { toSiteOptions } from '../../../src/site/site-options.ts';
import { crawlKit } from '../../support/crawl-kit.ts';
import { type FakeRoute, fakeSite, page, sitemap } from '../../support/fake-site.ts';
import { openSite } from './open-site.ts';

describe('[S2] crawl types', () => {
  const routes = (origin: () => string): Record<string, FakeRoute> => ({
    '/llms.txt': { type: 'text/plain', body: '# S\n\n- [L](/listed)\n\n## Optional\n\n- [O](/optional)\n' },
    '/sitemap.xml': () => sitemap([`${origin()}/mapped`]),
    '/': page('Home', ['/linked']),
    '/listed': page('Listed'),
    '/optional': page('Optional'),
    '/mapped': page('Mapped'),
    '/linked': page('Linked'),
  });

  it.each([
    ['basic', ['index.md', 'linked.md'], false],
    ['sitemap-only', ['mapped.md'], false],
    ['basic-with-sitemap', ['index.md', 'linked.md', 'mapped.md'], false],
    ['intelligent', ['index.md', 'linked.md', 'listed.md', 'mapped.md', 'optional.md'], true],
  ] as const)('%s', async (crawlType, paths, probes) => {
    const { site, kit } = await openSite(routes);
    expect((await kit.crawl({ url: `${site.origin}/`, crawlType })).paths).toEqual(paths);
    expect(site.count('/llms.txt') > 0).toBe(probes);
  });

  it('[S3] optional links come last and can be excluded', async () => {
    const { site, kit } = await openSite(routes);
    const result = await kit.crawl({ url: `${site.origin}/`, includeOptional: false });
    expect(result.paths).not.toContain('optional.md');
    expect(result.drops()['/optional']).toBe('optional');
    const few = crawlKit();
    await few.crawl({ url: `${site.origin}/`, maxPages: 3 });
    few.close();
    expect(few.collection.files.has('optional.md')).toBe(false);
  });

  it('a small budget reaches every section, and hubs come first', async () => {
    const names = ['a', 'b', 'c', 'd'].flatMap((section) => Array.from({ length: 8 }, (_, i) => `/${section}/p${i}`));
    const { site, kit } = await openSite((origin) => ({
      '/sitemap.xml': () => sitemap([...names, '/a', '/b'].map((name) => origin() + name)),
      '/': page('Home'),
      '*': (request) => page(request.path),
    }));
    const result = await kit.crawl({ url: `${site.origin}/`, maxPages: 7 });
    expect(result.paths).toEqual(['a.md', 'a/p0.md', 'b.md', 'b/p0.md', 'c/p0.md', 'd/p0.md', 'index.md']);
    expect(result.milestones()).toContain('sections-covered');
    expect(result.problems()).not.toContain('missing-hub');
  });

  it('sections without a page of their own are missing hubs', async () => {
    const names = Array.from({ length: 4 }, (_, i) => `/api/p${i}`);
    const { site, kit } = await openSite((origin) => ({
      '/sitemap.xml': () => sitemap(names.map((name) => origin() + name)),
      '*': (request) => (request.path.startsWith('/api/') ? page(request.path) : { status: 404 }),
    }));
    const result = await kit.crawl({ url: `${site.origin}/` });
    expect(result.events).toContainEqual(
      expect.objectContaining({ type: 'problem', kind: 'missing-hub', severity: 'warn', target: `${site.origin}/api` }),
    );
  });
});

describe('[S4] llms-full', () => {
  it('pages without URL are saved next to the file, like the overview, and no URL is invented', async () => {
    const { site, kit } = await openSite(() => ({
      '/llms-full.txt': {
        type: 'text/plain',
        body: '# Acme\n\n> About\n\n# One\n\nFirst.\n\n# Two Words\n\nSecond.\n\n# Three\n\nThird.\n',
      },
    }));
    const result = await kit.crawl({ url: `${site.origin}/llms-full.txt` });
    expect(result.paths).toEqual([
      'llms-full/000-overview.md',
      'llms-full/001-one.md',
      'llms-full/002-two-words.md',
      'llms-full/003-three.md',
    ]);
    expect(kit.collection.files.get('llms-full/002-two-words.md')?.meta).toEqual({
      title: 'Two Words',
      source_url: `${site.origin}/llms-full.txt`,
    });
    expect(result.problems()).toContain('full-unmapped-pages');
  });

  it('missing pages are fetched: listed ones first, then pages that only the file links to', async () => {
    const { site, kit } = await openSite((origin) => ({
      '/docs/llms-full.txt': () => ({
        type: 'text/plain',
        body: [
          `# One\nSource: ${origin()}/docs/one\n\nSee [two](two), [a gap](deep/gap.md) and [more](/docs/more).\n`,
          `# Two\nSource: ${origin()}/docs/two\n\n[Away](https://elsewhere.test/x), \`[code](/docs/code)\`\n`,
          `# Old\nSource: ${origin()}/old/x\n\n[Only here](/docs/only-old)\n`,
        ].join('\n'),
      }),
      '/docs/llms.txt': { type: 'text/plain', body: '# S\n\n- [Listed](/docs/listed)\n' },
      '/docs/deep/gap.md': { type: 'text/markdown', body: '# Gap\n\n[next](next.md)\n' },
      '/docs/deep/next.md': { type: 'text/markdown', body: '# Next\n\nText.\n' },
      '/docs/listed': page('Listed'),
      '/docs/more': page('More'),
    }));
    const url = `${site.origin}/docs/llms-full.txt`;
    const result = await kit.crawl({ url, globs: ['/docs/**'] });
    expect(result.paths).toEqual(
      ['deep/gap', 'deep/next', 'listed', 'more', 'one', 'two'].map((name) => `docs/${name}.md`),
    );
    expect(site.count('/docs/one') + site.count('/docs/two') + site.count('/docs/only-old')).toBe(0);
    const order = site.paths().filter((path) => /listed|gap\.md/.test(path));
    expect(order.at(-1)).toBe('/docs/deep/gap.md');
    const few = crawlKit();
    expect((await few.crawl({ url, globs: ['/docs/**'], maxPages: 1 })).paths).toContain('docs/listed.md');
    few.close();
    const shallow = crawlKit();
    const answer = await shallow.crawl({ url, globs: ['/docs/**'], maxDepth: 0 });
    shallow.close();
    expect(answer.paths).toEqual(['docs/listed.md', 'docs/one.md', 'docs/two.md']);
  });

  it('relative links of a page without URL are ignored', async () => {
    const { site, kit } = await openSite(() => ({
      '/docs/llms-full.txt': {
        type: 'text/plain',
        body: '# One\n\n[rel](guess) [root](/docs/real)\n\n# Two\n\nSecond.\n\n# Three\n\nThird.\n',
      },
      '*': (request) => (request.path === '/docs/real' ? page('Real') : { status: 404 }),
    }));
    const result = await kit.crawl({ url: `${site.origin}/docs/llms-full.txt` });
    expect(result.paths).toContain('docs/real.md');
    expect(site.count('/docs/guess')).toBe(0);
  });

  it('HTML instead of the file is reported, not imported', async () => {
    const { site, kit } = await openSite(() => ({ '*': page('App shell'), '/robots.txt': { status: 404 } }));
    const result = await kit.crawl({ url: `${site.origin}/`, maxPages: 1 });
    expect(result.paths).toEqual(['index.md']);
    expect(result.problems()).toContain('soft-404');
  });
});

describe('other kinds of run', () => {
  it('a list of addresses is one job in its order, with a result for each and no other page', async () => {
    const { site, kit } = await openSite(() => ({
      '/c': page('C', ['/linked']),
      '/b': { status: 404 },
      '/a?x=1': page('A'),
      '/sitemap.xml': () => sitemap([`${site.origin}/listed`]),
    }));
    const other = await fakeSite({ '/d': page('D') });
    const urls = [...['/c', '/b', '/a?x=1'].map((path) => site.origin + path), `${other.origin}/d`];
    const list = {
      ...toSiteOptions(urls[0] as string, { urls: [...urls, urls[0], 'nonsense'] }),
      concurrency: 1,
      retries: 0,
    };
    expect(list).toMatchObject({ url: urls[0], urls, maxPages: 4 });
    const result = await kit.crawl(list);
    expect(site.paths().filter((path) => !path.startsWith('/robots'))).toEqual(['/c', '/b', '/a?x=1']);
    expect(result.paths).toHaveLength(3);
    expect(result.paths.every((path) => /^127\.0\.0\.1/.test(path))).toBe(true);
    expect(result.status).toMatchObject({ status: 'done', visited: 4, errors: 1 });
    expect(result.status.failed.map(({ url }) => url)).toEqual([`${site.origin}/b`]);
    await other.close();
  });

  it('a list can stop at its first error', async () => {
    const { site, kit } = await openSite(() => ({ '/a': page('A'), '/b': { status: 404 }, '/c': page('C') }));
    const urls = ['/a', '/b', '/c'].map((path) => site.origin + path);
    const given = { urls, concurrency: 1, stop_at_first_error: true };
    const { status } = await kit.crawl({ ...toSiteOptions(urls[0] as string, given) });
    expect(status.reason).toMatch(/stopped at the first error/);
    expect(site.count('/c')).toBe(0);
  });

  it('[S7] on an https page, http is upgraded once, then reported as mixed content', async () => {
    const asked: string[] = [];
    const secure = crawlKit({
      fetch: async (input) => {
        asked.push(String(input));
        throw new TypeError('Failed to fetch');
      },
      ports: { secure: true },
    });
    const { status } = await secure.crawl({ url: 'http://docs.example.com/', crawlType: 'basic' });
    secure.close();
    expect(status.status).toBe('failed');
    expect(asked.every((url) => url.startsWith('https://'))).toBe(true);
  });
});
