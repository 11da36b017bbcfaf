import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeSite, fakeSite, page } from '../../support/fake-site.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { createRandom } from '../../support/random.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { docsSite } from './docs-site.ts';
import { crawlWithKills, expectSame } from './kill-and-resume.ts';
import { makeSiteDisk, openTab, readCollection, type SiteDisk, type SiteTab } from './site-engine.ts';

let site: FakeSite;
afterEach(() => site.close());

function newTab(disk: SiteDisk, options: Parameters<typeof openTab>[1] = {}): SiteTab {
  const tab = openTab(disk, options);
  onTestFinished(tab.close);
  return tab;
}

describe('[S15] a tab that is killed, with the real engine', () => {
  it('resumes with one click after random kills, with the same index_id and rows, and fetches no saved page again', async () => {
    site = await fakeSite(docsSite(sampleSize({ sample: 24, whole: 60 })));
    const whole = await crawlWithKills(site, []);
    onTestFinished(whole.tab.close);
    const random = createRandom(8);
    let kills = 0;
    const rounds = sampleSize({ sample: 3, whole: 16 });
    for (let round = 0; round < rounds; round++) {
      site.clear();
      const lives = Array.from({ length: 4 }, () => 2 + Math.floor(random.next() * 160));
      const killed = await crawlWithKills(site, lives);
      onTestFinished(killed.tab.close);
      kills += killed.kills;
      await expectSame(killed, whole);
    }
    expect(kills).toBeGreaterThan(2 * rounds);
  });
});

it('a page is as old as its server says, also when it is synced unchanged', async () => {
  const dated = {
    type: 'text/html',
    body: page('Old', []),
    headers: { 'last-modified': 'Mon, 03 Jun 2024 10:00:00 GMT' },
  };
  site = await fakeSite({ '/robots.txt': { status: 404 }, '/': page('Home', ['/old']), '/old': dated });
  const tab = newTab(await makeSiteDisk());
  const { id } = await tab.engine.createCollection({ name: 'site' });
  const { status } = await tab.run({ collectionId: id, site: { url: `${site.origin}/`, crawlType: 'basic' } });
  const find = () => tab.engine.search(id, 'modified:2024-06');
  expect(await find()).toMatchObject({ hits: [{ path: 'old.md' }], total: 1, undated: 1 });
  await tab.ended((await tab.service.start({ collectionId: id, sourceId: status.sourceId })).jobId);
  expect(await find()).toMatchObject({ total: 1 });
});

it('[S7] a PDF at an address is imported as a document', async () => {
  const body = makePdf({ pages: [[{ text: 'The lapwing nests in the wet meadow.', x: 72, y: 700 }]] });
  site = await fakeSite({ '/robots.txt': { status: 404 }, '/pdf/1706.03762': { type: 'application/pdf', body } });
  const tab = newTab(await makeSiteDisk());
  const { id } = await tab.engine.createCollection({ name: 'site' });
  await tab.run({ collectionId: id, site: { url: `${site.origin}/pdf/1706.03762`, scope: 'file' } });
  const { hits } = await tab.engine.search(id, 'lapwing');
  expect(hits).toMatchObject([{ path: 'pdf/1706.03762.pdf', kind: 'document', address: 'p. 1' }]);
  expect(site.paths().filter((path) => path !== '/robots.txt')).toEqual(['/pdf/1706.03762']);
});

