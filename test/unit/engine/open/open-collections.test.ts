import { describe, expect, it } from 'vitest';
import { createOpenCollections } from '../../../../src/engine/open/open-collections.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import { createMemoryDisk, createMemoryStore } from '../../../../src/store/memory-store.ts';
import { makeCollection, makeEngine } from '../../../support/make-engine.ts';

describe('open collections', () => {
  /** `open` is called before a generation is opened for keeping, and may fail it. */
  async function makeBench(open: () => Promise<void> | void) {
    const disk = createMemoryDisk();
    const { engine, deps } = await makeEngine({ store: createMemoryStore({ disk }) });
    const id = await makeCollection(engine, { 'a.md': '# A\n' });
    const collections = createOpenCollections({
      ...deps,
      store: {
        ...deps.store,
        async openGeneration(collectionId) {
          await open();
          return deps.store.openGeneration(collectionId);
        },
      },
    });
    const listReadLocks = (): Promise<readonly string[]> => disk.locks.listHeld('read:');
    return { id, collections, store: deps.store, listReadLocks };
  }
  const unavailable = (): AppError => new AppError('store/unavailable', 'the disk does not answer');

  it('release the older generation if the newer one cannot be opened', async () => {
    let fails = false;
    const { id, collections, store, listReadLocks } = await makeBench(() => {
      if (fails) throw unavailable();
    });
    await collections.withWholeCollection(id, () => {});
    expect(await listReadLocks()).toHaveLength(1);
    await store.updateCollection(id, (collection) => ({ ...collection, name: 'renamed' }));
    fails = true;
    await collections.refresh(id);
    await expect(collections.withWholeCollection(id, () => {})).rejects.toMatchObject({ code: 'store/unavailable' });
    await expect.poll(listReadLocks).toEqual([]);

    fails = false;
    expect(await collections.withWholeCollection(id, (open) => open.collection.name)).toBe('renamed');
  });

  it('keep and later release a newer generation opened after the first one failed', async () => {
    let failFirst: (error: AppError) => void = () => {};
    const first = new Promise<void>((_, reject) => {
      failFirst = reject;
    });
    let opens = 0;
    const { id, collections, listReadLocks } = await makeBench(() => (++opens === 1 ? first : undefined));
    const asked = collections.withWholeCollection(id, () => {});
    await collections.refresh(id);
    const caughtUp = collections.catchUp(id);
    failFirst(unavailable());
    await expect(asked).rejects.toMatchObject({ code: 'store/unavailable' });
    await caughtUp;
    await collections.withWholeCollection(id, () => {});
    expect(opens).toBe(2);
    collections.evict(id);
    await expect.poll(listReadLocks).toEqual([]);
  });
});
