import { describe, expect, it } from 'vitest';
import { crawlKit } from '../../support/crawl-kit.ts';
import { page } from '../../support/fake-site.ts';
import { withCanonical } from './docs-site.ts';
import { crawlBadSite, openSite } from './open-site.ts';

const basic = { crawlType: 'basic' } as const;

describe('answers that go wrong', () => {
  it('[S10] [S12] 429 with Retry-After: waits that long, then gets the page', async () => {
    let asked = 0;
    const times: number[] = [];
    const { site, kit } = await openSite({
      '/': () => {
        times.push(kit.clock.now());
        return asked++ === 0 ? { status: 429, headers: { 'retry-after': '7' } } : page('Home');
      },
    });
    const result = await kit.crawl({ ...basic, url: site.origin });
    expect(result.status).toMatchObject({ status: 'done', saved: 1, errors: 0 });
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(7_000);
    expect(result.events).toContainEqual(
      expect.objectContaining({ type: 'queue', action: 'retry', reason: 'http-429' }),
    );
  });

  it('[S10] requests other 4xx once, 5xx four times', async () => {
    const { site, kit } = await openSite({
      '/': page('Home', ['/gone', '/bad']),
      '/gone': { status: 410 },
      '/bad': { status: 500 },
    });
    const { status } = await kit.crawl({ ...basic, url: site.origin });
    expect(site.count('/gone')).toBe(1);
    expect(site.count('/bad')).toBe(4);
    expect(status.errors).toBe(2);
    expect(status.failed.map((failed) => [failed.code, failed.status]).sort()).toEqual([
      ['http', 410],
      ['http', 500],
    ]);
  });

  it('[S11] a burst of 5xx opens the breaker; when the host recovers it closes and no waiting page is lost', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `/p${i}`);
    let isDown = true;
    let opened = 0;
    const { site, kit } = await openSite({
      '/': page('Home', names),
      '*': (request) => {
        if (!request.path.startsWith('/p')) return { status: 404 };
        return isDown ? { status: 503 } : page(request.path);
      },
    });
    const crawl = kit.open({ ...basic, url: site.origin, retries: 0 });
    crawl.subscribe((message) => {
      if (message.type !== 'status') return;
      const state = Object.values(message.status.perHost)[0]?.state;
      if (state === 'open') {
        opened++;
        isDown = false;
      }
    });
    const status = await crawl.start();
    expect(opened).toBeGreaterThan(0);
    expect(status.errors).toBeGreaterThanOrEqual(5);
    expect(status.errors).toBeLessThanOrEqual(9);
    expect(status.saved + status.errors).toBe(13);
    expect(Object.values(status.perHost)[0]?.state).toBe('closed');
  });

  it('[S10] retries truncated bodies; hanging ones time out, endless ones are cut at the limit', async () => {
    const { site, result } = await crawlBadSite('slow, cut, hanging and endless bodies');
    expect(result.paths).toEqual(['cut.md', 'index.md', 'slow.md']);
    const failed = result.status.failed.map(({ url, code }) => [url.slice(site.origin.length), code]);
    expect(failed.sort()).toEqual([
      ['/big', 'too-large'],
      ['/hang', 'timeout'],
    ]);
    expect(site.count('/hang')).toBe(3);
    expect(result.status.bytes).toBeLessThan(2_000_000);
  });

  it('wrong types and charsets', async () => {
    const { kit, result } = await crawlBadSite('wrong types and charsets');
    expect(kit.collection.text('latin.md')).toBe('# Café\n\ncrème\n');
    expect(kit.collection.text('meta.md')).toMatch(/^# При\n/);
    expect(kit.collection.text('astext.md')).toMatch(/^# As text\n/);
    expect(kit.collection.text('notype.md')).toMatch(/^# No type\n/);
    expect(kit.collection.text('md.md')).toBe('# Given\n\nAs it is.\n');
    expect(kit.collection.text('utf16.md')).toMatch(/^# Wide\n/);
    expect(result.problems()).toContain('html-as-text');
    expect(result.status.failed.map((failed) => failed.code)).toEqual(['not-text', 'not-text']);
  });

  it('[S5] soft 404: of pages, and of Markdown that answers 200', async () => {
    const { kit, result } = await crawlBadSite('soft 404');
    expect(result.paths).toEqual(['a.md']);
    expect(kit.collection.text('a.md')).toBe('# A\n\nReal text of a.\n');
    expect(result.problems()).toContain('soft-404');
  });

  it('a challenge page is reported as a challenge', async () => {
    const wall =
      '<!doctype html><html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>';
    const { site, kit } = await openSite({ '/': page('Home', ['/w']), '/w': { status: 403, body: wall } });
    const { status, problems } = await kit.crawl({ ...basic, url: site.origin });
    expect(status.failed).toEqual([expect.objectContaining({ code: 'challenge', status: 403 })]);
    expect(problems()).toContain('challenge');
  });
});

describe('URLs that go wrong', () => {
  it('[S7] [S8] redirects: in scope the page gets its new URL, out of scope it is skipped', async () => {
    const { site, kit, result } = await crawlBadSite('redirects in and out of scope');
    expect(result.paths).toEqual(['index.md', 'new.md', 'newer.md']);
    expect(result.drops()).toMatchObject({ '/old': 'duplicate', '/away': 'private-address' });
    const rows = await kit.rows();
    expect(rows.find((row) => row.path === 'newer.md')?.aliases).toContain(`${site.origin}/old2`);
    expect(rows.find((row) => row.path === 'new.md')?.aliases).toContain(`${site.origin}/old`);
  });

  it('[S9] robots.txt is honoured, with its delay', async () => {
    const { site, result } = await crawlBadSite('robots with a delay');
    expect(result.paths).toEqual(['index.md', 'open.md']);
    expect(result.drops()['/secret/a']).toBe('robots-disallow');
    expect(site.count('/secret/a')).toBe(0);
    expect(Object.values(result.status.perHost)[0]?.intervalMs).toBe(3_000);
  });

  it('[S8] tracking, slashes, index files and fragments fold; case does not; hash routes stay', async () => {
    const { site, result } = await crawlBadSite('hash routes, tracking parameters, slashes and case');
    expect(result.paths.filter((path) => !path.startsWith('index@'))).toEqual(['A.md', 'a.md', 'index.md']);
    expect(result.paths.filter((path) => path.startsWith('index@'))).toHaveLength(2);
    expect(result.drops()).toMatchObject({ '/q?page=2': 'query-skip' });
    expect(site.count('/a')).toBe(1);
  });

  it('[S8] a same-site canonical link folds a page; a broken one is ignored', async () => {
    const { site, kit } = await openSite({
      '/': page('Home', ['/dup', '/broken']),
      '/dup': withCanonical(page('Dup'), '/real'),
      '/real': page('Real'),
      '/broken': withCanonical(page('Broken'), '/nowhere'),
    });
    const result = await kit.crawl({ ...basic, url: site.origin });
    expect(result.paths).toEqual(['broken.md', 'index.md', 'real.md']);
    expect(result.events).toContainEqual(
      expect.objectContaining({ action: 'drop', url: `${site.origin}/dup`, alias: `${site.origin}/real` }),
    );
  });

  it('[S8] [E1] of pages that name each other as canonical one is kept, whichever answers first', async () => {
    for (const slow of ['/a', '/b', '/none']) {
      const at = (name: string, href: string) => ({
        body: withCanonical(page(name), href),
        ...(slow === name ? { delayMs: 40 } : {}),
      });
      const { site, kit } = await openSite({
        '/': page('Home', ['/b', '/a']),
        '/a': at('/a', '/b'),
        '/b': at('/b', '/a'),
      });
      const result = await kit.crawl({ ...basic, url: site.origin });
      expect([slow, ...result.paths]).toEqual([slow, 'a.md', 'index.md']);
    }
    for (const links of [
      ['/a', '/b', '/c'],
      ['/c', '/b', '/a'],
      ['/b', '/c', '/a'],
    ]) {
      const around = { '/a': '/b', '/b': '/c', '/c': '/a' };
      const ring = Object.entries(around).map(([name, href]) => [name, withCanonical(page(name), href)]);
      const { site, kit } = await openSite({ '/': page('Home', links), ...Object.fromEntries(ring) });
      const result = await kit.crawl({ ...basic, url: site.origin, concurrency: 1 });
      expect(result.paths).toEqual(['a.md', 'index.md']);
    }
    for (const links of [['/old'], ['/old', '/new'], ['/new', '/old']]) {
      const { site, kit } = await openSite({
        '/': page('Home', links),
        '/old': { location: '/new' },
        '/new': withCanonical(page('New'), '/old'),
      });
      const result = await kit.crawl({ ...basic, url: site.origin, concurrency: 1 });
      expect([links, result.paths]).toEqual([links, ['index.md', 'new.md']]);
    }
  });

  it('[S3] loops of links and of indexes end', async () => {
    const { site, result } = await crawlBadSite('loops of links and of indexes');
    expect(result.paths).toEqual(['a.md', 'b.md', 'c.md']);
    expect(result.problems()).toContain('index-loop');
    expect(site.count('/llms.txt')).toBe(1);
  });

  it('[S7] credentials in links are neither sent nor stored', async () => {
    const { site, kit } = await openSite({});
    const withUser = site.origin.replace('http://', 'http://user:secret@');
    site.set('/', page('Home', [`${withUser}/a`]));
    site.set('/a', page('A'));
    const result = await kit.crawl({ ...basic, url: `${withUser}/` });
    expect(result.paths).toEqual(['a.md', 'index.md']);
    expect(JSON.stringify([result.events, result.status, [...kit.collection.files.values()]])).not.toContain('secret');
    expect(site.requests.every((request) => request.headers.authorization === undefined)).toBe(true);
  });

  it('[S7] depth and page limits are reported', async () => {
    const { site, kit } = await openSite({
      '/': page('Home', ['/a', '/b', '/c']),
      '/a': page('A', ['/d']),
      '/b': page('B'),
      '/c': page('C'),
      '/d': page('D'),
    });
    const shallow = await kit.crawl({ ...basic, url: site.origin, maxDepth: 1 });
    expect(shallow.paths).toEqual(['a.md', 'b.md', 'c.md', 'index.md']);
    expect(shallow.drops()['/d']).toBe('max-depth');
    const few = await crawlKit().crawl({ ...basic, url: site.origin, maxPages: 3 });
    expect(few.paths).toHaveLength(3);
    expect(Object.values(few.drops())).toContain('overflow');
  });
});

describe('[S7] a page of far too many links', () => {
  it('fills neither the queue nor the memory, and removes no page', async () => {
    const links = (count: number) => Array.from({ length: count }, (_, i) => `/p${i}`);
    const { site, kit } = await openSite({ '/': page('Home', [...links(3), '/gone']), '*': ({ path }) => page(path) });
    await kit.crawl({ ...basic, url: site.origin });
    site.set('/', page('Home', links(3_000)));
    const result = await kit.crawl({ ...basic, url: site.origin, maxFrontier: 100, maxPages: 5 });
    expect(Object.values(result.drops()).filter((reason) => reason === 'overflow').length).toBe(3_000 - 4);
    expect(result.status).toMatchObject({ status: 'done', visited: 5, removed: 0 });
    const waited = result.events.flatMap((event) => (event.type === 'queue' ? [event.queueSize] : []));
    expect(Math.max(...waited)).toBeLessThanOrEqual(401);
    expect(result.paths).toContain('gone.md');
  });
});

describe('[S11] a host that cannot be read', () => {
  it('stops at the first opaque failure, without retries or probes, and suggests alternatives', async () => {
    const { site, kit } = await openSite(
      { '*': { body: page('Home'), noCors: true }, '/robots.txt': { status: 404, noCors: true } },
      {
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          if (response.headers.get('access-control-allow-origin') === null) throw new TypeError('Failed to fetch');
          return response;
        },
      },
    );
    const result = await kit.crawl({ url: site.origin });
    expect(result.status).toMatchObject({ status: 'failed', reason: 'crawl/unreadable', sourceState: 'ERROR' });
    expect(site.requests.length).toBeLessThanOrEqual(2);
    expect(result.events.find((event) => event.type === 'problem')).toMatchObject({
      kind: 'cors-unreadable',
      severity: 'warn',
      details: { waysOut: 'save-page, github-repository, reader-service' },
    });
  });
});