describe('a site in a collection that changes during the crawl', () => {
  it('can be crawled again in a copy of its collection, with its options', async () => {
    site = await fakeSite({ '/robots.txt': { status: 404 }, '/': page('Home', ['/p0']), '/p0': page('P0') });
    const tab = newTab(await makeSiteDisk());
    const { id } = await tab.engine.createCollection({ name: 'site' });
    const options = { url: `${site.origin}/`, crawlType: 'basic', maxPages: 9 } as const;
    const { status } = await tab.run({ collectionId: id, site: options });
    const copy = await tab.engine.duplicateCollection(id, 'copy');
    expect(await tab.service.options(copy.id, status.sourceId)).toMatchObject({ ...options, maxPages: 9 });
    const again = await tab.service.start({ collectionId: copy.id, sourceId: status.sourceId });
    expect((await tab.ended(again.jobId)).status).toMatchObject({ status: 'done', saved: 0, unchanged: 2 });
    expect(await tab.service.listJobs(id)).toHaveLength(1);
    expect(await tab.service.pages(copy.id, status.sourceId)).toHaveLength(2);
  });

  it('is crawled again from the address of its source when its records are lost', async () => {
    site = await fakeSite({ '/robots.txt': { status: 404 }, '/': page('Home') });
    const disk = await makeSiteDisk();
    const tab = newTab(disk);
    const { id } = await tab.engine.createCollection({ name: 'site' });
    const { status } = await tab.run({ collectionId: id, site: { url: `${site.origin}/`, crawlType: 'basic' } });
    disk.disk.tables.delete('sources');
    const { jobId } = await tab.service.start({ collectionId: id, sourceId: status.sourceId });
    expect((await tab.ended(jobId)).status).toMatchObject({ status: 'done', unchanged: 1 });
  });

  it.each(['its source is removed', 'its collection is deleted'])('ends as stopped when %s', async (what) => {
    site = await fakeSite(docsSite(24));
    const tab = newTab(await makeSiteDisk());
    const { id } = await tab.engine.createCollection({ name: 'site' });
    const { jobId, sourceId } = await tab.service.start({ collectionId: id, site: { url: `${site.origin}/` } });
    if (what === 'its source is removed') await tab.engine.removeSource(id, sourceId);
    else await tab.engine.deleteCollection(id);
    await expect
      .poll(() => tab.jobs.get(jobId)?.status)
      .toMatchObject({ status: 'stopped', phase: 'ended', reason: '' });
    expect(await tab.service.listJobs()).toEqual([]);
  });
});

