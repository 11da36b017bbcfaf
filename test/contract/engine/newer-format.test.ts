import { expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../../src/model/settings.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';

it('a collection of a newer release says so in every answer, not that it is damaged, and stays as it is', async () => {
  const store = createMemoryStore();
  const first = (await makeEngine({ store })).engine;
  const { id } = await first.createCollection({ name: 'Handbook' });
  await ingestFiles(first, id, { 'a.md': '# Opening\n\nA store is opened by its name.\n' });
  // Shards in a form that this release cannot read, with the hashes of their bytes.
  const generation = await store.openGeneration(id);
  const commit = await store.beginCommit(id);
  const files = await Promise.all(
    generation.row.files.map(async (file) => {
      if (file.role !== 'segment') return file;
      const writer = await commit.createFile(file.role, file.shard);
      await writer.write(Uint8Array.from({ length: 300 }, (_, i) => (i * 37) % 251));
      return writer.finish();
    }),
  );
  expect(files.some(({ role }) => role === 'segment')).toBe(true);
  await commit.commit({ ...generation.row, formatVersion: FORMAT_VERSION + 1, files });
  generation.release();

  const { engine } = await makeEngine({ store });
  const before = JSON.stringify([await store.listCollections(), await store.records.list('settings', { prefix: '' })]);
  const calls = [
    () => engine.search(id, 'store'),
    () => engine.listFiles(id),
    () => engine.getChunk(id, 'c0001'),
    () => ingestFiles(engine, id, { 'b.md': '# Closing\n' }),
    () => engine.deleteCollection(id),
  ];
  for (const call of calls) expect(await call().catch((error) => error.code), String(call)).toBe('store/newer-format');
  expect(JSON.stringify([await store.listCollections(), await store.records.list('settings', { prefix: '' })])).toBe(
    before,
  );
});
