import { describe, expect, it, onTestFinished } from 'vitest';
import { toSiteOptions } from '../../../src/site/site-options.ts';
import { fakeSite, markdown, page } from '../../support/fake-site.ts';
import { openSite } from './open-site.ts';

const withHead = (html: string, head: string) => html.replace('<head>', `<head>${head}`);
const llms = (body: string) => ({ type: 'text/plain', body });

describe('[S5] a page that names its Markdown (rel=alternate)', () => {
  const alternate = (href: string) => `<link rel="alternate" type="text/markdown" href="${href}">`;

  it('is stored as that Markdown, with the title and links of its HTML', async () => {
    const { site, kit } = await openSite({
      '/': withHead(page('Home', ['/a', '/b', '/c']), alternate('/index.md')),
      '/index.md': markdown('# Home in Markdown'),
      '/a': withHead(page('A'), alternate('/a.md?plain=1')),
      '/a.md?plain=1': markdown('# A in Markdown'),
      '/b': withHead(page('B'), alternate('/index.md')),
      '/c': withHead('<html><head></head><body><div id="app"></div></body></html>', alternate('/c.md')),
      '/c.md': markdown('# C in Markdown'),
    });
    const { status, paths } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
    expect([status.errors, paths]).toEqual([0, ['a.md', 'b.md', 'c.md', 'index.md']]);
    expect(['index.md', 'a.md', 'b.md', 'c.md'].map((path) => kit.collection.text(path).split('\n')[0])).toEqual([
      ...['# Home in Markdown', '# A in Markdown', '# B', '# C in Markdown'],
    ]);
    expect((await kit.rows()).find(({ path }) => path === 'a.md')?.title).toBe('A');
    expect(site.count('/index.md')).toBe(1);
  });

  it('is stored as HTML when the Markdown is missing, disallowed or on another host', async () => {
    const { site, kit } = await openSite({
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /b.md' },
      '/': withHead(page('Home', ['/a', '/b']), alternate('http://127.0.0.1:9/index.md')),
      '/a': withHead(page('A'), alternate('/a.md')),
      '/b': withHead(page('B'), alternate('/b.md')),
    });
    const { status } = await kit.crawl({ url: `${site.origin}/`, crawlType: 'basic' });
    expect(status).toMatchObject({ saved: 3, errors: 0 });
    expect([site.count('/a.md'), site.count('/b.md')]).toEqual([1, 0]);
  });
});

describe('[S7] an address of one file', () => {
  it('of an llms-full means its pages and nothing else', async () => {
    const { site, kit } = await openSite({
      '/docs/llms-full.txt': llms(
        '# A\nSource: /docs/a\n\nText of A, see [C](/c).\n\n# B\nSource: /docs/b\n\nText of B.\n',
      ),
      '/c': page('C'),
      '/': page('Home', ['/c']),
    });
    const { paths } = await kit.crawl({ url: `${site.origin}/docs/llms-full.txt`, scope: 'file' });
    expect(paths).toEqual(['docs/a.md', 'docs/b.md']);
    expect(site.paths().filter((path) => !/robots|llms/.test(path))).toEqual([]);
  });

  it('of a page means that page, also after a redirect; one that is missing fails the job', async () => {
    const { site, kit } = await openSite({
      '/notes/a.txt': { location: '/moved/a.txt' },
      '/moved/a.txt': llms('# A\n\nText, see [B](/b).\n'),
    });
    const { paths, status } = await kit.crawl({ url: `${site.origin}/notes/a.txt`, scope: 'file' });
    expect([paths, status.errors]).toEqual([['moved/a.txt.md'], 0]);
    const other = await openSite({ '/': page('Home') });
    const lost = await other.kit.crawl({ url: `${other.site.origin}/llms-full.txt`, scope: 'file' });
    expect(lost.status).toMatchObject({ status: 'failed', saved: 0 });
  });
});

it('an llms-full at the root gives a crawl of a folder only the pages under that folder', async () => {
  const full = '# A\nSource: /ref/a\n\nText of A.\n\n# B\nSource: /book/b\n\nText of B.\n';
  const { site, kit } = await openSite({ '/llms-full.txt': llms(full), '/ref/': page('Reference') });
  const { paths } = await kit.crawl({ url: `${site.origin}/ref/`, scope: 'subpages' });
  expect(paths).toEqual(['ref.md', 'ref/a.md']);
});

describe('[S1] an llms.txt that is not where it is expected', () => {
  it('is read when the start page names it (rel=describedby), and the page is requested once', async () => {
    const { site, kit } = await openSite({
      '/': withHead(page('Home'), '<link rel="describedby" href="/files/llms.txt">'),
      '/files/llms.txt': llms('# Docs\n\n- [A](/a)\n'),
      '/a': page('A'),
    });
    const { paths, milestones } = await kit.crawl({ url: `${site.origin}/` });
    expect(paths).toEqual(['a.md', 'index.md']);
    expect(milestones()).toContain('index-found');
    expect(site.count('/')).toBe(1);
  });

  it('is read from another host when it is given with the address of the docs', async () => {
    const { site, kit } = await openSite({ '/': page('Home'), '/a': page('A'), '/b': page('B') });
    const other = await fakeSite({
      '/llms.txt': () => llms(`# Docs\n\n- [A](${site.origin}/a)\n- [More](/more/llms.txt)\n- [Own](/own)\n`),
      '/more/llms.txt': () => llms(`# More\n\n- [B](${site.origin}/b)\n`),
    });
    onTestFinished(other.close);
    const urls = [`${site.origin}/`, `${other.origin}/llms.txt`];
    const { paths, drops } = await kit.crawl(toSiteOptions(urls[0] as string, { urls }));
    expect(paths).toEqual(['a.md', 'b.md', 'index.md']);
    expect(drops()['/own']).toBe('private-address');
  });
});
