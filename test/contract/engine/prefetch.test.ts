import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { EngineDeps } from '../../../src/engine/deps.ts';
import type { Store } from '../../../src/store/contract.ts';
import { makeCollection, makeEngine, syncFiles } from '../../support/make-engine.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [`d${i % 3}/f${i}.md`, `# File ${i}\n\nThe harbour has ${i} lights.\n`]),
);

describe('a prefetched collection', () => {
  it('gives the same answers, and is opened once', async () => {
    const { engine, first, id, opened } = await makeBench();
    const plain = await first.search(id, 'lights');
    await engine.prefetch(id);
    await engine.prefetch(id);
    expect(opened).toEqual([id]);
    expect(plain.total).toBe(30);
    expect(await engine.search(id, 'lights')).toEqual(plain);
    expect(opened).toEqual([id]);
  });

  it('replaces an unused prefetched one, but not one that was searched', async () => {
    const { engine, id, other, held } = await makeBench();
    await engine.prefetch(id);
    await engine.prefetch(other);
    await expect.poll(() => held(id)).toBe(0);
    await engine.search(other, 'lights');
    await engine.prefetch(id);
    expect([held(id), held(other)]).toEqual([1, 1]);
  });

  it('does not keep the files of an older generation', async () => {
    const { engine, first, id, held } = await makeBench();
    await engine.prefetch(id);
    expect(held(id)).toBe(1);
    await syncFiles(first, id, { 'new.md': 'A lighthouse keeper.\n' });
    await expect.poll(() => held(id)).toBe(0);
    expect((await engine.search(id, 'keeper')).total).toBe(1);
  });

  it('fails silently: the first search reports the error', async () => {
    const { engine } = await makeBench();
    await engine.prefetch('nowhere');
    await expect(engine.search('nowhere', 'lights')).rejects.toMatchObject({ code: 'engine/unknown-collection' });
  });

  it('is not opened on the page’s own thread', async () => {
    const { engine, id, opened } = await makeBench('main thread');
    await engine.prefetch(id);
    expect(opened).toEqual([]);
  });
});

/** Makes two collections, and an engine that starts with them. */
async function makeBench(where: EngineDeps['where'] = 'worker') {
  const { engine: first, deps } = await makeEngine();
  const id = await makeCollection(first, FILES);
  const other = await makeCollection(first, FILES);
  const opened: string[] = [];
  const users = new Map<string, number>();
  const change = (key: string, by: number): void => void users.set(key, (users.get(key) ?? 0) + by);
  /** Counts the generations opened for searches. */
  const store: Store = {
    ...deps.store,
    async openGeneration(collectionId) {
      const generation = await deps.store.openGeneration(collectionId);
      opened.push(collectionId);
      change(collectionId, 1);
      let isHeld = true;
      const release = (): void => {
        if (isHeld) change(collectionId, -1);
        isHeld = false;
        generation.release();
      };
      return { ...generation, release };
    },
  };
  const engine = createEngine({ ...deps, store, where });
  return { engine, first, id, other, opened, held: (key: string) => users.get(key) ?? 0 };
}
