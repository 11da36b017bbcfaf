import { describe, expect, it, onTestFinished } from 'vitest';
import type { CrawlEvent } from '../../../src/model/site/site.ts';
import type { CrawlKit } from '../../support/crawl-kit.ts';
import { crawlKit, readResult } from '../../support/crawl-kit.ts';
import { markdown, page } from '../../support/fake-site.ts';
import { docsSite } from './docs-site.ts';
import { type OpenSite, openSite } from './open-site.ts';

function newKit(options: Parameters<typeof crawlKit>[0] = {}): CrawlKit {
  const kit = crawlKit(options);
  onTestFinished(kit.close);
  return kit;
}

describe('[E1] the same site gives the same files', () => {
  it('whatever the order of answers', async () => {
    const prints = new Set<string>();
    const { site } = await openSite(docsSite(30));
    for (let seed = 1; seed <= 4; seed++) {
      let random = seed * 7_919;
      const kit = newKit({
        seed,
        fetch: async (input, init) => {
          random = (random * 48_271) % 2_147_483_647;
          await new Promise((resolve) => setTimeout(resolve, random % 8));
          return fetch(input, init);
        },
      });
      await kit.crawl({ url: site.origin, maxPages: 30, concurrency: seed === 4 ? 1 : 8 });
      expect(kit.collection.files.size).toBeGreaterThanOrEqual(20);
      prints.add(kit.collection.fingerprint());
    }
    expect(prints.size).toBe(1);
  });
});