describe('[S18] a second run, with the real engine', () => {
  const names = Array.from({ length: 20 }, (_, i) => `/p${i}`);
  const home = (list: readonly string[]) => page('Home', list);
  let disk: SiteDisk;
  let tab: SiteTab;
  let collectionId: string;
  let sourceId: string;

  beforeEach(async () => {
    site = await fakeSite({
      '/robots.txt': { status: 404 },
      '/': home(names),
      ...Object.fromEntries(names.map((name) => [name, page(name)])),
    });
    disk = await makeSiteDisk();
    tab = newTab(disk);
    ({ id: collectionId } = await tab.engine.createCollection({ name: 'site' }));
    const { status } = await tab.run({ collectionId, site: { url: `${site.origin}/`, crawlType: 'basic' } });
    ({ sourceId } = status);
    expect(disk.made).toHaveLength(21);
    disk.made.length = 0;
  });

  const files = async () => (await tab.engine.listFiles(collectionId)).map(({ path }) => path);
  const again = async (more: Parameters<SiteTab['service']['start']>[0]['site'] = { url: `${site.origin}/` }) => {
    const { jobId } = await tab.service.start({ collectionId, sourceId, site: more });
    return tab.ended(jobId);
  };

  it('of an unchanged site makes no leaf and does not change the index', async () => {
    const before = await readCollection(tab, collectionId, sourceId);
    const { status } = await again();
    expect(disk.made).toEqual([]);
    expect(status).toMatchObject({ saved: 0, unchanged: 21, removed: 0 });
    expect(await readCollection(tab, collectionId, sourceId)).toEqual(before);
  });

  it('of a site with 10 changed, 5 new and 5 removed pages touches exactly those', async () => {
    const added = Array.from({ length: 5 }, (_, i) => `/new${i}`);
    for (const name of names.slice(0, 10)) site.set(name, page(name, [], 'Changed text of this page.'));
    for (const name of names.slice(15)) site.delete(name);
    for (const name of added) site.set(name, page(name));
    // The list of pages changes too, but is not one of the ten.
    site.set('/', home([...names.slice(0, 15), ...added]));
    const { status } = await again();
    const touched = [...names.slice(0, 10), ...added].map((name) => `${name.slice(1)}.md`);
    expect(disk.made.sort()).toEqual([...touched, 'index.md'].sort());
    expect(status).toMatchObject({ saved: 16, unchanged: 5, removed: 5 });
    expect((await files()).sort()).toEqual(
      [
        'index.md',
        ...names.slice(0, 15).map((name) => `${name.slice(1)}.md`),
        ...added.map((name) => `${name.slice(1)}.md`),
      ].sort(),
    );
  });

  it('that finds many pages gone keeps them and asks; removed pages can be restored until the next successful run', async () => {
    const gone = names.slice(0, 6);
    const kept = await readCollection(tab, collectionId, sourceId);
    for (const name of gone) site.delete(name);
    const urls = gone.map((name) => site.origin + name);
    const asking = (await again()).status;
    expect(asking).toMatchObject({ status: 'done', removed: 0, held: 6, heldUrls: urls });
    expect(await files()).toHaveLength(21);
    await tab.service.answerHeld(asking.jobId, 'remove');
    const told = async () => (await tab.service.status(asking.jobId))?.status;
    expect(await told()).toMatchObject({ removed: 6, removedUrls: urls, held: 0, heldUrls: [] });
    expect(await files()).toHaveLength(15);
    await tab.service.restoreRemoved(asking.jobId);
    expect(await told()).toMatchObject({ removed: 0, removedUrls: [] });
    expect(await readCollection(tab, collectionId, sourceId)).toMatchObject({
      files: kept.files,
      indexId: kept.indexId,
    });
    const { items } = await tab.service.events(asking.jobId, { url: urls[0] as string, types: ['page'] });
    expect(items.map((event) => event.type === 'page' && [event.action, event.status])).toEqual([
      ['restored', 0],
      ['removed', 0],
      ['failed', 404],
      ['failed', 404],
    ]);
    await tab.service.answerHeld((await again()).status.jobId, 'keep');
    expect(await files()).toHaveLength(21);
    const asked = (await again()).status;
    await tab.service.answerHeld(asked.jobId, 'remove');
    await again();
    await tab.service.restoreRemoved(asked.jobId);
    expect(await files()).toHaveLength(15);
  });

  it('with failed pages removes nothing, and a retry requests only those', async () => {
    const failing = names.slice(5, 8);
    for (const name of failing) site.set(name, { status: 500 });
    const { status } = await again({ url: `${site.origin}/`, crawlType: 'basic', retries: 0 });
    expect(status).toMatchObject({ errors: 3, removed: 0 });
    expect(await files()).toHaveLength(21);
    for (const name of failing) site.set(name, page(name));
    site.clear();
    const { jobId } = await tab.service.retryFailed(status.jobId);
    expect((await tab.ended(jobId)).status).toMatchObject({ mode: 'retry', unchanged: 3, errors: 0, removed: 0 });
    expect(site.paths().sort()).toEqual([...failing, '/robots.txt']);
  });

  it('[S18] with its own scope removes nothing outside it, and the source keeps its options by default', async () => {
    const options = await tab.service.options(collectionId, sourceId);
    expect(options).toMatchObject({ url: `${site.origin}/`, crawlType: 'basic', globs: [], maxPages: 500 });
    if (options === undefined) return;
    const narrow = { ...options, globs: ['/', '/p1'], maxPages: 7 };
    const once = await tab.service.start({ collectionId, sourceId, site: narrow, once: true });
    expect((await tab.ended(once.jobId)).status).toMatchObject({ status: 'done', visited: 2, removed: 0 });
    expect(await files()).toHaveLength(21);
    expect(await tab.service.options(collectionId, sourceId)).toEqual(options);
    const next = await tab.service.start({ collectionId, sourceId });
    expect((await tab.ended(next.jobId)).status).toMatchObject({ visited: 21, unchanged: 21 });
    await again(narrow);
    expect(await tab.service.options(collectionId, sourceId)).toEqual(narrow);
  });

  it('that is stopped, or whose tab is killed for good, removes nothing', async () => {
    site.set('/', home(names.slice(0, 10)));
    const { jobId } = await tab.service.start({ collectionId, sourceId });
    while ((tab.jobs.get(jobId)?.status.visited ?? 0) < 4) await new Promise((resolve) => setTimeout(resolve, 2));
    await tab.service.stop(jobId);
    expect((await tab.ended(jobId)).status).toMatchObject({ status: 'stopped', removed: 0 });
    expect(await files()).toHaveLength(21);
    const other = newTab(disk, { killAfter: 60 });
    await Promise.race([other.run({ collectionId, sourceId, site: { url: `${site.origin}/` } }), other.killed]);
    tab = newTab(disk);
    expect(await files()).toHaveLength(21);
    const [left] = await tab.service.listJobs(collectionId);
    await tab.service.stop(left?.status.jobId ?? '');
    expect(await files()).toHaveLength(21);
  });

  it('killed after it skipped fresh pages does not treat them as gone', async () => {
    const options = { url: `${site.origin}/`, refetch_page_after: '7d' };
    for (let killAfter = 30; killAfter < 110; killAfter += 20) {
      const dying = newTab(disk, { killAfter });
      const started = dying.run({ collectionId, sourceId, site: options });
      if (await Promise.race([started.then(() => false), dying.killed.then(() => true)])) {
        tab = newTab(disk);
        const [left] = await tab.service.listJobs(collectionId);
        if (left && left.status.endedAt === '') {
          await tab.service.resume(left.status.jobId);
          expect((await tab.ended(left.status.jobId)).status).toMatchObject({ status: 'done', removed: 0 });
        }
      }
      expect(await files()).toHaveLength(21);
    }
  });
});

