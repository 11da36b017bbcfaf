import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngineAndSites } from '../../../src/engine/create-engine.ts';
import { FORMAT_VERSION } from '../../../src/model/settings.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { makeDocx } from '../../support/make-document.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { TINY_DOCUMENTS } from '../../support/tiny-documents.ts';

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

  it('is listed by its name, and as older instead of damaged', async () => {
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

describe('a site of an older release', () => {
  it('syncs before its collection was opened: its pages are known, and found', async () => {
    const { deps } = await makeEngine();
    const { engine, sites } = createEngineAndSites(deps);
    const { id } = await engine.createCollection({ name: 'Reeds' });
    const site = { name: 'reeds.test', url: 'https://reeds.test/' };
    const sourceId = await sites.addSite(id, site);
    await sites.keepPages(id, sourceId, [{ path: 'a.html', bytes: Buffer.from('<p>A bittern booms.</p>'), meta: {} }]);
    await sites.finishSite(id, sourceId, { isComplete: true });
    await makeOlder(deps.store, id);
    const next = createEngineAndSites(deps);
    expect(await next.sites.addSite(id, { ...site, sourceId })).toBe(sourceId);
    expect((await next.sites.knownPages(id, sourceId)).map(({ path }) => path)).toEqual(['a.html']);
    expect((await next.engine.search(id, 'bittern')).total).toBe(1);
  });
});

describe('documents of an older collection', () => {
  const DOCUMENTS = {
    'birds.docx': makeDocx('<w:p><w:r><w:t>The lapwing.</w:t></w:r></w:p>').slice(),
    'book.xlsx': TINY_DOCUMENTS['tiny.xlsx'] as Uint8Array<ArrayBuffer>,
  };

  it('stored only as text can be found, and [E1] a sync reads the documents again', async () => {
    const store = createMemoryStore();
    const { engine } = await makeEngine({ store });
    const { id } = await engine.createCollection({ name: 'Handbook' });
    await ingestFiles(engine, id, DOCUMENTS, { name: 'one' });
    await ingestFiles(engine, id, OTHERS, { name: 'two' });
    const wanted = (await engine.search(id, 'eggs')).hits;
    await engine.keepOriginals(id, false, 'drop');
    await makeOlder(store, id);
    const { engine: next } = await makeEngine({ store });
    const [collection] = await next.listCollections();
    const [one = '', two = ''] = collection?.sources.map((source) => source.id) ?? [];
    await ingestFiles(next, id, OTHERS, { name: 'two', sourceId: two });
    expect((await next.search(id, 'lapwing')).total).toBe(1);
    expect((await next.listCollections())[0]?.stats.incomplete_files).toBe(2);
    await ingestFiles(next, id, DOCUMENTS, { name: 'one', sourceId: one });
    expect((await next.listCollections())[0]?.stats.incomplete_files).toBe(0);
    expect((await next.search(id, 'eggs')).hits).toEqual(wanted);
  });
});

/** Rewrites the row like an older release, with shards this one cannot read. */
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
  await commit.commit({ collection: generation.row.collection, formatVersion: FORMAT_VERSION - 1, files });
  generation.release();
}
