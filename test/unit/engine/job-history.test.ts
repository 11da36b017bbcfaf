import { describe, expect, it } from 'vitest';
import { createCollectionRecords } from '../../../src/engine/collection/collection-records.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createJobHistory } from '../../../src/engine/job-history.ts';
import type { Progress } from '../../../src/model/job.ts';
import { makeEngine, makeFilled } from '../../support/make-engine.ts';

const ended = (collectionId: string, n: number, change: Partial<Progress> = {}): Progress => ({
  jobId: `job-${n}`,
  collectionId,
  type: 'ingest',
  state: 'done',
  phase: 'save',
  done: 1,
  total: 1,
  found: 1,
  doneBytes: 1,
  totalBytes: 1,
  bytesPerSec: 1,
  currentPath: 'private/name.md',
  startedAt: new Date(n * 1000).toISOString(),
  endedAt: new Date(n * 1000 + 500).toISOString(),
  ...change,
});

describe('finished jobs', () => {
  it('are listed at the next visit, newest first and without their last path', async () => {
    const { deps, id } = await makeFilled({ 'a.md': '# A\n' });
    const next = createEngine(deps);
    await expect.poll(() => next.listJobs()).toHaveLength(1);
    const [job] = await next.listJobs();
    expect(job).toMatchObject({ collectionId: id, type: 'ingest', state: 'done', currentPath: '' });
    expect(job?.summary?.indexed).toBe(1);
  });

  it('are few for each collection; checks and running jobs are not stored', async () => {
    const { engine, deps } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'one' });
    const history = createJobHistory(deps.store, createCollectionRecords(deps.store));
    for (let n = 1; n <= 25; n++) await history.keep(ended(id, n));
    await history.keep(ended(id, 30, { type: 'verify' }));
    const { endedAt: _, ...running } = ended(id, 31);
    await history.keep(running);
    const kept = await history.list();
    expect(kept.map((job) => job.jobId)).toEqual(Array.from({ length: 20 }, (_, i) => `job-${25 - i}`));
  });

  it('do not fail if nothing can be stored', async () => {
    const { deps } = await makeEngine();
    const records = { ...deps.store.records, put: () => Promise.reject(new Error('full')) };
    const history = createJobHistory(
      { listCollections: async () => [] },
      createCollectionRecords({ ...deps.store, records }),
    );
    await expect(history.keep(ended('x', 1))).resolves.toBeUndefined();
  });
});
