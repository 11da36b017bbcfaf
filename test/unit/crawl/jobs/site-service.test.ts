import { describe, expect, it, onTestFinished } from 'vitest';
import { createSiteService } from '../../../../src/crawl/jobs/site-service.ts';
import type { SitePage, SitePort, SiteSource } from '../../../../src/engine/contract.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import type { SiteJob } from '../../../../src/model/site/site-job.ts';
import { createMemoryStore } from '../../../../src/store/memory-store.ts';
import { realClock } from '../../../support/crawl-kit.ts';
import { fakeSite } from '../../../support/fake-site.ts';
import { isWhole } from '../../../support/sample-size.ts';

/** The engine's side of the port, with pages in a map and the real records. */
function fakePort() {
  const pages = new Map<string, SitePage>();
  const states: string[] = [];
  const added: SiteSource[] = [];
  const port: SitePort = {
    listSites: async (collectionId) =>
      added.filter((site) => collectionId === undefined || site.collectionId === collectionId),
    addSite: async (collectionId, { url, sourceId = 'source-1' }) => {
      if (!added.some((site) => site.sourceId === sourceId)) added.push({ collectionId, sourceId, url });
      return sourceId;
    },
    setSiteState: async (_, __, state) => void states.push(state),
    keepPages: async (_, __, kept) => {
      for (const page of kept) pages.set(page.path, page);
    },
    removePages: async (_, __, paths) => {
      for (const path of paths) pages.delete(path);
    },
    knownPages: async () => [...pages.values()].map(({ path, meta }) => ({ path, meta, sha256: '' })),
    readPage: async () => undefined,
    finishSite: async () => void states.push('finished'),
    dropAwaiting: async () => false,
    readTree: () => Promise.reject(new Error('no repository here')),
    stopTree: async () => undefined,
    records: createMemoryStore().records,
  };
  return { port, states };
}

function createService(port: SitePort, fetchPage: typeof fetch = fetch, onJob: (job: SiteJob) => void = () => {}) {
  return createSiteService({
    sites: port,
    fetch: fetchPage,
    clock: realClock(),
    locks: undefined,
    secure: false,
    onJob,
  });
}

async function openSite(routes: Parameters<typeof fakeSite>[0]) {
  const site = await fakeSite(routes);
  onTestFinished(site.close);
  return site;
}

const fast = { maxRequestsPerSec: 50, crawlType: 'basic', retries: 0 } as const;

