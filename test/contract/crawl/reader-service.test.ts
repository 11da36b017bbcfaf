import { describe, expect, it, onTestFinished } from 'vitest';
import { hasReader } from '../../../src/crawl/fetch/reader-service.ts';
import { type FakeRoute, type FakeSite, fakeSite, page } from '../../support/fake-site.ts';
import { openSite } from './open-site.ts';

const json = (value: unknown, more = {}): FakeRoute => ({
  type: 'application/json',
  body: JSON.stringify(value),
  ...more,
});

/** A site that only the reader service can read, and the service. */
async function open(crawl: FakeRoute, health: FakeRoute = json({})) {
  const reader = await fakeSite({ '/health': health, '/crawl': crawl });
  onTestFinished(reader.close);
  const { site, kit } = await openSite(
    {},
    {
      fetch: async (input, init) => {
        if (String(input).startsWith(site.origin)) throw new TypeError('Failed to fetch');
        return fetch(input, init);
      },
    },
  );
  const options = { url: `${site.origin}/`, crawlType: 'basic', retries: 1, readerUrl: `${reader.origin}/` } as const;
  return { site, reader, kit, options };
}

const count = (reader: FakeSite) => reader.count('/crawl');

describe('[S13] a reader service', () => {
  it.each([
    ['fit_markdown before raw_markdown', { fit_markdown: '# Fit', raw_markdown: '# Raw' }, '# Fit'],
    ['raw_markdown without a fit one', { fit_markdown: '', raw_markdown: '# Raw' }, '# Raw'],
    ['a string', '# Text', '# Text'],
  ])('gives %s', async (_, markdown, text) => {
    const { kit, options } = await open(json({ success: true, markdown }));
    expect((await kit.crawl(options)).status.status).toBe('done');
    expect(kit.collection.text('index.md').trim()).toBe(text);
  });

  it('that says success: false and 404 ends the page as gone; without a status it is 0', async () => {
    const gone = await open(json({ success: false, status_code: 404, error_message: 'no such page' }));
    const { status } = await gone.kit.crawl(gone.options);
    expect(status.failed).toMatchObject([{ code: 'reader', status: 404 }]);
    const { kit, options } = await open(json({ success: true, markdown: '# Text' }));
    await kit.crawl(options);
    expect((await kit.rows()).map((row) => row.status_code)).toEqual([0]);
  });

  it('is there only if it answers at /health', async () => {
    const { reader, kit } = await open(json({ success: true }));
    const ports = { ...kit.ports, signal: new AbortController().signal };
    expect(await hasReader(`${reader.origin}/`, ports)).toBe(true);
    reader.set('/health', { status: 500 });
    expect(await hasReader(reader.origin, ports)).toBe(false);
    expect(await hasReader('http://127.0.0.1:9', ports)).toBe(false);
  });

  it('gets the newer form of a request when it refuses the older one', async () => {
    const { kit, options } = await open(({ body }) => {
      const [url] = (JSON.parse(body) as { urls?: string[] }).urls ?? [];
      const results = [{ url, success: true, markdown: '# Read\n\n[next](/b)', links: {} }];
      return url === undefined ? { status: 422 } : { type: 'application/json', body: JSON.stringify({ results }) };
    });
    expect((await kit.crawl(options)).paths).toEqual(['b.md', 'index.md']);
  });

  it.each([
    ['success: false', json({ success: false, error_message: 'net::ERR\n  at x' }), 1, 'net::ERR at x'],
    [
      'success: false in a list',
      json({ results: [{ success: false, error_message: 'no such page' }] }),
      1,
      'no such page',
    ],
    ['without success', json({ markdown: '# Text' }), 1, 'it could not read the page'],
    ['success: false without a message', json({ success: false }), 1, 'it could not read the page'],
    ['bad JSON', { type: 'application/json', body: '{"success"' }, 1, 'the answer is not JSON'],
    ['no Markdown', json({ success: true, markdown: null }), 1, 'no Markdown in the answer'],
    ['a 4xx', { status: 403 }, 1, 'status 403 at '],
    ['a 4xx that may be about the dialect', { status: 422 }, 2, 'status 422 at '],
    ['a 5xx, which is retried', { status: 500 }, 2, 'status 500 at '],
    ['an answer over the limit', { fillBytes: 500_000 }, 1, 'the answer is longer than 4000 bytes'],
  ] as const)('that answers %s fails the page with that reason', async (_, answer, requests, reason) => {
    const { kit, reader, options } = await open(answer as FakeRoute);
    const { status, events } = await kit.crawl({ ...options, maxPageBytes: 1_000 });
    const attempts = requests === 2 && reason.includes('500') ? 2 : 1;
    expect(status).toMatchObject({ status: 'failed', failed: [{ code: 'reader', attempts }] });
    expect(events.filter((event) => event.type === 'queue' && event.action === 'retry')).toHaveLength(attempts - 1);
    expect(status.failed[0]?.message).toMatch(new RegExp(`^reader service: .*${reason}`));
    expect(status.reason).toContain(reason);
    expect(count(reader)).toBe(requests);
  });

  it.each([
    ['answers its health check with an error', { status: 502 }, 'status 502'],
    ['breaks the connection', { refuses: true }, 'fetch failed'],
  ])('that %s is named by its address and asked for no page', async (_, health, reason) => {
    const { kit, reader, options } = await open({}, health);
    const { status } = await kit.crawl(options);
    expect(status.reason).toContain(`does not answer at ${reader.origin} (${reason})`);
    expect(count(reader)).toBe(0);
  });

  it('that goes down gets no request for a minute after five pages, and gets the rest when it is back', async () => {
    let downUntil = 0;
    const { kit, site, reader, options } = await open(({ body }) => {
      const { url } = JSON.parse(body) as { url: string };
      const isHome = new URL(url).pathname === '/';
      if (isHome) downUntil = kit.clock.now() + 120_000;
      else if (kit.clock.now() < downUntil) return { status: 500 };
      const links = isHome ? Array.from({ length: 12 }, (_, i) => `[p](/p${i})`).join(' ') : '';
      return json({ success: true, markdown: `# ${url}\n\n${links}` }) as { body: string };
    });
    const { status } = await kit.crawl({ ...options, concurrency: 1, retries: 0, maxRequestsPerSec: 5 });
    expect(status).toMatchObject({ status: 'done', errors: 6, saved: 7 });
    expect(status.perHost[new URL(reader.origin).host]).toMatchObject({ state: 'closed' });
    expect(site.requests).toEqual([]);
  });

  it('that stays down fails the rest at once after five failed trials', async () => {
    const { kit, reader, options } = await open(({ body }) => {
      const { url } = JSON.parse(body) as { url: string };
      if (new URL(url).pathname !== '/') return { status: 500 };
      const links = Array.from({ length: 30 }, (_, i) => `[p](/p${i})`).join(' ');
      return json({ success: true, markdown: `# Home\n\n${links}` }) as { body: string };
    });
    const { status } = await kit.crawl({ ...options, concurrency: 1, retries: 0 });
    expect(status).toMatchObject({ status: 'done', saved: 1, errors: 30 });
    // The home page, five failures that open the breaker, five trials.
    expect(count(reader)).toBe(11);
  });

  it('does not fail the page that it reads when the job is stopped', async () => {
    const { kit, reader, options } = await open({ ...(json({}) as object), hangs: true, body: '{"success": true}' });
    const crawl = kit.open(options);
    const ended = crawl.start();
    while (count(reader) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await crawl.stop();
    expect(await ended).toMatchObject({ status: 'stopped', errors: 0, queueSize: 1 });
  });

  it('gets only what the browser may not read', async () => {
    const { reader, options } = await open({});
    const { site, kit } = await openSite({ '/': page('Home', ['/a']), '/a': page('A') });
    const { paths } = await kit.crawl({ ...options, url: `${site.origin}/` });
    expect(paths).toEqual(['a.md', 'index.md']);
    expect(reader.requests).toEqual([]);
  });
});
