import { afterEach, describe, expect, it } from 'vitest';
import type { CrawlKit } from '../../support/crawl-kit.ts';
import { crawlKit } from '../../support/crawl-kit.ts';
import type { FakeRoute, FakeSite } from '../../support/fake-site.ts';
import { fakeSite, markdown, page } from '../../support/fake-site.ts';

let site: FakeSite;
let kit: CrawlKit;

async function open(routes: Record<string, FakeRoute>): Promise<void> {
  site = await fakeSite({ '/robots.txt': { status: 404 }, ...routes });
  kit = crawlKit();
}

afterEach(async () => {
  kit.close();
  await site.close();
});

const basic = { crawlType: 'basic' } as const;

describe('answers that go wrong', () => {
  it('[S10] [S12] 429 with Retry-After: waits that long, then gets the page', async () => {
    let asked = 0;
    const times: number[] = [];
    await open({
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
    await open({ '/': page('Home', ['/gone', '/bad']), '/gone': { status: 410 }, '/bad': { status: 500 } });
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
    await open({
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

  it('[S10] retries truncated bodies; hanging ones time out', async () => {
    await open({
      '/': page('Home', ['/cut', '/hang']),
      '/cut': (request) => (request.count < 3 ? { body: page('Cut'), cutAfter: 20 } : page('Cut')),
      '/hang': { body: page('Hang'), hangs: true },
    });
    const { status, paths } = await kit.crawl({ ...basic, url: site.origin, timeoutMs: 10_000, retries: 2 });
    expect(paths).toEqual(['cut.md', 'index.md']);
    expect(status.failed).toEqual([expect.objectContaining({ code: 'timeout', url: `${site.origin}/hang` })]);
    expect(site.count('/hang')).toBe(3);
  });

  it('[S10] truncates a body of 100 MB at the limit', async () => {
    await open({ '/': page('Home', ['/big']), '/big': { fillBytes: 100_000_000 } });
    const { status } = await kit.crawl({ ...basic, url: site.origin, maxPageBytes: 1_000_000 });
    expect(status.failed).toEqual([expect.objectContaining({ code: 'too-large' })]);
    expect(status.bytes).toBeLessThan(2_000_000);
  });

  it('wrong types and charsets', async () => {
    await open({
      '/': page('Home', ['/latin', '/meta', '/json', '/image', '/astext', '/notype', '/md', '/utf16']),
      '/latin': {
        type: 'text/html; charset=iso-8859-1',
        body: Buffer.from('<html><body><main><h1>Caf\xe9</h1><p>cr\xe8me</p></main></body></html>', 'latin1'),
      },
      '/meta': {
        type: 'text/html',
        body: Buffer.from(
          '<html><head><meta charset="windows-1251"></head><body><main><h1>\xcf\xf0\xe8</h1><p>text</p></main></body></html>',
          'latin1',
        ),
      },
      '/json': { type: 'application/json', body: '{}' },
      '/image': { type: 'image/png', body: 'PNG' },
      '/astext': { type: 'text/plain', body: page('As text') },
      '/notype': { type: '', body: page('No type') },
      '/md': markdown('# Given\n\nAs it is.\n'),
      '/utf16': { type: 'text/html', body: Buffer.from(`\uFEFF${page('Wide')}`, 'utf16le') },
    });
    const { status, problems } = await kit.crawl({ ...basic, url: site.origin });
    expect(kit.collection.text('latin.md')).toBe('# Café\n\ncrème\n');
    expect(kit.collection.text('meta.md')).toMatch(/^# При\n/);
    expect(kit.collection.text('astext.md')).toMatch(/^# As text\n/);
    expect(kit.collection.text('notype.md')).toMatch(/^# No type\n/);
    expect(kit.collection.text('md.md')).toBe('# Given\n\nAs it is.\n');
    expect(kit.collection.text('utf16.md')).toMatch(/^# Wide\n/);
    expect(problems()).toContain('html-as-text');
    expect(status.failed.map((failed) => failed.code)).toEqual(['not-text', 'not-text']);
  });

  it('[S5] soft 404: of pages, and of Markdown that answers 200', async () => {
    await open({
      '/llms.txt': { type: 'text/plain', body: '# S\n\n- [A](/a)\n- [B](/b)\n' },
      '/a.md': markdown('# Page Not Found\n\nThe page does not exist.\n'),
      '/a/index.html.md': markdown('# A\n\nReal text of a.\n'),
      '/b/index.html.md': page('B as html'),
      '/b': '<html><head><title>404 Not Found</title></head><body><main><h1>404</h1><p>Nothing.</p></main></body></html>',
    });
    const result = await kit.crawl({ url: `${site.origin}/llms.txt` });
    expect(result.paths).toEqual(['a.md']);
    expect(kit.collection.text('a.md')).toBe('# A\n\nReal text of a.\n');
    expect(result.problems()).toContain('soft-404');
  });

  it('a challenge page is reported as a challenge', async () => {
    const wall =
      '<!doctype html><html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>';
    await open({ '/': page('Home', ['/w']), '/w': { status: 403, body: wall } });
    const { status, problems } = await kit.crawl({ ...basic, url: site.origin });
    expect(status.failed).toEqual([expect.objectContaining({ code: 'challenge', status: 403 })]);
    expect(problems()).toContain('challenge');
  });
});

describe('URLs that go wrong', () => {
  it('[S7] [S8] redirects: in scope the page gets its new URL, out of scope it is skipped', async () => {
    const other = await fakeSite({ '/x': page('Elsewhere') });
    await open({
      '/': page('Home', ['/old', '/old2', '/away', '/new']),
      '/old': { location: '/new' },
      '/old2': { location: '/newer/' },
      '/newer/': page('Newer'),
      '/new': page('New'),
      '/away': { location: `${other.origin}/x` },
    });
    const result = await kit.crawl({ ...basic, url: site.origin });
    await other.close();
    expect(result.paths).toEqual(['index.md', 'new.md', 'newer.md']);
    expect(result.drops()).toMatchObject({ '/old': 'duplicate', '/away': 'private-address' });
    const rows = await kit.rows();
    expect(rows.find((row) => row.path === 'newer.md')?.aliases).toContain(`${site.origin}/old2`);
    expect(rows.find((row) => row.path === 'new.md')?.aliases).toContain(`${site.origin}/old`);
  });

  it('[S9] robots.txt is honoured, with its delay', async () => {
    const times: number[] = [];
    await open({
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /secret\nCrawl-delay: 3\n' },
      '/': page('Home', ['/secret/a', '/open']),
      '*': () => {
        times.push(kit.clock.now());
        return page('P');
      },
    });
    const result = await kit.crawl({ ...basic, url: site.origin });
    expect(result.paths).toEqual(['index.md', 'open.md']);
    expect(result.drops()['/secret/a']).toBe('robots-disallow');
    expect(site.count('/secret/a')).toBe(0);
    expect(Object.values(result.status.perHost)[0]?.intervalMs).toBe(3_000);
  });

  it('[S8] tracking, slashes, index files and fragments fold; case does not; hash routes stay', async () => {
    await open({
      '/': page('Home', [
        '/A',
        '/a',
        '/a/?utm_source=x',
        '/a/index.html',
        '/a#frag',
        '/#/one',
        '/#/two',
        '/q?page=2',
        'mailto:x@y.z',
        'ftp://x.test/',
      ]),
      '/a': page('small'),
      '/A': page('LARGE'),
    });
    const result = await kit.crawl({ ...basic, url: site.origin });
    expect(result.paths.filter((path) => !path.startsWith('index@'))).toEqual(['A.md', 'a.md', 'index.md']);
    expect(result.paths.filter((path) => path.startsWith('index@'))).toHaveLength(2);
    expect(result.drops()).toMatchObject({ '/q?page=2': 'query-skip', 'mailto:x@y.z': 'bad-scheme' });
    expect(site.count('/a')).toBe(1);
  });

  it('[S8] a same-site canonical link folds a page; a broken one is ignored', async () => {
    const withCanonical = (title: string, href: string) =>
      page(title).replace('<head>', `<head><link rel="canonical" href="${href}">`);
    await open({
      '/': page('Home', ['/dup', '/broken']),
      '/dup': withCanonical('Dup', '/real'),
      '/real': page('Real'),
      '/broken': withCanonical('Broken', '/nowhere'),
    });
    const result = await kit.crawl({ ...basic, url: site.origin });
    expect(result.paths).toEqual(['broken.md', 'index.md', 'real.md']);
    expect(result.events).toContainEqual(
      expect.objectContaining({ action: 'drop', url: `${site.origin}/dup`, alias: `${site.origin}/real` }),
    );
  });

  it('[S8] [E1] of pages that name each other as canonical one is kept, whichever answers first', async () => {
    const withCanonical = (title: string, href: string) =>
      page(title).replace('<head>', `<head><link rel="canonical" href="${href}">`);
    for (const slow of ['/a', '/b', '/none']) {
      const at = (name: string, href: string) => ({
        body: withCanonical(name, href),
        ...(slow === name ? { delayMs: 40 } : {}),
      });
      await open({ '/': page('Home', ['/b', '/a']), '/a': at('/a', '/b'), '/b': at('/b', '/a') });
      const result = await kit.crawl({ ...basic, url: site.origin });
      expect([slow, ...result.paths]).toEqual([slow, 'a.md', 'index.md']);
      kit.close();
      await site.close();
    }
    for (const links of [
      ['/a', '/b', '/c'],
      ['/c', '/b', '/a'],
      ['/b', '/c', '/a'],
    ]) {
      const around = { '/a': '/b', '/b': '/c', '/c': '/a' };
      const ring = Object.entries(around).map(([name, href]) => [name, withCanonical(name, href)]);
      await open({ '/': page('Home', links), ...Object.fromEntries(ring) });
      const result = await kit.crawl({ ...basic, url: site.origin, concurrency: 1 });
      expect(result.paths).toEqual(['a.md', 'index.md']);
      kit.close();
      await site.close();
    }
    for (const links of [['/old'], ['/old', '/new'], ['/new', '/old']]) {
      await open({ '/': page('Home', links), '/old': { location: '/new' }, '/new': withCanonical('New', '/old') });
      const result = await kit.crawl({ ...basic, url: site.origin, concurrency: 1 });
      expect([links, result.paths]).toEqual([links, ['index.md', 'new.md']]);
      if (links.length > 1 && links[0] === '/new') continue;
      kit.close();
      await site.close();
    }
  });

  it('[S3] loops of links and of indexes end', async () => {
    await open({
      '/llms.txt': { type: 'text/plain', body: '# S\n\n- [Sub](/sub/llms.txt)\n- [A](/a.md)\n' },
      '/sub/llms.txt': {
        type: 'text/plain',
        body: '# Sub\n\n- [Up](/llms.txt)\n- [Deep](/sub/deep/llms.txt)\n- [B](/b.md)\n',
      },
      '/sub/deep/llms.txt': { type: 'text/plain', body: '# Deep\n\n- [Top](/llms.txt)\n- [C](/c.md)\n' },
      '/a.md': markdown('# A\n\n[b](/b.md) [a](/a.md)\n'),
      '/b.md': markdown('# B\n\n[a](/a.md)\n'),
      '/c.md': markdown('# C\n\ntext\n'),
    });
    const result = await kit.crawl({ url: `${site.origin}/llms.txt` });
    expect(result.paths).toEqual(['a.md', 'b.md', 'c.md']);
    expect(result.problems()).toContain('index-loop');
    expect(site.count('/llms.txt')).toBe(1);
  });

  it('[S7] credentials in links are neither sent nor stored', async () => {
    await open({});
    const withUser = site.origin.replace('http://', 'http://user:secret@');
    site.set('/', page('Home', [`${withUser}/a`]));
    site.set('/a', page('A'));
    const result = await kit.crawl({ ...basic, url: `${withUser}/` });
    expect(result.paths).toEqual(['a.md', 'index.md']);
    expect(JSON.stringify([result.events, result.status, [...kit.collection.files.values()]])).not.toContain('secret');
    expect(site.requests.every((request) => request.headers.authorization === undefined)).toBe(true);
  });

  it('[S7] depth and page limits are reported', async () => {
    await open({
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
    await open({ '/': page('Home', [...links(3), '/gone']), '*': ({ path }) => page(path) });
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

describe('[S11] hosts that cannot be read', () => {
  it('stops at the first opaque failure, without retries or probes, and suggests alternatives', async () => {
    site = await fakeSite({ '/': page('Home') }, { cors: false });
    kit = crawlKit({
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (response.headers.get('access-control-allow-origin') === null) throw new TypeError('Failed to fetch');
        return response;
      },
    });
    const result = await kit.crawl({ url: site.origin });
    expect(result.status).toMatchObject({ status: 'failed', reason: 'crawl/unreadable', sourceState: 'ERROR' });
    expect(site.requests.length).toBeLessThanOrEqual(2);
    const problem = result.events.find((event) => event.type === 'problem');
    expect(problem).toMatchObject({
      kind: 'cors-unreadable',
      severity: 'warn',
      details: { waysOut: 'save-page, github-repository, reader-service' },
    });
  });

  it('[S13] the reader service reads what the browser cannot, in either dialect', async () => {
    for (const dialect of ['url', 'urls']) {
      const reader = await fakeSite({
        '/health': { type: 'application/json', body: '{"status":"ok"}' },
        '/crawl': (request) => {
          const sent = JSON.parse(request.body) as Record<string, unknown>;
          const url = (dialect === 'url' ? sent.url : (sent.urls as string[] | undefined)?.[0]) as string | undefined;
          if (url === undefined) return { status: 422, type: 'application/json', body: '{}' };
          const isEmpty = url.endsWith('/empty');
          const result = {
            url,
            success: true,
            status_code: 200,
            markdown: {
              fit_markdown: '',
              raw_markdown: isEmpty ? '' : `# Read ${url.slice(-2)}\n\n[next](/b) [none](/empty)\n`,
            },
            metadata: { title: 'Read', description: null },
            links: {},
          };
          return {
            type: 'application/json',
            body: JSON.stringify(dialect === 'url' ? result : { success: true, results: [result] }),
          };
        },
      });
      site = await fakeSite({}, { cors: false });
      kit = crawlKit({
        fetch: async (input, init) => {
          if (String(input).startsWith(site.origin)) throw new TypeError('Failed to fetch');
          return fetch(input, init);
        },
      });
      const result = await kit.crawl({ url: `${site.origin}/a`, readerUrl: reader.origin });
      expect(result.paths).toEqual(['a.md', 'b.md']);
      expect(result.status.failed).toEqual([expect.objectContaining({ code: 'reader' })]);
      expect(
        reader.requests.filter((request) => request.body.includes('/empty') && !request.body.includes('x')).length,
      ).toBeLessThanOrEqual(2);
      await reader.close();
      if (dialect === 'url') {
        kit.close();
        await site.close();
      }
    }
  });
});
