import { describe, expect, it } from 'vitest';
import { isOpen, type Progress } from '../../../../src/model/job.ts';
import type { CrawlStatus } from '../../../../src/model/site/site.ts';
import { toSiteJob } from '../../../../src/site/runs.ts';
import { firstProgress } from '../../../../src/ui/state/actions/run-job.ts';
import { createAppState, putJob } from '../../../../src/ui/state/app-state.ts';
import type { Connection } from '../../../../src/ui/state/connection.ts';
import { makeEngine } from '../../../support/make-engine.ts';

describe('jobs on screen', () => {
  const job = firstProgress('j1', 'c1', 'ingest');

  it('keep their place when they report again', () => {
    const list = [job, firstProgress('j2', 'c1', 'sync')].reduce(putJob, [] as readonly Progress[]);
    expect(list.map(({ jobId }) => jobId)).toEqual(['j2', 'j1']);
    expect(putJob(list, { ...job, done: 5 }).map(({ done }) => done)).toEqual([0, 5]);
  });

  it('stay ended when a late report comes', () => {
    const ended = putJob([job], { ...job, state: 'done', endedAt: 'now' });
    expect(putJob(ended, { ...job, state: 'running' })[0]?.state).toBe('done');
  });

  it('are imports and crawls in one list by their start, and a stopped crawl that is resumed is open again', () => {
    const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
    const crawl = (status: string, endedAt: string) =>
      toSiteJob('c1', { jobId: 'crawl', status, startedAt: at(1), endedAt, etaMs: 0 } as CrawlStatus);
    const imports = [0, 2].map((minute) => ({ ...job, jobId: `j${minute}`, startedAt: at(minute) }));
    const list = [...imports, crawl('stopped', at(3))].reduce(putJob, [] as readonly Progress[]);
    expect(list.map(({ jobId }) => jobId)).toEqual(['j2', 'crawl', 'j0']);
    expect(list.filter(isOpen)).toHaveLength(2);
    expect(putJob(list, crawl('running', '')).filter(isOpen)).toHaveLength(3);
  });

  it.each(['verify', 'export'] as const)('are not listed after a stopped %s, which has no result', (type) => {
    const check = firstProgress('j2', 'c1', type);
    const list = [job, check].reduce(putJob, [] as readonly Progress[]);
    expect(putJob(list, { ...check, state: 'stopped', endedAt: 'now' })).toEqual([job]);
    expect(putJob(list, { ...check, state: 'done', endedAt: 'now' })).toHaveLength(2);
  });
});

describe('an import on screen', () => {
  it('never looks finished while the collection still looks empty', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'notes', awaitsSource: true });
    const state = await createAppState({ engine } as Connection);
    const seen = new Set<string>();
    const look = () => {
      const running = state.jobs.get().some(({ endedAt }) => endedAt === undefined);
      const chunks = state.collections.get()?.[0]?.stats.total_chunks ?? 0;
      seen.add(`${running ? 'running' : 'ended'}, ${chunks > 0 ? 'filled' : 'empty'}`);
    };
    state.jobs.subscribe(look);
    state.collections.subscribe(look);
    state.putJob(firstProgress('j1', id, 'ingest'));
    expect(state.jobs.get()).toHaveLength(1);
    const files = [{ path: 'a.md', file: new File(['# A heron'], 'a.md') }];
    await engine.ingest({ collectionId: id, jobId: 'j1', input: { type: 'files', name: 'notes', files } });
    await expect.poll(() => seen.has('ended, filled')).toBe(true);
    state.close();
    expect(seen).not.toContain('ended, empty');
  });
});
