import { afterEach, describe, expect, it } from 'vitest';
import { crawlKit } from '../../support/crawl-kit.ts';
import { type FakeSite, fakeSite } from '../../support/fake-site.ts';

let site: FakeSite;
afterEach(() => site.close());

const page = (title: string, links: readonly string[] = []): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${'Some words of it. '.repeat(20)}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`;

describe('[S9] a redirect past robots.txt', () => {
  it('is kept only if robots.txt allows its target', async () => {
    site = await fakeSite({
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\n' },
      '/': page('Home', ['/open', '/moved']),
      '/open': { status: 302, location: '/private/plans' },
      '/moved': { status: 302, location: '/here' },
      '/here': page('Here'),
      '/private/plans': page('Plans'),
    });
    const kit = crawlKit();
    const { paths, drops } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
    kit.close();
    expect(paths.filter((path) => /private|plans|open/.test(path))).toEqual([]);
    expect(paths.some((path) => path.includes('here'))).toBe(true);
    expect(drops()).toEqual({ '/open': 'robots-disallow' });
  });
});
