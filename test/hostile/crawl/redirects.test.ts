import { describe, expect, it } from 'vitest';
import { openSite } from '../../contract/crawl/open-site.ts';
import { page } from '../../support/fake-site.ts';

describe('[S9] a redirect past robots.txt', () => {
  it('is kept only if robots.txt allows its target', async () => {
    const { site, kit } = await openSite({
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\n' },
      '/': page('Home', ['/open', '/moved']),
      '/open': { status: 302, location: '/private/plans' },
      '/moved': { status: 302, location: '/here' },
      '/here': page('Here'),
      '/private/plans': page('Plans'),
    });
    const { paths, drops } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
    expect(paths.filter((path) => /private|plans|open/.test(path))).toEqual([]);
    expect(paths.some((path) => path.includes('here'))).toBe(true);
    expect(drops()).toEqual({ '/': 'visited', '/open': 'robots-disallow' });
  });
});
