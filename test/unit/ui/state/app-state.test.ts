import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../../src/model/job.ts';
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
