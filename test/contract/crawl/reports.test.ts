import { describe, expect, it, onTestFinished } from 'vitest';
import { listPages, putPages } from '../../../src/crawl/records/page-rows.ts';
import type { SiteProblemQuery } from '../../../src/model/site/site-job.ts';
import { formatStatus } from '../../../src/site/format-status.ts';
import { type FakeRoute, page } from '../../support/fake-site.ts';
import { openSite } from './open-site.ts';
import { makeSiteDisk, openTab } from './site-engine.ts';

const basic = { crawlType: 'basic', retries: 0 } as const;

describe('[S16] the status as text', () => {
  it('shows progress, then a summary with chunks, statuses by name and the blocking pattern', async () => {
    const { site, kit } = await openSite({
      '/': page('Home', ['/x', '/y', '/docs/archive/v1']),
      '/y': { status: 418 + 100 },
    });
    const crawl = kit.open({ ...basic, url: `${site.origin}/`, globs: ['!/docs/archive/**'] });
    expect(formatStatus(crawl.status(), { name: 'Docs' })).toContain('Progress: 0/0 pages crawled (0%)');
    const text = formatStatus(await crawl.start(), { name: 'Docs', chunks: 1_247 });
    expect(text.split('\n').filter((line) => !/^(?:Source|Last crawl|Elapsed)/.test(line))).toEqual([
      'Status: INDEXED',
      'Pages: 1 crawled, 0 skipped (unchanged), 0 removed, 2 errors',
      'Chunks: 1,247 total',
      'Errors: 2 pages failed',
      `  - ${site.origin}/x: 404 Not Found`,
      `  - ${site.origin}/y: status 518`,
      'Filtered: 1 URLs excluded by scope',
      `  - ${site.origin}/docs/archive/v1: blocked by !/docs/archive/**`,
      '',
    ]);
  });
});

describe('[S17] events', () => {
  it('are paged to older and to newer ones by their number, filtered by host', async () => {
    const links = Array.from({ length: 30 }, (_, i) => `/p${i}`);
    const { site, kit } = await openSite({ '/': page('Home', links), '*': page('Page') });
    const crawl = kit.open({ ...basic, url: `${site.origin}/` });
    await crawl.start();
    const filter = { types: ['page'], host: new URL(site.origin).host, limit: 10 } as const;
    const first = await crawl.events(filter);
    const seqs = ({ items }: typeof first) => items.map(({ seq }) => seq);
    const older = await crawl.events({ ...filter, before: first.nextBefore as number });
    const oldest = await crawl.events({ ...filter, before: older.nextBefore as number });
    expect(first.prevAfter).toBeUndefined();
    const newer = await crawl.events({ ...filter, after: oldest.prevAfter as number });
    expect(seqs(newer)).toEqual(seqs(older));
    expect(newer.nextBefore).toBe(older.nextBefore);
    const newest = await crawl.events({ ...filter, after: newer.prevAfter as number });
    expect(seqs(newest)).toEqual(seqs(first));
    expect(newest.prevAfter).toBeUndefined();
    expect(new Set([...seqs(first), ...seqs(older), ...seqs(oldest)]).size).toBe(30);
    expect((await crawl.events({ ...filter, host: 'other.test' })).items).toEqual([]);
  });

  it('of a queued address carry the address as written and the canonical one it was folded into', async () => {
    const { site, kit } = await openSite({
      '/': page('Home', ['/a/index.html?utm_source=x', '/b']),
      '*': page('Page'),
    });
    const { events } = await kit.crawl({ ...basic, url: `${site.origin}/` });
    const queued = events.flatMap((event) =>
      event.type === 'queue' && event.action === 'enqueued' ? [[event.url, event.alias]] : [],
    );
    expect(queued).toContainEqual([`${site.origin}/a/index.html?utm_source=x`, `${site.origin}/a`]);
    expect(queued).toContainEqual([`${site.origin}/b`, '']);
  });

  it('with problems are listed over all jobs, newest first, by kind and host', async () => {
    const { site } = await openSite({
      '/': page('Home', ['/gone']),
      '/gone': page('Page not found', [], 'This page was not found.'),
    });
    const tab = openTab(await makeSiteDisk());
    onTestFinished(tab.close);
    const { id } = await tab.engine.createCollection({ name: 'Docs' });
    for (let i = 0; i < 2; i++) {
      const known = (await tab.service.listJobs())[0]?.status.sourceId;
      const options = { ...basic, url: `${site.origin}/` };
      const { jobId } = await tab.service.start({
        collectionId: id,
        site: options,
        ...(known ? { sourceId: known } : {}),
      });
      await tab.ended(jobId);
    }
    const { items: all, total } = await tab.service.problems();
    expect(total).toBe(all.length);
    expect(new Set(all.map(({ event }) => event.jobId)).size).toBe(2);
    expect(all.map(({ event }) => event.ts)).toEqual(
      all
        .map(({ event }) => event.ts)
        .sort()
        .reverse(),
    );
    const soft = { collectionId: id, kinds: ['soft-404'], host: new URL(site.origin).host } as const;
    const targets = async (query: SiteProblemQuery) =>
      (await tab.service.problems({ ...soft, ...query })).items.map(({ event }) => [event.jobId, event.target]);
    const [newest, oldest] = await targets({});
    expect(newest?.[1]).toBe(`${site.origin}/gone`);
    expect(newest?.[0]).not.toBe(oldest?.[0]);
    expect(await targets({ limit: 1 })).toEqual([newest]);
    expect(await targets({ skip: 1, limit: 1 })).toEqual([oldest]);
    expect(await targets({ jobId: oldest?.[0] })).toEqual([oldest]);
    expect(await targets({ host: 'other.test' })).toEqual([]);
  });
});

