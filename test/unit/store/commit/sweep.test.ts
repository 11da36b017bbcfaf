import { describe, expect, it } from 'vitest';
import { createMemoryDisk, createMemoryStore } from '../../../../src/store/memory-store.ts';
import { commitFiles } from '../../../contract/store/make-collection.ts';

describe('a sweep', () => {
  it('keeps a collection whose deletion is undone during the sweep', async () => {
    const disk = createMemoryDisk();
    const before = createMemoryStore({ disk });
    await commitFiles(before, 'a', { sizes: [10, 20] });
    await before.deleteCollection('a');
    await before.close();

    const other = createMemoryStore({ disk });
    const listHeld = async (prefix: string) => {
      if (prefix.startsWith('session:')) await other.undeleteCollection('a');
      return disk.locks.listHeld(prefix);
    };
    const sweeper = createMemoryStore({ disk: { ...disk, locks: { ...disk.locks, listHeld } } });
    expect(await sweeper.sweep()).toEqual({ removedFiles: 0 });
    expect(await other.listCollections()).toHaveLength(1);
    expect(await other.verify('a')).toEqual([]);
  });

  it('keeps a deleted collection until its last reader is done', async () => {
    const disk = createMemoryDisk();
    const before = createMemoryStore({ disk });
    await commitFiles(before, 'a', { sizes: [10] });
    const reader = await createMemoryStore({ disk }).openGeneration('a');
    await before.deleteCollection('a');
    await before.close();

    const next = createMemoryStore({ disk });
    expect(await next.sweep()).toEqual({ removedFiles: 0 });
    expect(await reader.readAll(reader.row.files[0] as never)).toHaveLength(10);
    reader.release();
    expect(await next.sweep()).toEqual({ removedFiles: 1 });
  });
});
