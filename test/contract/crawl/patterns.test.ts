import { describe, expect, it } from 'vitest';
import { page } from '../../support/fake-site.ts';
import { openSite } from './open-site.ts';

describe('[S7] an allow pattern that does not match the start page', () => {
  const routes = {
    '/': page('Home', ['/docs', '/blog', '/docs/api/a']),
    '/blog': page('Blog', ['/docs/api/hidden']),
    '/docs': page('Docs', ['/docs/api', '/docs/guide']),
    '/docs/guide': page('Guide'),
    '/docs/api': page('API', ['/docs/api/b', '/docs/api/old/c']),
    '/docs/api/a': page('A'),
    '/docs/api/b': page('B'),
  };

  it('reads the start page and the folders above the pattern for their links, and saves none of them', async () => {
    const { site, kit } = await openSite(routes);
    const { status, paths } = await kit.crawl({
      url: `${site.origin}/`,
      crawlType: 'basic',
      globs: ['/docs/api/**', '!/docs/api/old/**'],
    });
    expect(status).toMatchObject({ status: 'done', saved: 3, errors: 0 });
    expect(paths).toEqual(['docs/api.md', 'docs/api/a.md', 'docs/api/b.md']);
    expect(site.count('/docs')).toBe(1);
    expect(site.count('/blog') + site.count('/docs/guide')).toBe(0);
    const filtered = status.filteredUrls.map(({ url, reason }) => [url.slice(site.origin.length), reason]);
    expect(filtered).toContainEqual(['/', 'not-allowed']);
    expect(filtered).toContainEqual(['/docs', 'not-allowed']);
  });

  it('keeps a start page that redirects into the pattern, and follows one that redirects elsewhere', async () => {
    const { site, kit } = await openSite({
      ...routes,
      '/': { location: '/docs/api/' },
      '/docs/api/': routes['/docs/api'],
    });
    const into = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic', globs: ['/docs/api/**'] });
    expect(into.paths).toContain('docs/api.md');
    const { site: moved, kit: other } = await openSite({
      ...routes,
      '/': { location: '/welcome' },
      '/welcome': page('Hi', ['/docs/api/a']),
    });
    const away = await other.crawl({ url: `${moved.origin}/`, crawlType: 'basic', globs: ['/docs/api/**'] });
    expect(away.paths).toEqual(['docs/api/a.md']);
  });

  it('never reads a start page that a pattern blocks', async () => {
    const { site, kit } = await openSite(routes);
    const { status } = await kit.crawl({ url: `${site.origin}/blog`, crawlType: 'basic', globs: ['!/blog'] });
    expect(status).toMatchObject({ status: 'failed', reason: 'crawl/no-match' });
    expect(site.count('/blog')).toBe(0);
  });
});

describe('[S15] a run that saves nothing fails with the reason', () => {
  it.each([
    ['no page matches the patterns', 'crawl/no-match', { globs: ['/nowhere/**'] }, {}],
    ['robots.txt forbids the start page', 'crawl/robots', {}, { '/robots.txt': 'User-agent: *\nDisallow: /\n' }],
    ['a sitemap lists nothing', 'crawl/no-pages', { crawlType: 'sitemap-only' }, {}],
  ] as const)('%s', async (_, reason, options, routes) => {
    const { site, kit } = await openSite({ '/': page('Home', ['/a']), '/a': page('A'), ...routes });
    const { status, paths } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic', ...options });
    expect(status).toMatchObject({ status: 'failed', sourceState: 'ERROR', reason, saved: 0 });
    expect(paths).toEqual([]);
  });
});
