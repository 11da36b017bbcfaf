import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/model/limits.ts';
import type { Store, StoredFile, StoredFileRole } from '../../../src/store/contract.ts';
import { createIdbStore } from '../../../src/store/create-store.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { createIdbHands } from '../../browser/store/page/hands.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';

const filesOf = (what: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`f${i}.md`, `# File ${i}\n\nherons ${what} ${i}\n`]));

/** Makes two collections in a database and flips a byte of the second; then comes the next start. */
async function makeBench(databaseName: string, role: StoredFileRole) {
  const store = await createIdbStore({ databaseName });
  const { engine } = await makeEngine({ store });
  const ids = [await makeCollection(engine, filesOf('wade')), await makeCollection(engine, filesOf('dive'))];
  const generation = await store.openGeneration(ids[1] as string);
  generation.release();
  const { name } = generation.row.files.find((file) => file.role === role) as StoredFile;
  const { bytes } = createIdbHands(databaseName);
  await bytes.flip(ids[1] as string, name, Math.floor((await bytes.size(ids[1] as string, name)) / 2));
  return { ids, engine: (await makeEngine({ store: await createIdbStore({ databaseName }) })).engine };
}

describe('[P10] of several collections searched at once', () => {
  it('one with damaged texts is skipped, and the others answer', async () => {
    const { ids, engine } = await makeBench('together-contents', 'contents');
    const { hits, leftOut } = await engine.searchTogether(ids, 'herons', { limit: 50 });
    expect(new Set(hits.map(({ collection }) => collection))).toEqual(new Set([ids[0]]));
    expect(leftOut).toEqual([{ collectionId: ids[1], name: 'made', why: 'damaged' }]);
  });

  it('one with a damaged index is repaired', async () => {
    const { ids, engine } = await makeBench('together-segment', 'segment');
    const { hits, leftOut } = await engine.searchTogether(ids, 'herons', { limit: 50 });
    expect({ hits: hits.length, leftOut }).toEqual({ hits: 24, leftOut: [] });
  });

  it('only those that fit into memory are opened, the first named first', async () => {
    const memory = createMemoryStore();
    const store: Store = {
      ...memory,
      records: memory.records,
      listCollections: async () =>
        (await memory.listCollections()).map((collection) => ({
          ...collection,
          stats: { ...collection.stats, total_bytes: LIMITS.maxTotalBytes * 0.4 },
        })),
    };
    const { engine } = await makeEngine({ store });
    const ids: string[] = [];
    for (const what of ['wade', 'dive', 'rest']) ids.push(await makeCollection(engine, filesOf(what)));
    const { hits, leftOut } = await engine.searchTogether([...ids].reverse(), 'herons', { limit: 50 });
    expect(new Set(hits.map(({ collection }) => collection))).toEqual(new Set(ids.slice(1)));
    expect(leftOut.map(({ collectionId, why }) => [collectionId, why])).toEqual([[ids[0], 'too-large']]);
  });
});