describe('[S17] [S21] milestones', () => {
  const tree = (leaves: number): Record<string, FakeRoute> => ({
    '/': page('Home', ['/docs']),
    '/docs': page(
      'Docs',
      Array.from({ length: leaves }, (_, i) => `/docs/p${i}`),
    ),
    '*': page('Page'),
  });

  it.each([
    [9, false],
    [10, true],
  ])('with %i pages two links from the start, depth2-coverage: %s', async (leaves, isReached) => {
    const { site, kit } = await openSite(tree(leaves));
    const { milestones } = await kit.crawl({ ...basic, url: `${site.origin}/` });
    expect(milestones().includes('depth2-coverage')).toBe(isReached);
  });

  it.each([
    [9, false],
    [10, true],
  ])('with %i pages two links from the start that a sitemap lists, depth2-coverage: %s', async (leaves, isReached) => {
    const addresses = ['/', '/docs', ...Array.from({ length: leaves }, (_, i) => `/docs/p${i}`), '/lonely'];
    const { site, kit } = await openSite((origin) => ({
      ...tree(leaves),
      '/sitemap.xml': () => ({
        type: 'application/xml',
        body: `<urlset>${addresses.map((at) => `<url><loc>${origin()}${at}</loc></url>`).join('')}</urlset>`,
      }),
    }));
    const { milestones, paths } = await kit.crawl({ crawlType: 'basic-with-sitemap', url: `${site.origin}/` });
    expect(paths).toContain('lonely.md');
    expect(milestones().includes('depth2-coverage')).toBe(isReached);
  });

  it('that stored pages deserve and no job has are awarded by an analysis, once', async () => {
    const { site, kit } = await openSite(tree(10));
    const options = { ...basic, url: `${site.origin}/` };
    await kit.crawl(options);
    const [row] = await listPages(kit.records, 's');
    const copies = Array.from({ length: 1_000 }, (_, i) => {
      const path = `docs/copy${i}.md`;
      kit.collection.files.set(path, { ...(kit.collection.files.get('index.md') as never as object), path } as never);
      return { ...row, words: 500, linkShare: 0, row: { ...row?.row, path, url: `${site.origin}/docs/copy${i}` } };
    });
    await putPages(kit.records, 's', copies as never);
    const dry = await kit.crawl(options, { mode: 'analysis', analysis: { dryRun: true } });
    expect(dry.milestones()).toEqual([]);
    const analysis = await kit.crawl(options, { mode: 'analysis' });
    const awarded = ['downloads-100', 'downloads-1k', 'articles-identified-1k'];
    expect(analysis.milestones()).toEqual(awarded);
    expect((await kit.crawl(options, { mode: 'analysis' })).milestones()).toEqual([]);
  });
});
