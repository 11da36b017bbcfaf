import { describe, expect, it } from 'vitest';
import { tidyUp } from '../../../../src/engine/collection/tidy-up.ts';
import { createEngineAndSites } from '../../../../src/engine/create-engine.ts';
import { createMemoryDisk, createMemoryStore } from '../../../../src/store/memory-store.ts';
import { ingestFiles, makeCollection, makeEngine, makeFilled } from '../../../support/make-engine.ts';

const GONE = '0123456789abcdef';

describe('the cleanup after a start', () => {
  it('removes the records of deleted collections and no others', async () => {
    const { engine, deps, id } = await makeFilled({ 'a.md': '# A\n' });
    await deps.store.records.put('handles', `${GONE}/folder`, 'handle');
    await deps.store.records.put('settings', `${GONE}/choices/current`, []);
    await tidyUp(deps);
    expect(await deps.store.records.listKeys('handles', '')).toEqual([]);
    expect(await deps.store.records.listKeys('settings', GONE)).toEqual([]);
    expect((await engine.listSnapshots(id)).length).toBe(1);
  });

  it('removes a collection whose first source never came, and no other empty one', async () => {
    const { engine, deps } = await makeEngine();
    await engine.createCollection({ name: 'left over', awaitsSource: true });
    await engine.createCollection({ name: 'empty' });
    const { id } = await engine.createCollection({ name: 'filled', awaitsSource: true });
    await ingestFiles(engine, id, { 'a.md': '# A\n' });
    await engine.removeSource(id, 'made');
    const startedAt = new Date(Date.now() + 60_000);
    await tidyUp({ ...deps, startedAt: new Date(0) });
    expect(await engine.listCollections()).toHaveLength(3);
    await tidyUp({ ...deps, startedAt });
    expect((await engine.listCollections()).map(({ name }) => name).sort()).toEqual(['empty', 'filled']);
  });

  it('does not remove a collection during an import', async () => {
    const { engine, deps } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'being read', awaitsSource: true });
    const release = await deps.store.acquireWriteLock(id, { action: 'add-source' });
    await tidyUp({ ...deps, startedAt: new Date(Date.now() + 60_000) });
    release();
    expect(await engine.listCollections()).toHaveLength(1);
  });

  it('in a second tab removes nothing from a collection that the first one can still restore', async () => {
    const { deps } = await makeEngine();
    const disk = createMemoryDisk();
    const first = createEngineAndSites({ ...deps, store: createMemoryStore({ disk }) });
    const id = await makeCollection(first.engine, { 'a.md': '# A\n' });
    const site = await first.sites.addSite(id, { name: 'docs', url: 'https://docs.example.org/' });
    await first.sites.records.put('sources', `${id}/${site}`, 'its options');
    await first.sites.records.put('handles', `${id}/made`, 'its folder');
    await first.engine.deleteCollection(id);
    await tidyUp({ store: createMemoryStore({ disk }) });
    await first.engine.undeleteCollection(id);
    expect((await first.engine.listSnapshots(id)).length).toBeGreaterThan(0);
    expect(await first.sites.records.get('sources', `${id}/${site}`)).toBe('its options');
    expect(await first.engine.rememberedHandle(id, 'made')).toBe('its folder');
  });

  it('removes nothing from a collection whose row this build cannot read', async () => {
    const { deps } = await makeEngine();
    const store = { ...deps.store, listIds: async () => [GONE] };
    await store.records.put('snapshots', `${GONE}/0000000001`, 'a state');
    await tidyUp({ store });
    expect(await store.records.get('snapshots', `${GONE}/0000000001`)).toBe('a state');
  });
});
