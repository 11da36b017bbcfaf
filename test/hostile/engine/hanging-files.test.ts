import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { LeafMaker } from '../../../src/engine/deps.ts';
import { AppError } from '../../../src/model/app-error.ts';
import { ingestFiles, makeEngine, makeFilled } from '../../support/make-engine.ts';

const FILES = { 'a.md': '# A\n', 'hangs.js': 'let a;\n', 'z.md': '# Z\n' };

describe('a file whose worker has to be terminated', () => {
  it('is retried once, then read as text; the next sync makes its outline', async () => {
    const state = { hangs: true, ended: 0, onlyOutlines: true };
    const { engine } = await makeEngine({ wrap: ending(state) });
    const { id } = await engine.createCollection({ name: 'made' });
    expect(await ingestFiles(engine, id, FILES)).toMatchObject({ indexed: 3, failed: 0 });
    expect(state.ended).toBe(2);
    expect((await engine.listCollections())[0]?.stats.incomplete_files).toBe(1);
    expect((await engine.search(id, 'let')).hits[0]?.path).toBe('hangs.js');
    expect(await ingestAgain(engine, id, FILES)).toMatchObject({ failed: 0 });
    expect((await engine.listCollections())[0]?.stats.incomplete_files).toBe(1);
    state.hangs = false;
    await ingestAgain(engine, id, FILES);
    expect((await engine.listCollections())[0]?.stats.incomplete_files).toBe(0);
  });

  it('is left for the next sync if it ends a worker as text too; the job continues with the others', async () => {
    const state = { hangs: true, ended: 0 };
    const { engine } = await makeEngine({ wrap: ending(state) });
    const { id } = await engine.createCollection({ name: 'made' });
    expect(await ingestFiles(engine, id, FILES)).toMatchObject({ indexed: 2, failed: 1 });
    expect(state.ended).toBe(3);
    const skips = await engine.listSkips(id);
    expect(skips.map(({ path, reason }) => [path, reason])).toEqual([['hangs.js', 'unfinished']]);
    state.hangs = false;
    expect(await ingestAgain(engine, id, FILES)).toMatchObject({ failed: 0 });
    expect(await engine.listSkips(id)).toEqual([]);
  });

  it('keeps its earlier text', async () => {
    const state = { hangs: false, ended: 0 };
    const { engine, id } = await makeFilled(FILES, { wrap: ending(state) });
    state.hangs = true;
    expect(await ingestAgain(engine, id, { ...FILES, 'hangs.js': 'let heron;\n' })).toMatchObject({ failed: 1 });
    expect((await engine.listFiles(id)).map(({ path }) => path)).toContain('hangs.js');
  });
});

/** A worker that reads a file called `hangs.js` has to be terminated, as long as `state.hangs`. */
function ending(state: { hangs: boolean; ended: number; onlyOutlines?: boolean }): (maker: LeafMaker) => LeafMaker {
  return (maker) => ({
    workers: 1,
    make: async (tasks) => {
      const outcomes = await maker.make(tasks);
      const at = tasks.findIndex(({ path }) => path.endsWith('hangs.js'));
      // No reader sees a file whose bytes are unchanged.
      if (!state.hangs || !('leaf' in (outcomes[at] ?? {}))) return outcomes;
      if (state.onlyOutlines && tasks[at]?.outlineLater) return outcomes;
      state.ended++;
      throw new AppError('thread/worker-died', 'an ingest worker was ended', {});
    },
  });
}

async function ingestAgain(engine: Engine, id: string, files: Readonly<Record<string, string>>) {
  const collection = (await engine.listCollections()).find((one) => one.id === id);
  return ingestFiles(engine, id, files, { sourceId: collection?.sources[0]?.id ?? '' });
}