describe('sites as the page controls them', () => {
  it('lists the history of one address, and analyses a limited number of pages in a dry run [S17][S21]', async () => {
    const site = await openSite({
      '/': '<title>Home</title><main><h1>Home</h1><p>Quinces.</p><a href="/a">A</a><a href="/gone">G</a></main>',
      '/a': '<title>A</title><main><h1>A</h1><p>Medlars and other words.</p></main>',
      '/gone': { status: 404 },
    });
    const { port, states } = fakePort();
    const service = createService(port);
    const { jobId, sourceId } = await service.start({ collectionId: 'c1', site: { ...fast, url: `${site.origin}/` } });
    await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('finished');
    const url = `${site.origin}/gone`;
    const { items } = await service.events(jobId, { url });
    expect(items.length).toBeGreaterThan(1);
    expect(items.every((event) => JSON.stringify(event).includes(url))).toBe(true);
    const before = await service.pages('c1', sourceId);
    states.length = 0;
    const analysis = { pageLimit: 1, dryRun: true };
    const again = await service.start({ collectionId: 'c1', sourceId, mode: 'analysis', analysis });
    await expect.poll(async () => (await service.status(again.jobId))?.status.status).toBe('done');
    expect((await service.status(again.jobId))?.status).toMatchObject({ visited: 1, saved: 0 });
    expect(await service.pages('c1', sourceId)).toEqual(before);
  });

  it('answers about a job that has started before its record is stored', async () => {
    const site = await openSite({ '/': '<title>Home</title><main><h1>Home</h1><p>Quinces.</p></main>' });
    const { port, states } = fakePort();
    const { records } = port;
    let store = (): void => {};
    const held = new Promise<void>((done) => {
      store = done;
    });
    const put: typeof records.put = async (...args) => {
      if (args[0] === 'jobs') await held;
      return records.put(...args);
    };
    const service = createService({ ...port, records: { ...records, put } });
    const { jobId } = await service.start({ collectionId: 'c1', site: { ...fast, url: `${site.origin}/` } });
    expect((await service.events(jobId)).items).toEqual([]);
    expect((await service.status(jobId))?.status.endedAt).toBe('');
    store();
    await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('finished');
  });

  it('finishes the pages of a job whose collection was deleted before its end, when the deletion is undone', async () => {
    const site = await openSite({ '/docs/': '<title>Home</title><main><h1>Home</h1><p>Text of it.</p></main>' });
    const { port, states } = fakePort();
    let isDeleted = true;
    const finishSite: SitePort['finishSite'] = async (...args) => {
      if (isDeleted) throw new AppError('engine/deleted', 'the collection is deleted', {});
      return port.finishSite(...args);
    };
    const service = createService({ ...port, finishSite });
    const { jobId } = await service.start({ collectionId: 'c1', site: { ...fast, url: `${site.origin}/docs/` } });
    await expect.poll(async () => (await service.status(jobId))?.status.status, { timeout: 10_000 }).toBe('done');
    await service.finishLeft('c2');
    expect(states).not.toContain('finished');
    isDeleted = false;
    await service.finishLeft('c2');
    expect(states).not.toContain('finished');
    // While the job holds the lock of its site, finishLeft has nothing to do.
    await expect.poll(() => service.finishLeft('c1').then(() => states.at(-1))).toBe('finished');
  });

  it('a setting resumes jobs that a crash interrupted, but not jobs the user paused [S15]', async () => {
    const html = '<title>Home</title><main><h1>Home</h1><p>Text of it.</p></main>';
    const site = await openSite({ '/docs/': html });
    for (const isPaused of [false, true]) {
      const { port, states } = fakePort();
      const dying = createService(port, () => new Promise(() => undefined));
      const { jobId } = await dying.start({ collectionId: 'c1', site: { ...fast, url: `${site.origin}/docs/` } });
      await expect.poll(() => port.records.list('jobs', { prefix: '' })).toHaveLength(1);
      if (isPaused) await dying.pause(jobId);
      const after = createService(port);
      await after.resumeLeft();
      if (!isPaused) await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('finished');
      expect(await after.status(jobId)).toMatchObject({ status: { status: isPaused ? 'paused' : 'done' } });
    }
  });

  it('[S11] a host that could not be read gets another try when the user retries', async () => {
    const site = await openSite({ '/': '<title>Home</title><main><h1>Home</h1><p>Quinces and medlars.</p></main>' });
    const { port, states } = fakePort();
    let isBlocked = true;
    const service = createService(port, (input, init) =>
      isBlocked ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init),
    );
    const first = await service.start({ collectionId: 'c1', site: { ...fast, url: `${site.origin}/` } });
    await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('ERROR');
    expect(await service.status(first.jobId)).toMatchObject({ status: { reason: 'crawl/unreadable', errors: 0 } });
    isBlocked = false;
    // No single page failed, so the whole run is repeated.
    const again = await service.retryFailed(first.jobId);
    await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('finished');
    expect(await service.status(again.jobId)).toMatchObject({ status: { status: 'done', mode: 'crawl', saved: 1 } });
  });

  it.runIf(isWhole)(
    'pages that failed before the tab closed are the ones to retry after the job was stopped',
    async () => {
      const links = ['/a', '/b', '/c'].map((path) => `<a href="${path}">${path}</a>`).join('');
      const site = await openSite({
        '/': `<title>Home</title><main><h1>Home</h1><p>Quinces.</p>${links}</main>`,
        '/a': { status: 500 },
        '/b': '<title>B</title><main><h1>B</h1><p>Medlars.</p></main>',
      });
      const { port, states } = fakePort();
      const dying = createService(port, (input, init) =>
        String(input).endsWith('/c') ? new Promise(() => undefined) : fetch(input, init),
      );
      const { jobId } = await dying.start({ collectionId: 'c1', site: { ...fast, url: `${site.origin}/` } });
      const isJournaled = async () =>
        JSON.stringify(await port.records.list('pages', { prefix: '' })).includes('failed');
      await expect.poll(isJournaled).toBe(true);
      const after = createService(port);
      await after.stop(jobId);
      expect(await after.status(jobId)).toMatchObject({ status: { status: 'stopped', errors: 1 } });
      site.set('/a', '<title>A</title><main><h1>A</h1><p>Apples.</p></main>');
      site.clear();
      states.length = 0;
      await after.retryFailed(jobId);
      await expect.poll(() => states.at(-1)).toBe('finished');
      expect(site.paths()).not.toContain('/b');
      expect(site.paths()).toContain('/a');
    },
  );

  it('reports no job that could not start, and leaves a known site as it was', async () => {
    const site = await openSite({ '/': '<title>Home</title><main><h1>Home</h1><p>Quinces.</p></main>' });
    const { port, states } = fakePort();
    let isDamaged = true;
    const knownPages: SitePort['knownPages'] = (...args) =>
      isDamaged ? Promise.reject(new AppError('store/damaged', 'cannot be read', {})) : port.knownPages(...args);
    const jobs: SiteJob[] = [];
    const service = createService({ ...port, knownPages }, fetch, (job) => jobs.push(job));
    const add = () => service.start({ collectionId: 'c1', site: { ...fast, url: `${site.origin}/` } });
    await expect(add()).rejects.toMatchObject({ code: 'store/damaged' });
    // It was added as crawling.
    expect([jobs, states]).toEqual([[], ['ERROR']]);
    isDamaged = false;
    const { jobId, sourceId } = await add();
    await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('finished');
    await expect.poll(() => service.finishLeft('c1').then(() => jobs.at(-1)?.state)).toBe('done');
    const before = [jobs.length, states.length];
    isDamaged = true;
    await expect(service.start({ collectionId: 'c1', sourceId })).rejects.toMatchObject({ code: 'store/damaged' });
    expect([jobs.length, states.length]).toEqual(before);
    expect(await service.status(jobId)).toMatchObject({ status: { status: 'done' } });
  });

  it.each(['nonsense', 'file:///etc/passwd', 'javascript:alert(1)', ''])(
    'refuses %j and adds no source',
    async (url) => {
      const { port } = fakePort();
      let added = 0;
      const service = createService({ ...port, addSite: async () => `source-${++added}` });
      await expect(service.start({ collectionId: 'c1', site: { url } })).rejects.toMatchObject({
        code: 'crawl/bad-url',
      });
      expect(added).toBe(0);
    },
  );
});