describe('[S15] jobs', () => {
  it('pause holds new requests, resume continues, stop leaves the rest queued; nothing is removed', async () => {
    const { site, kit } = await openSite(docsSite(30));
    const crawl = kit.open({ url: site.origin });
    let pausedAt = -1;
    crawl.subscribe((message) => {
      if (message.type !== 'event' || message.event.type !== 'queue' || message.event.action !== 'dequeued') return;
      if (crawl.status().visited >= 5 && pausedAt < 0) {
        pausedAt = 5;
        void crawl.pause();
      }
    });
    const running = crawl.start();
    while (crawl.status().status !== 'paused' || crawl.status().inFlight > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const before = site.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(site.requests.length).toBe(before);
    expect(crawl.status()).toMatchObject({ paused: true, status: 'paused' });
    await crawl.resume();
    while (crawl.status().visited < 12) await new Promise((resolve) => setTimeout(resolve, 2));
    await crawl.stop();
    const status = await running;
    expect(status).toMatchObject({ status: 'stopped', removed: 0 });
    expect(status.queueSize).toBeGreaterThan(0);
    const kept = kit.collection.files.size;
    const again = kit.open({ url: site.origin }, { jobId: crawl.jobId });
    await expect(again.start()).resolves.toMatchObject({ status: 'done' });
    expect(kit.collection.files.size).toBeGreaterThan(kept);
  });

  it('a subscriber after the end gets the status and done', async () => {
    const { site, kit } = await openSite({ '/': page('Home') });
    const crawl = kit.open({ url: site.origin });
    await crawl.start();
    const got: string[] = [];
    crawl.subscribe((message) => got.push(message.type === 'event' ? message.event.type : message.type));
    expect(got).toEqual(['status', 'done']);
  });
});

describe('[S15] after a stop or a crash', () => {
  it('[S17] milestones are reported once per job, however often it is resumed', async () => {
    const { site, kit } = await openSite(docsSite(30));
    const { jobId } = kit.open({ url: site.origin });
    for (const until of [4, 9, 14, Number.POSITIVE_INFINITY]) {
      const crawl = kit.open({ url: site.origin }, { jobId });
      const running = crawl.start();
      while (crawl.status().visited < until && crawl.status().endedAt === '')
        await new Promise((resolve) => setTimeout(resolve, 2));
      await crawl.stop();
      const status = await running;
      if (until !== Number.POSITIVE_INFINITY) expect(status.status).toBe('stopped');
      else {
        const told = (await readResult(crawl, status, kit.collection)).milestones();
        expect(told).toEqual(expect.arrayContaining(['index-found', 'seeds-prepared']));
        expect(told).toEqual([...new Set(told)]);
        expect([...status.milestones].sort()).toEqual([...told].sort());
      }
    }
  });

  it('[S18] a page with only a new description, lost in a crash, is fetched and saved again', async () => {
    const described = (text: string) =>
      page('Home').replace('<head>', `<head><meta name="description" content="${text}">`);
    const { site, kit } = await openSite({ '/': described('before') });
    const basic = { url: site.origin, crawlType: 'basic' } as const;
    await kit.crawl(basic);
    site.set('/', described('after'));
    let isHeard = false;
    const dying = newKit({
      ports: {
        ...{ records: kit.records, knownPages: kit.collection.knownPages, removePages: kit.collection.removePages },
        keepPages: () => {
          isHeard = true;
          return new Promise(() => {});
        },
      },
    });
    const killed = dying.open(basic);
    void killed.start();
    while (!isHeard) await new Promise((resolve) => setTimeout(resolve, 2));
    dying.close();
    expect(kit.collection.files.get('index.md')?.meta.description).toBe('before');
    const { status } = await kit.crawl(basic, { jobId: killed.jobId });
    expect(status).toMatchObject({ status: 'done', saved: 1 });
    expect(kit.collection.files.get('index.md')?.meta.description).toBe('after');
  });
});

describe('[S18] recrawl', () => {
  it('refresh visits known pages only; full saves all again; refetch windows skip fresh pages', async () => {
    const { site, kit } = await openSite({
      '/': page('Home', ['/a', '/b']),
      '/a': page('A'),
      '/b': page('B'),
    });
    await kit.crawl({ url: site.origin, crawlType: 'basic' });
    site.set('/', page('Home', ['/a', '/b', '/c']));
    site.set('/c', page('C'));
    site.delete('/b');
    const refreshed = await kit.crawl({ url: site.origin, crawlType: 'basic' }, { mode: 'refresh' });
    expect(refreshed.paths).toEqual(['a.md', 'index.md']);
    expect(refreshed.status).toMatchObject({ removed: 1, saved: 1, unchanged: 1 });
    const windowed = await kit.crawl(
      { url: site.origin, crawlType: 'basic', refetch_after: '7d' },
      { mode: 'refresh' },
    );
    expect(windowed.status).toMatchObject({ visited: 0, removed: 0 });
    expect(Object.values(windowed.drops())).toEqual(['fresh', 'fresh']);
    kit.collection.kept.length = 0;
    await kit.crawl({ url: site.origin, crawlType: 'basic' }, { full: true });
    expect(kit.collection.kept.sort()).toEqual(['a.md', 'c.md', 'index.md']);
  });
});

describe('a retry of failed pages', () => {
  const names = Array.from({ length: 8 }, (_, i) => `/p${i}`);
  const basic = { crawlType: 'basic', retries: 0 } as const;

  function openFailing(): Promise<OpenSite> {
    return openSite({
      '/': page('Home', names),
      ...Object.fromEntries(names.map((name) => [name, page(name)])),
      '/p2': { status: 503 },
      '/p5': { status: 500 },
    });
  }

  it('requests only those URLs, follows no link, and gives the result of a crawl without failures', async () => {
    const { site, kit } = await openFailing();
    const first = await kit.crawl({ ...basic, url: site.origin });
    expect(first.status).toMatchObject({ errors: 2, saved: 7 });
    site.set('/p2', page('/p2', ['/new', '/p0']));
    site.set('/p5', page('/p5'));
    site.set('/new', page('New'));
    site.clear();
    const { jobId } = first.status;
    const again = await kit.crawl({ ...basic, url: site.origin }, { mode: 'retry', retryOf: jobId });
    expect(site.paths().sort()).toEqual(['/p2', '/p5', '/robots.txt']);
    expect(again.status).toMatchObject({ mode: 'retry', visited: 2, saved: 2, unchanged: 0, removed: 0, errors: 0 });
    site.delete('/new');
    const whole = newKit();
    await whole.crawl({ ...basic, url: site.origin });
    expect(kit.collection.fingerprint()).toBe(whole.collection.fingerprint());
  });

  it('removes nothing, not even gone pages; pages that fail again can be retried again', async () => {
    const { site, kit } = await openFailing();
    for (const name of ['/p2', '/p5']) site.set(name, page(name));
    await kit.crawl({ ...basic, url: site.origin });
    for (const name of ['/p2', '/p5']) site.set(name, { status: 500 });
    const failing = await kit.crawl({ ...basic, url: site.origin });
    expect(failing.status).toMatchObject({ errors: 2, removed: 0 });
    site.delete('/p2');
    site.delete('/p7');
    site.clear();
    const again = await kit.crawl({ ...basic, url: site.origin }, { mode: 'retry', retryOf: failing.status.jobId });
    expect(again.status).toMatchObject({ status: 'done', errors: 2, removed: 0 });
    expect(kit.collection.files.size).toBe(9);
    site.set('/p5', page('/p5', [], 'It is back with other words than before.'));
    site.clear();
    const third = await kit.crawl({ ...basic, url: site.origin }, { mode: 'retry', retryOf: again.status.jobId });
    expect(site.paths().sort()).toEqual(['/p2', '/p5', '/robots.txt']);
    expect(third.status).toMatchObject({ saved: 1, errors: 1, removed: 0 });
    expect(kit.collection.files.size).toBe(9);
  });

  it('a listed page keeps the title from its index, its depth and its aliases, also after a refresh', async () => {
    const { site, kit } = await openSite({
      '/llms.txt': { type: 'text/plain', body: '# S\n\n- [Guide](/guide): How to begin\n' },
      '/': page('Home', ['/deep?utm_source=x']),
      '/deep': page('Deep', ['/deeper']),
      '/deeper': page('Deeper'),
      '/guide': { status: 500 },
      '/guide.md': { status: 500 },
    });
    const first = await kit.crawl({ url: site.origin, retries: 0 });
    site.set('/guide.md', markdown('Words without any heading, yet enough of them.\n'));
    const meta = { title: 'Guide', description: 'How to begin', source_url: `${site.origin}/guide` };
    await kit.crawl({ url: site.origin, retries: 0 }, { mode: 'retry', retryOf: first.status.jobId });
    expect(kit.collection.files.get('guide.md')?.meta).toEqual(meta);
    const rows = async () => (await kit.rows()).map((row) => [row.path, row.depth, row.attempts, row.aliases]);
    const before = await rows();
    expect(before).toContainEqual(['deep.md', 1, 1, [`${site.origin}/deep?utm_source=x`]]);
    expect(before).toContainEqual(['deeper.md', 2, 1, []]);
    const refreshed = await kit.crawl({ url: site.origin }, { mode: 'refresh' });
    expect(refreshed.status).toMatchObject({ saved: 0, unchanged: 4, removed: 0 });
    expect(kit.collection.files.get('guide.md')?.meta).toEqual(meta);
    expect(await rows()).toEqual(before);
  });
});

describe('[S17] events and [S21] analysis', () => {
  it('[S17] the history of an address says how each run ended for it', async () => {
    const { site, kit } = await openSite({
      '/': page('Home', ['/a', '/b', '/c']),
      '/a': page('A'),
      '/b': page('B'),
      '/c': page('C'),
    });
    const options = { url: `${site.origin}/`, crawlType: 'basic', retries: 1 } as const;
    const historyOf = (events: readonly CrawlEvent[], path: string) =>
      events.flatMap((event) =>
        event.type === 'page' && event.url === site.origin + path
          ? [[event.action, event.status, event.reason, event.attempts]]
          : [],
      );
    const first = (await kit.crawl(options)).events;
    expect(historyOf(first, '/a')).toEqual([['saved', 200, '', 1]]);
    site.set('/b', { status: 500 });
    site.delete('/c');
    const crawl = kit.open(options);
    await crawl.start();
    const listed = await crawl.events({ types: ['page'], actions: ['failed', 'removed'] });
    const second = (await crawl.events({ limit: 500 })).items.toReversed();
    expect(historyOf(second, '/a')).toEqual([['unchanged', 200, '', 1]]);
    expect(historyOf(second, '/b')).toEqual([['failed', 500, 'http', 2]]);
    expect(historyOf(second, '/c')).toEqual([
      ['failed', 404, 'http', 1],
      ['failed', 404, 'http', 1],
      ['removed', 0, '', 0],
    ]);
    expect(listed.items).toHaveLength(4);
    expect(new Set(second.map(({ type }) => type))).toEqual(new Set(['queue', 'page', 'milestone', 'done']));
  });

  it('the last twenty jobs of a site are kept', async () => {
    const { site, kit } = await openSite({ '/': page('Home') });
    await kit.crawl({ url: site.origin });
    for (let i = 0; i < 22; i++) await kit.crawl({ url: site.origin }, { mode: 'analysis' });
    expect(await kit.records.list('jobs', { prefix: '' })).toHaveLength(20);
  });

  it('an analysis run makes no request, classifies pages and stores its record', async () => {
    const { site, kit } = await openSite(docsSite(20));
    await kit.crawl({ url: site.origin });
    site.clear();
    const result = await kit.crawl({ url: site.origin }, { mode: 'analysis', analysis: { dryRun: true } });
    expect(site.requests).toHaveLength(0);
    expect(result.status).toMatchObject({ status: 'done', mode: 'analysis', saved: 0 });
    expect(result.events.filter((event) => event.type === 'stage').map((event) => event.stage)).toEqual([
      'class',
      'hubs',
      'aliases',
      'milestones',
    ]);
    const rows = await kit.rows();
    expect(rows.find((row) => row.path === 'index.md')?.page_class).toBe('nav');
  });
});
