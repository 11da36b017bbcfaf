import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeSite, fakeSite, page } from '../../support/fake-site.ts';
import { makeSiteDisk, openTab, type SiteDisk, type SiteTab } from './site-engine.ts';

const names = Array.from({ length: 30 }, (_, i) => `/p${i}`);
let site: FakeSite;
let disk: SiteDisk;
let tab: SiteTab;
let collectionId: string;
let sourceId: string;
let jobId: string;

const getSource = async () => (await tab.engine.listCollections())[0]?.sources[0];
const statusOf = async (id: string) => (await tab.service.status(id))?.status;
const countFiles = async () => (await tab.engine.listFiles(collectionId)).length;

beforeEach(async () => {
  site = await fakeSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', names),
    ...Object.fromEntries(names.map((name) => [name, page(name)])),
  });
  disk = await makeSiteDisk();
  tab = openTab(disk);
  ({ id: collectionId } = await tab.engine.createCollection({ name: 'site' }));
  const url = `${site.origin}/`;
  ({ jobId, sourceId } = await tab.service.start({ collectionId, site: { url, crawlType: 'basic' } }));
  await expect.poll(() => tab.jobs.get(jobId)?.status.visited ?? 0).toBeGreaterThan(5);
});

afterEach(async () => {
  tab.close();
  await site.close();
});

describe('[S15] a stopped crawl is not complete', () => {
  beforeEach(async () => {
    await tab.service.stop(jobId);
    await tab.ended(jobId);
  });

  it('says so in its source, and counts what is stored of what is known', async () => {
    const status = await statusOf(jobId);
    expect(status?.saved).toBe(await countFiles());
    expect((status?.saved ?? 0) + (status?.queueSize ?? 0)).toBe(31);
    expect(await getSource()).toMatchObject({ reason: 'engine/stopped-early' });
    expect(await getSource()).not.toHaveProperty('lastSyncAt');
  });

  it('is resumed as the same job: the rest is fetched, nothing twice, and then it is synced', async () => {
    await tab.service.resume(jobId);
    expect((await tab.ended(jobId)).status).toMatchObject({ status: 'done', saved: 31, queueSize: 0 });
    for (const name of ['/', ...names]) expect(site.count(name)).toBe(1);
    const source = await getSource();
    expect(source).toMatchObject({ state: 'INDEXED', files: 31, lastSyncAt: expect.any(String) });
    expect(source).not.toHaveProperty('reason');
    expect(await tab.service.listJobs(collectionId)).toHaveLength(1);
    await expect(tab.service.resume(jobId)).rejects.toMatchObject({ code: 'engine/unknown-job' });
  });

  it('is completed by a refresh, which fetches what was queued', async () => {
    const { jobId: second } = await tab.service.start({ collectionId, sourceId, mode: 'refresh' });
    expect((await tab.ended(second)).status).toMatchObject({ status: 'done' });
    expect(await getSource()).toMatchObject({ files: 31, lastSyncAt: expect.any(String) });
    // The site is discovered now: the next refresh visits known pages only.
    const { jobId: third } = await tab.service.start({ collectionId, sourceId, mode: 'refresh' });
    expect((await tab.ended(third)).status).toMatchObject({ mode: 'refresh', visited: 31 });
  });

  it('stays incomplete after a run that does not discover', async () => {
    const { jobId: second } = await tab.service.start({ collectionId, sourceId, mode: 'analysis' });
    await tab.ended(second);
    expect(await getSource()).toMatchObject({ reason: 'engine/stopped-early' });
    expect(await getSource()).not.toHaveProperty('lastSyncAt');
  });
});

describe('the number of saved pages', () => {
  it('never exceeds the number of stored pages while the job runs', async () => {
    for (let i = 0; i < 20; i++) {
      const said = tab.jobs.get(jobId)?.status.saved ?? 0;
      expect(said).toBeLessThanOrEqual(await countFiles());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  it('equals the number of stored pages when an interrupted job is listed and stopped', async () => {
    tab.close();
    const next = openTab(disk);
    const [left] = await next.service.listJobs(collectionId);
    const stored = (await next.engine.listFiles(collectionId)).length;
    expect(left?.status).toMatchObject({ status: 'paused', saved: stored });
    await next.service.stop(jobId);
    expect((await next.service.status(jobId))?.status).toMatchObject({ status: 'stopped', saved: stored });
    next.close();
  });
});

describe('Changes of a site', () => {
  it('has the earlier text of changed and removed pages, as for folders', async () => {
    await tab.ended(jobId);
    site.set('/p3', page('p3', [], 'The heron was written anew, in enough words to be read.'));
    site.set('/p4', { status: 404 });
    const { jobId: second } = await tab.service.start({ collectionId, sourceId });
    await tab.ended(second);
    const [after, before] = await tab.engine.listSnapshots(collectionId);
    const changes = await tab.engine.diffSnapshots(collectionId, before?.id ?? '', after?.id ?? '');
    const old = changes.changes.flatMap(({ oldId, path }) => (oldId === undefined ? [] : [{ oldId, path }]));
    expect(old.map(({ path }) => path).sort()).toEqual(['p3.md', 'p4.md']);
    for (const { oldId, path } of old) {
      const text = (await tab.engine.readReplaced(collectionId, oldId))?.text;
      expect(text).toContain(`All about /${path.slice(0, -3)}`);
    }
  });
});

describe('a site that cannot be read', () => {
  it('leaves no empty collection', async () => {
    await tab.ended(jobId);
    const gone = await fakeSite({});
    await gone.close();
    const made = await tab.engine.createCollection({ name: 'made', awaitsSource: true });
    const job = await tab.run({ collectionId: made.id, site: { url: `${gone.origin}/` } });
    expect(job.status).toMatchObject({ status: 'failed', reason: 'crawl/unreadable' });
    await expect.poll(async () => (await tab.engine.listCollections()).map(({ id }) => id)).toEqual([collectionId]);
    // An existing collection keeps the source, with the reason.
    const second = await tab.run({ collectionId, site: { url: `${gone.origin}/` } });
    expect(second.status.status).toBe('failed');
    const [kept] = await tab.engine.listCollections();
    expect(kept?.sources.at(-1)).toMatchObject({ state: 'ERROR', reason: 'crawl/unreadable' });
    expect(kept?.sources.at(-1)).not.toHaveProperty('lastSyncAt');
  });
});
