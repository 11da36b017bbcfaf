import { afterEach, describe, expect, it } from 'vitest';
import { startIdleCheck } from '../../../../src/engine/collection/idle-check.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import type { Store } from '../../../../src/store/contract.ts';
import { makeCollection, makeEngine, makeFilled } from '../../../support/make-engine.ts';

const DAY_MS = 86_400_000;

describe('the check of an idle tab', () => {
  let stop: () => void = () => {};
  afterEach(() => stop());

  /** `look` is called at the start of every check for a due collection. */
  async function makeBench(look: () => void) {
    const { engine, deps, id } = await makeFilled({ 'a.md': '# A\n' });
    const store: Store = {
      ...deps.store,
      // Nothing is checked in memory, which cannot be damaged.
      backend: 'idb',
      listCollections() {
        look();
        return deps.store.listCollections();
      },
    };
    const readChecked = (): Promise<number | undefined> => deps.store.records.get('settings', `${id}/checked`);
    return { engine, store, readChecked };
  }

  it('checks a collection that becomes due long after the first idle minute', async () => {
    let looks = 0;
    let days = 0;
    const { engine, store, readChecked } = await makeBench(() => looks++);
    stop = await startIdleCheck({ engine, store, idleMs: 5, now: () => Date.now() + days * DAY_MS });
    await expect.poll(() => looks).toBeGreaterThan(0);
    expect(await readChecked()).toBeUndefined();
    days = 10;
    await expect.poll(readChecked).toBeGreaterThan(Date.now());
  });

  it('runs again after a failure', async () => {
    let looks = 0;
    const { engine, store, readChecked } = await makeBench(() => {
      if (++looks === 1) throw new AppError('store/unavailable', 'the database is being closed');
    });
    stop = await startIdleCheck({ engine, store, idleMs: 5, now: () => Date.now() + 10 * DAY_MS });
    await expect.poll(readChecked).toBeGreaterThan(Date.now());
    expect(looks).toBeGreaterThan(1);
  });

  it('reaches the other collections if one can never be read', async () => {
    const { engine, deps } = await makeEngine();
    const ids = [await makeCollection(engine, { 'a.md': '# A\n' }), await makeCollection(engine, { 'b.md': '# B\n' })];
    const [first] = (await deps.store.listCollections()).map(({ id }) => id);
    const store: Store = {
      ...deps.store,
      backend: 'idb',
      async openGeneration(id) {
        if (id === first) throw new AppError('store/unavailable', 'the files cannot be opened');
        return deps.store.openGeneration(id);
      },
    };
    stop = await startIdleCheck({ engine, store, idleMs: 5, now: () => Date.now() + 10 * DAY_MS });
    const other = ids.find((id) => id !== first);
    await expect.poll(() => deps.store.records.get('settings', `${other}/checked`)).toBeGreaterThan(Date.now());
  });

  it('ends once it is stopped, even during a check', async () => {
    let looks = 0;
    const { engine, store } = await makeBench(() => {
      looks++;
      stop();
    });
    stop = await startIdleCheck({ engine, store, idleMs: 5 });
    await expect.poll(() => looks).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(looks).toBe(1);
  });
});
