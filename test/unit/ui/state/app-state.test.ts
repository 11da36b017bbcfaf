import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../../src/model/job.ts';
import { firstProgress } from '../../../../src/ui/state/actions/run-job.ts';
import { putJob } from '../../../../src/ui/state/app-state.ts';

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
