import { describe, expect, it } from 'vitest';
import { ingestFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';

describe('the last states of a collection', () => {
  it('are ten, newest first, and nothing stays of those before', async () => {
    const { engine, parts } = await makeEngine();
    const id = await makeCollection(engine, { 'a.md': '# A\n\nfirst\n' });
    for (let i = 0; i < 11; i++) await ingestFiles(engine, id, { 'a.md': `# A\n\nstate ${i}\n` }, { sourceId: 'made' });
    const generations = (await engine.listSnapshots(id)).map(({ generation }) => generation);
    expect(generations.length).toBe(10);
    expect(generations).toEqual(generations.toSorted((a, b) => b - a));
    expect((await parts.store.records.listKeys('snapshots', `${id}/`)).length).toBe(20);
  });

  it('are read as an earlier build kept them, row and bytes in one record', async () => {
    const { engine, parts } = await makeEngine();
    const { records } = parts.store;
    const id = await makeCollection(engine, { 'a.md': '# A\n\nfirst\n' });
    await ingestFiles(engine, id, { 'a.md': '# A\n\nfirst\n', 'b.md': '# B\n' }, { sourceId: 'made' });
    const [after, before] = (await engine.listSnapshots(id)).map((row) => row.id) as [string, string];
    const changes = await engine.diffSnapshots(id, before, after);
    expect(changes.changes.map(({ path }) => path)).toEqual(['b.md']);
    const key = `${id}/${before}`;
    const bytes = await records.get('snapshots', `${key}/bytes`);
    await records.put('snapshots', key, { ...(await records.get<object>('snapshots', key)), bytes });
    await records.delete('snapshots', `${key}/bytes`);
    expect((await engine.listSnapshots(id)).map((row) => row.id)).toEqual([after, before]);
    expect(await engine.diffSnapshots(id, before, after)).toEqual(changes);
  });
});
