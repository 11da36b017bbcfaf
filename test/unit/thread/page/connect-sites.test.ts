import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectSites, type Sites } from '../../../../src/thread/page/connect-sites.ts';
import { type FakeWorker, fakeWorker } from './fake-worker.ts';

/** Crawlers in the order of their start; each is silent until the test makes it answer. */
let crawlers: FakeWorker[] = [];

beforeEach(() => {
  crawlers = [];
  vi.stubGlobal('Worker', StartedCrawler);
  vi.stubGlobal('navigator', {});
});
afterEach(() => void vi.unstubAllGlobals());

/** Replaces `new Worker`. */
function StartedCrawler(): FakeWorker {
  const worker = fakeWorker({ type: 'ready' });
  crawlers.push(worker);
  return worker;
}

function connect() {
  return connectSites({
    joinCrawler: () => undefined,
    onRequests: () => undefined,
    onLost: () => undefined,
    memory: { read: () => true, write: () => undefined },
  });
}

/** Calls a crawler that stays silent: the call fails long after the test. */
function ask(sites: Sites, collectionId: string): void {
  sites.listJobs(collectionId).catch(() => undefined);
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the crawler', () => {
  it('is started once for simultaneous calls', () => {
    const sites = connect();
    ask(sites, 'one');
    ask(sites, 'two');
    expect(crawlers).toHaveLength(1);
  });

  it('started for an engine that was replaced meanwhile is ended, and the next call starts another', async () => {
    const sites = connect();
    const early = sites.listJobs('one');
    sites.rejoin();
    await expect(early).rejects.toMatchObject({ code: 'thread/worker-died' });
    crawlers[0]?.say({ type: 'hello' });
    await settle();
    expect(crawlers[0]?.terminated).toBe(true);
    ask(sites, 'two');
    expect(crawlers).toHaveLength(2);
  });

  it('whose start fails late does not affect the next one', async () => {
    const sites = connect();
    const early = sites.listJobs('one');
    sites.rejoin();
    ask(sites, 'two');
    crawlers[0]?.error('gone');
    await expect(early).rejects.toMatchObject({ code: 'thread/worker-died' });
    await settle();
    ask(sites, 'three');
    expect(crawlers).toHaveLength(2);
  });
});
