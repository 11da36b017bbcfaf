import { expect } from 'vitest';
import type { FakeSite } from '../../support/fake-site.ts';
import { makeSiteDisk, openTab, readCollection, type SiteTab } from './site-engine.ts';

export interface Crawled {
  readonly collectionId: string;
  readonly sourceId: string;
  readonly tab: SiteTab;
  readonly kills: number;
}

/** Crawls a site in several tabs, each killed after the given number of steps except the last, with one click in between. */
export async function crawlWithKills(site: FakeSite, lives: readonly number[]): Promise<Crawled> {
  const disk = await makeSiteDisk();
  const first = openTab(disk);
  const { id: collectionId } = await first.engine.createCollection({ name: 'site' });
  first.close();
  const keptAt = new Map<string, number>();
  let kills = 0;
  for (const killAfter of [...lives, undefined]) {
    const tab: SiteTab = openTab(disk, {
      ...(killAfter === undefined ? {} : { killAfter }),
      async onStep(name) {
        if (name !== 'keepPages') return;
        const at = site.requests.length;
        const [source] = (await tab.engine.listCollections()).flatMap((collection) => collection.sources);
        if (source === undefined) return;
        for (const { path } of await tab.engine.listFiles(collectionId)) if (!keptAt.has(path)) keptAt.set(path, at);
      },
    });
    // The commit may be stored although the tab died before its answer.
    const there = await Promise.race([tab.engine.listFiles(collectionId), tab.killed.then(() => [])]);
    for (const { path } of there) if (!keptAt.has(path)) keptAt.set(path, site.requests.length);
    const ended = await Promise.race([clickOnce(tab, collectionId, site.origin), tab.killed]);
    if (ended === undefined) {
      kills++;
      continue;
    }
    expectNoneTwice(site, keptAt);
    return { collectionId, sourceId: ended, tab, kills };
  }
  throw new Error('the last tab was killed');
}

/** Does what a user does after a crash: resumes the waiting job, or starts one. */
async function clickOnce(tab: SiteTab, collectionId: string, url: string): Promise<string> {
  const [newest] = await tab.service.listJobs(collectionId);
  const [source] = (await tab.engine.listCollections()).flatMap((collection) => collection.sources);
  if (newest) {
    const { jobId, sourceId, status } = newest.status;
    if (status === 'done') return sourceId;
    expect(newest.status).toMatchObject({ status: 'paused', paused: true });
    await tab.service.resume(jobId);
    expect((await tab.ended(jobId)).status.status).toBe('done');
    return sourceId;
  }
  const start = { collectionId, site: { url }, ...(source === undefined ? {} : { sourceId: source.id }) };
  const { status } = await tab.run(start);
  expect(status.status).toBe('done');
  return status.sourceId;
}

function expectNoneTwice(site: FakeSite, keptAt: ReadonlyMap<string, number>): void {
  for (const [path, at] of keptAt) {
    const url = path === 'index.md' ? '/' : `/${path.replace(/\.md$/, '')}`;
    const later = site.requests.slice(at).filter((request) => request.path === url || request.path === `${url}.md`);
    expect([path, later.length]).toEqual([path, 0]);
  }
}

export async function expectSame(killed: Crawled, whole: Crawled): Promise<void> {
  const got = await readCollection(killed.tab, killed.collectionId, killed.sourceId);
  const wanted = await readCollection(whole.tab, whole.collectionId, whole.sourceId);
  expect(wanted.indexId).toMatch(/^[0-9a-f]{16,}/);
  expect(got).toEqual(wanted);
}
