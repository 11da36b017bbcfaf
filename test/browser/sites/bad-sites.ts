import type { SiteOptions } from '../../../src/model/site/site.ts';
import type { FakeRoute, FakeSite } from '../../support/fake-site.ts';
import { fakeSite, gzipped, markdown, page, sitemap, sitemapIndex } from '../../support/fake-site.ts';

export interface BadSite {
  readonly site: FakeSite;
  readonly options: Partial<SiteOptions> & { readonly url: string };
  close(): Promise<void>;
}

type Routes = (origin: () => string) => Record<string, FakeRoute>;

async function open(routes: Routes, options: Partial<SiteOptions> & { at?: string } = {}): Promise<BadSite> {
  const { at = '/', ...rest } = options;
  const site: FakeSite = await fakeSite({ '/robots.txt': { status: 404 }, ...routes(() => site.origin) });
  return { site, options: { ...rest, url: site.origin + at }, close: () => site.close() };
}

const basic = { crawlType: 'basic' } as const;
const text = (body: string) => ({ type: 'text/plain', body });

/** Every way a server is known to misbehave, each as a small site: the crawl must say and keep the same wherever it runs. */
export const BAD_SITES: Readonly<Record<string, () => Promise<BadSite>>> = {
  'the whole cascade': () =>
    open(
      (origin) => ({
        '/robots.txt': () => text(`User-agent: *\nDisallow: /docs/secret\nSitemap: ${origin()}/maps.xml\n`),
        '/docs/llms.txt': () => text(`# S\n\n- [One](${origin()}/docs/one)\n- [Two](/docs/two): second\n`),
        '/docs/llms-full.txt': () =>
          text(`# One\nSource: ${origin()}/docs/one\n\nText.\n\n# Three\nSource: ${origin()}/docs/three\n\nText.\n`),
        '/docs/two.md': markdown('# Two\n\nMarkdown of two, [linked](/docs/linked).\n'),
        '/docs/linked': page('Linked', ['/docs/secret/x']),
        '/docs/': page('Docs'),
        '/maps.xml': () => sitemapIndex([`${origin()}/map1.xml.gz`, `${origin()}/maps.xml`]),
        '/map1.xml.gz': () => gzipped(sitemap([`${origin()}/docs/mapped`])),
        '/docs/mapped': page('Mapped'),
      }),
      { at: '/docs/' },
    ),
  'the pattern of Markdown is learned': () =>
    open(
      () => ({
        '/llms.txt': text('# S\n\n- [a](/a)\n- [b](/b)\n- [c](/c)\n'),
        ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`/${name}/index.md`, markdown(`# ${name}\n\nbody\n`)])),
      }),
      { at: '/llms.txt' },
    ),
  'soft 404': () =>
    open(
      () => ({
        '/llms.txt': text('# S\n\n- [A](/a)\n- [B](/b)\n'),
        '/a.md': markdown('# Page Not Found\n\nThe page does not exist.\n'),
        '/a/index.html.md': markdown('# A\n\nReal text of a.\n'),
        '/b': '<title>404 Not Found</title><main><h1>404</h1><p>Nothing.</p></main>',
      }),
      { at: '/llms.txt' },
    ),
  'redirects in and out of scope': async () => {
    const other = await fakeSite({ '/x': page('Elsewhere') });
    const bad = await open(
      () => ({
        '/': page('Home', ['/old', '/old2', '/away', '/new', '/round']),
        '/old': { location: '/new' },
        '/old2': { location: '/newer/' },
        '/newer/': page('Newer'),
        '/new': page('New'),
        '/away': { location: `${other.origin}/x` },
        '/round': { location: '/round' },
      }),
      { ...basic, retries: 1 },
    );
    return { ...bad, close: () => Promise.all([bad.close(), other.close()]).then(() => undefined) };
  },
  'robots with a delay': () =>
    open(
      () => ({
        '/robots.txt': text('User-agent: *\nDisallow: /secret\nCrawl-delay: 3\n'),
        '/': page('Home', ['/secret/a', '/open']),
        '/open': page('Open'),
      }),
      basic,
    ),
  '429 with Retry-After': () =>
    open(
      () => ({
        '/': page('Home', ['/busy', '/calm']),
        '/busy': ({ count }) => (count === 1 ? { status: 429, headers: { 'retry-after': '7' } } : page('Busy')),
        '/calm': page('Calm'),
      }),
      basic,
    ),
  'a burst of 5xx': () => {
    let asked = 0;
    return open(
      () => ({
        '/': page(
          'Home',
          Array.from({ length: 9 }, (_, i) => `/p${i}`),
        ),
        '*': ({ path }) => (path.startsWith('/p') && ++asked > 6 ? page(path) : { status: 503 }),
        '/robots.txt': { status: 404 },
      }),
      { ...basic, retries: 0, concurrency: 1 },
    );
  },
  'slow, cut, hanging and endless bodies': () =>
    open(
      () => ({
        '/': page('Home', ['/slow', '/cut', '/hang', '/big']),
        '/slow': { body: page('Slow'), delayMs: 150 },
        '/cut': ({ count }) => (count < 3 ? { body: page('Cut'), cutAfter: 20 } : page('Cut')),
        '/hang': { body: page('Hang'), hangs: true },
        '/big': { fillBytes: 100_000_000 },
      }),
      { ...basic, retries: 2, timeoutMs: 10_000, maxPageBytes: 1_000_000, concurrency: 1 },
    ),
  'wrong types and charsets': () =>
    open(
      () => ({
        '/': page('Home', ['/latin', '/meta', '/json', '/image', '/astext', '/notype', '/md', '/utf16']),
        '/latin': {
          type: 'text/html; charset=iso-8859-1',
          body: Buffer.from('<main><h1>Caf\xe9</h1><p>cr\xe8me</p></main>', 'latin1'),
        },
        '/meta': {
          type: 'text/html',
          body: Buffer.from('<meta charset="windows-1251"><main><h1>\xcf\xf0\xe8</h1><p>text</p></main>', 'latin1'),
        },
        '/json': { type: 'application/json', body: '{}' },
        '/image': { type: 'image/png', body: 'PNG' },
        '/astext': text(page('As text')),
        '/notype': { type: '', body: page('No type') },
        '/md': markdown('# Given\n\nAs it is.\n'),
        '/utf16': { type: 'text/html', body: Buffer.from(`\uFEFF${page('Wide')}`, 'utf16le') },
      }),
      basic,
    ),
  'hash routes, tracking parameters, slashes and case': () =>
    open(
      () => ({
        '/': page('Home', ['/A', '/a', '/a/?utm_source=x', '/a/index.html', '/a#f', '/#/one', '/#/two', '/q?page=2']),
        '/a': page('small'),
        '/A': page('LARGE'),
      }),
      basic,
    ),
  'loops of links and of indexes': () =>
    open(
      () => ({
        '/llms.txt': text('# S\n\n- [Sub](/sub/llms.txt)\n- [A](/a.md)\n'),
        '/sub/llms.txt': text('# Sub\n\n- [Up](/llms.txt)\n- [Deep](/sub/deep/llms.txt)\n- [B](/b.md)\n'),
        '/sub/deep/llms.txt': text('# Deep\n\n- [Top](/llms.txt)\n- [C](/c.md)\n'),
        '/a.md': markdown('# A\n\n[b](/b.md) [a](/a.md)\n'),
        '/b.md': markdown('# B\n\n[a](/a.md)\n'),
        '/c.md': markdown('# C\n\ntext\n'),
      }),
      { at: '/llms.txt' },
    ),
};