describe('[S15] one tab runs a job', () => {
  it('another tab sees it running and cannot resume, pause or stop it', async () => {
    site = await fakeSite(docsSite(12));
    const disk = await makeSiteDisk();
    const locks = fakeLocks();
    const [tab, other] = [newTab(disk, { locks }), newTab(disk, { locks })];
    const { id } = await tab.engine.createCollection({ name: 'site' });
    const { jobId, sourceId } = await tab.service.start({ collectionId: id, site: { url: site.origin } });
    await tab.service.pause(jobId);
    const refused = { code: 'crawl/already-running' };
    await expect(other.service.resume(jobId)).rejects.toMatchObject(refused);
    await expect(other.service.pause(jobId)).rejects.toMatchObject(refused);
    await expect(other.service.stop(jobId)).rejects.toMatchObject(refused);
    await expect(other.service.start({ collectionId: id, sourceId })).rejects.toMatchObject(refused);
    await tab.service.resume(jobId);
    expect((await tab.ended(jobId)).status.status).toBe('done');
    await expect(other.run({ collectionId: id, sourceId, site: { url: site.origin } })).resolves.toMatchObject({
      status: { status: 'done', saved: 0 },
    });
  });
});

function fakeLocks(): LockManager {
  const held = new Set<string>();
  return {
    async request(name: string, _options: unknown, work: (lock: unknown) => Promise<unknown>) {
      if (held.has(name)) return work(null);
      held.add(name);
      return Promise.resolve(work({ name })).finally(() => held.delete(name));
    },
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
  } as unknown as LockManager;
}

describe('[S15] several at once', () => {
  it('crawls two sites into one collection, and one site into two collections', async () => {
    site = await fakeSite(docsSite(12));
    const other = await fakeSite(docsSite(9));
    const disk = await makeSiteDisk();
    const tab = newTab(disk);
    const first = await tab.engine.createCollection({ name: 'first' });
    const second = await tab.engine.createCollection({ name: 'second' });
    const [a, b, c] = await Promise.all([
      tab.run({ collectionId: first.id, site: { url: site.origin } }),
      tab.run({ collectionId: first.id, site: { url: other.origin } }),
      tab.run({ collectionId: second.id, site: { url: site.origin } }),
    ]);
    for (const job of [a, b, c]) expect(job.status).toMatchObject({ status: 'done', reason: '' });
    expect(a.status.sourceId).toBe(c.status.sourceId);
    const count = async (id: string, sourceId: string) => (await tab.service.pages(id, sourceId)).length;
    const inFirst = await tab.engine.listFiles(first.id);
    expect(await count(first.id, a.status.sourceId)).toBe(await count(second.id, c.status.sourceId));
    expect(inFirst).toHaveLength(
      (await count(first.id, a.status.sourceId)) + (await count(first.id, b.status.sourceId)),
    );
    expect((await tab.service.listJobs(second.id)).map((job) => job.status.jobId)).toEqual([c.status.jobId]);
    await other.close();
  });

  it('a site that was removed with a job left open can be added again', async () => {
    site = await fakeSite(docsSite(12));
    const disk = await makeSiteDisk();
    const dying = newTab(disk, { killAfter: 80 });
    const { id } = await dying.engine.createCollection({ name: 'site' });
    await Promise.race([dying.run({ collectionId: id, site: { url: site.origin } }), dying.killed]);
    const tab = newTab(disk);
    const [left] = await tab.service.listJobs(id);
    expect(left?.status.status).toBe('paused');
    await tab.engine.removeSource(id, left?.status.sourceId ?? '');
    const { status } = await tab.run({ collectionId: id, site: { url: site.origin } });
    expect(status).toMatchObject({ status: 'done', sourceId: left?.status.sourceId });
    expect(await tab.service.listJobs(id)).toHaveLength(1);
  });
});
