import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { FORMAT_VERSION } from '../../../src/model/settings.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';

const FILES = {
  'a.md': '# Opening\r\n\r\nA store is opened by its name.\r\n',
  'src/store.ts': 'export function openStore(): void {\n  return;\n}\n',
};
const OTHERS = { 'b.md': '# Closing\n\nA store is closed.\n' };

describe('a collection of an older release', () => {
  let store: Store;
  let engine: Engine;
  let id: string;
  beforeAll(async () => {
    store = createMemoryStore();
    const first = (await makeEngine({ store })).engine;
    id = (await first.createCollection({ name: 'Handbook' })).id;
    await ingestFiles(first, id, FILES, { name: 'one' });
    await ingestFiles(first, id, OTHERS, { name: 'two' });
    await makeOlder(store, id);
    engine = (await makeEngine({ store })).engine;
  });

  it('is listed by its name, and says what it is instead of being damaged', async () => {
    expect((await engine.listCollections()).map(({ name }) => name)).toEqual(['Handbook']);
    await expect(engine.search(id, 'store')).rejects.toMatchObject({ code: 'store/older-format' });
    await expect(engine.listFiles(id)).rejects.toMatchObject({ code: 'store/older-format' });
  });

  it('is up to date once one of its sources was synced, the others too [E1]', async () => {
    const [collection] = await engine.listCollections();
    const sourceId = collection?.sources[0]?.id as string;
    await ingestFiles(engine, id, FILES, { name: 'one', sourceId });
    const { engine: other } = await makeEngine();
    const fresh = await other.createCollection({ name: 'Handbook' });
    await ingestFiles(other, fresh.id, FILES, { name: 'one' });
    await ingestFiles(other, fresh.id, OTHERS, { name: 'two' });
    for (const query of ['store', 'openStore', 'Closing']) {
      const hits = (await engine.search(id, query)).hits;
      expect(hits.length).toBeGreaterThan(0);
      expect(hits).toEqual((await other.search(fresh.id, query)).hits);
    }
  });

  it('can be deleted', async () => {
    await makeOlder(store, id);
    await engine.deleteCollection(id);
    expect(await engine.listCollections()).toEqual([]);
  });
});

/** The same row as an older release would have left it, with shards that nobody can read any more. */
async function makeOlder(store: Store, id: string): Promise<void> {
  const generation = await store.openGeneration(id);
  const commit = await store.beginCommit(id);
  const files = await Promise.all(
    generation.row.files.map(async (file) => {
      if (file.role !== 'segment') return file;
      const writer = await commit.createFile('segment', file.shard);
      await writer.write(new Uint8Array(200).fill(0x51));
      return writer.finish();
    }),
  );
  await commit.publish({ collection: generation.row.collection, formatVersion: FORMAT_VERSION - 1, files });
  generation.release();
}
