import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { crawlKit, memoryRecords } from '../../support/crawl-kit.ts';
import { fakeSite, page } from '../../support/fake-site.ts';

const PAGES = 10_000;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const forget = async (): Promise<void> => {};

describe('a site of 10,000 pages', () => {
  it('[S12] [S15] memory stays flat, the pace is kept, pause and resume work', { timeout: 1_800_000 }, async () => {
    const times: number[] = [];
    // Data that a store would keep on disk is dropped, so that the heap has only what the crawl itself uses.
    const kept = new Set<string>();
    const records = memoryRecords();
    const kit = crawlKit({
      ports: {
        records: { ...records, put: forget, putMany: forget },
        async keepPages(pages) {
          for (const { path } of pages) kept.add(path);
        },
        knownPages: async () => [],
      },
    });
    const site = await fakeSite({
      '/robots.txt': { status: 404 },
      '*': (request) => {
        times.push(kit.clock.now());
        const n = request.path === '/' ? 0 : Number(/^\/s\d+\/p(\d+)$/.exec(request.path)?.[1] ?? Number.NaN);
        if (Number.isNaN(n)) return { status: 404 };
        const links = Array.from({ length: 12 }, (_, i) => n * 10 + i + 1).filter((next) => next < PAGES);
        return page(
          `Page ${n}`,
          links.map((next) => `/s${next % 20}/p${next}`),
          `Text of page ${n}. `.repeat(50),
        );
      },
    });
    const crawl = kit.open({ url: site.origin, crawlType: 'basic', maxPages: 20_000, concurrency: 10 });
    const heap: number[] = [];
    let pauses = 0;
    let visited = 0;
    crawl.subscribe((message) => {
      if (message.type !== 'status') return;
      if (message.status.visited - visited >= 1_000) {
        visited = message.status.visited;
        collectGarbage();
        heap.push(process.memoryUsage().heapUsed);
        if (pauses++ < 3) void crawl.pause().then(() => crawl.resume());
      }
    });
    const status = await crawl.start();
    expect(status).toMatchObject({ status: 'done', errors: 0 });
    expect(kept.size).toBe(PAGES);
    const gaps = times.slice(1).map((at, i) => at - (times[i] as number));
    expect(Math.min(...gaps.slice(5))).toBeGreaterThanOrEqual(199);
    const growth = ((heap.at(-1) as number) - (heap[0] as number)) / ((heap.length - 1) * 1_000);
    console.log(
      `heap after collection: ${Math.round(growth)} bytes a page; ${heap.map((size) => size >> 20).join(' ')} MB`,
    );
    // The server of this test lives in the same process, and remembers each request in about 1 KB.
    expect(growth).toBeLessThan(4_000);
    kit.close();
    await site.close();
  });
});
