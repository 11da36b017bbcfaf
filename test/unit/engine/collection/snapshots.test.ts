import { describe, expect, it } from 'vitest';
import { ingestFiles, makeFilled } from '../../../support/make-engine.ts';

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

  it('are stored in pieces if they are long, and read as one', async () => {
    const pages = (last: string) =>
      Object.fromEntries(
        Array.from({ length: 300 }, (_, i) => [
          `${String(i).padStart(3, '0')}.md`,
          Array.from({ length: 60 }, (_, k) => `# H ${k}\n\n${'text '.repeat(60)}${k}${i === 299 ? last : ''}\n`).join(
            '\n',
          ),
        ]),
      );
    const { engine, deps, id } = await makeFilled(pages('before'));
    await ingestFiles(engine, id, pages('after'), { sourceId: 'made' });
    const [after, before] = (await engine.listSnapshots(id)).map((row) => row.id) as [string, string];
    const keys = await deps.store.records.listKeys('snapshots', `${id}/${after}/bytes`);
    expect(keys.length).toBeGreaterThan(1);
    const { changes } = await engine.diffSnapshots(id, before, after);
    expect(new Set(changes.map(({ path }) => path))).toEqual(new Set(['299.md']));
  });
});
