import { describe, expect, it } from 'vitest';
import { groupByFile } from '../../../../src/ui/text/group-by-file.ts';
import { ingestFiles, makeEngine, makeFilled, syncFiles } from '../../../support/make-engine.ts';
import { isWhole } from '../../../support/sample-size.ts';

describe('the snapshots of a collection', () => {
  it('are the last ten, newest first, and nothing stays of older ones', async () => {
    const { engine, deps, id } = await makeFilled({ 'a.md': '# A\n\nfirst\n' });
    for (let i = 0; i < 11; i++) await ingestFiles(engine, id, { 'a.md': `# A\n\nstate ${i}\n` }, { sourceId: 'made' });
    const generations = (await engine.listSnapshots(id)).map(({ generation }) => generation);
    expect(generations.length).toBe(10);
    expect(generations).toEqual(generations.toSorted((a, b) => b - a));
    const keys = await deps.store.records.listKeys('snapshots', `${id}/`);
    const texts = keys.filter((key) => key.includes('/texts/'));
    expect(keys.length - texts.length).toBe(20);
    // Each of the nine before the last one has lost one text.
    expect(texts.length).toBe(18);
  });

  it('count an emptied file as changed, and so one that was empty', async () => {
    const { engine, id } = await makeFilled({ 'a.md': '# A\n\nfirst\n', 'b.md': '' });
    await syncFiles(engine, id, { 'a.md': '', 'b.md': '# B\n\nsecond\n' });
    const [after, before] = (await engine.listSnapshots(id)).map((row) => row.id) as [string, string];
    const diff = await engine.diffSnapshots(id, before, after);
    expect(diff).toMatchObject({ addedFiles: [], removedFiles: [] });
    expect(groupByFile(diff).map(({ path, what }) => [path, what])).toEqual([
      ['a.md', 'changed'],
      ['b.md', 'changed'],
    ]);
  });

  it.runIf(isWhole)('are stored in pieces if they are long, and read as one', async () => {
    const toPage = (last: string) =>
      Array.from(
        { length: 600 },
        (_, k) => `# Heading ${k}\n\nSome words that fill a chunk of their own: ${k}${last}\n`,
      ).join('\n');
    const pages = (last: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.md`, toPage(i === 29 ? last : '')]));
    const { engine, deps } = await makeEngine();
    const settings = { chunk_target_chars: 60, chunk_max_chars: 90, chunk_min_chars: 5 };
    const { id } = await engine.createCollection({ name: 'made', settings });
    await ingestFiles(engine, id, pages('before'));
    await syncFiles(engine, id, pages('after'));
    const [after, before] = (await engine.listSnapshots(id)).map((row) => row.id) as [string, string];
    const keys = await deps.store.records.listKeys('snapshots', `${id}/${after}/bytes`);
    expect(keys.length).toBeGreaterThan(1);
    const { changes } = await engine.diffSnapshots(id, before, after);
    expect(new Set(changes.map(({ path }) => path))).toEqual(new Set(['29.md']));
  });
});
