import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { createReplacedTexts } from '../../../src/engine/replaced/replaced-texts.ts';
import { scopeRecords } from '../../../src/lib/scope-records.ts';
import { LIMITS } from '../../../src/model/limits.ts';
import { ingestFiles, type MadeFiles, makeEngine, makeFilled, syncFiles } from '../../support/make-engine.ts';

const HERONS = '# Herons\n\nHerons wade where the water is shallow.\n';
const DUCKS = '# Ducks\n\nDucks dive where the water is deep enough.\n';
const before: MadeFiles = { 'herons.md': HERONS, 'ducks.md': DUCKS };

async function verdicts(engine: Engine, collectionId: string, answer: string) {
  const { citations } = await engine.checkCitations({ collectionId, answer, jobId: `cite-${Math.random()}` });
  return citations.map(({ verdict }) => verdict);
}

describe('[P8] texts replaced by a sync', () => {
  it('are found by a citation check, and read by the id of their chunk', async () => {
    const { engine, id } = await makeFilled(before);
    const old = (await engine.search(id, 'shallow')).hits[0]?.id as string;
    await syncFiles(engine, id, { 'herons.md': '# Herons\n\nNow they rest in tall trees.\n', 'ducks.md': DUCKS });
    expect(await verdicts(engine, id, '"Herons wade where the water is shallow"')).toEqual(['changed since']);
    expect(await verdicts(engine, id, old)).toEqual(['changed since']);
    expect(await verdicts(engine, id, '"where the water is deep enough"')).toEqual(['exact']);
    expect(await verdicts(engine, id, '"Owls hunt where the night is dark"')).toEqual(['not found']);
    expect(await engine.readReplaced(id, old)).toEqual({ text: HERONS.trimEnd(), path: 'herons.md', lines: [1, 3] });
    const [to, from] = (await engine.listSnapshots(id)).map((row) => row.id) as [string, string];
    const { changes } = await engine.diffSnapshots(id, from, to);
    expect(changes.map(({ oldId }) => oldId)).toContain(old);
  });

  it('are found for a deleted file, by its name and lines, and not for a renamed one', async () => {
    const { engine, id } = await makeFilled(before);
    await syncFiles(engine, id, { 'lake/ducks.md': DUCKS });
    const [to, from] = (await engine.listSnapshots(id)).map((row) => row.id) as [string, string];
    expect(await engine.diffSnapshots(id, from, to)).toMatchObject({
      addedFiles: ['lake/ducks.md'],
      removedFiles: ['ducks.md', 'herons.md'],
    });
    expect(await verdicts(engine, id, 'herons.md:3')).toEqual(['changed since']);
    expect(await verdicts(engine, id, 'In herons.md it says so.')).toEqual(['changed since']);
    expect(await engine.readReplaced(id, 'f'.repeat(64))).toBeUndefined();
    expect(await verdicts(engine, id, '"where the water is deep enough" (lake/ducks.md:3)')).toEqual([
      'exact',
      'exact',
    ]);
  });

  it('let a citation without words say that its lines changed, and not a citation of other lines', async () => {
    const page = (dive: string) =>
      `# Herons\n\nHerons wade.\n\n# Ducks\n\n${dive}\n${'\nThey swim far and wide.\n'.repeat(99)}`;
    const { engine, id } = await makeFilled({ 'birds.md': page('Ducks dive.'), 'ducks.md': DUCKS });
    await syncFiles(engine, id, { 'birds.md': page('Ducks rest.'), 'ducks.md': DUCKS });
    const answer = 'See birds.md:7, ducks.md:3 and birds.md:203.';
    const { citations } = await engine.checkCitations({ collectionId: id, answer, jobId: 'cite' });
    expect(citations.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['exists', 'changed'],
      ['exists', undefined],
      ['exists', undefined],
    ]);
  });

  it('follow a renamed file as Changes does, by its name and by lines of a few words', async () => {
    const { engine, id } = await makeFilled({ 'herons.md': HERONS, 'list.txt': 'one\ntwo\n' });
    await syncFiles(engine, id, { 'birds/waders.md': HERONS, 'counts.txt': 'one\ntwo\n' });
    const answer = 'In herons.md it says so, and in list.txt:2 too.';
    const { citations } = await engine.checkCitations({ collectionId: id, answer, jobId: 'cite' });
    expect(citations).toMatchObject([
      { verdict: 'moved', path: 'birds/waders.md' },
      { verdict: 'moved', path: 'counts.txt', lines: [2, 2] },
    ]);
  });

  it('span chunks like the file did', async () => {
    const page = (what: string): string =>
      Array.from(
        { length: 12 },
        (_, i) => `## Part ${i}\n\n${`${what} ${i} goes on. `.repeat(60)}\nlast words of ${what} part ${i}\n`,
      ).join('\n');
    const { engine, id } = await makeFilled({ 'a.md': page('heron') });
    await syncFiles(engine, id, { 'a.md': page('duck') });
    const quote = '```\nlast words of heron part 3\n\n## Part 4\n\nheron 4 goes on.\n```\n';
    expect(await verdicts(engine, id, quote)).toEqual(['changed since']);
  });

  it('are stored once, for the last ten states', async () => {
    const { engine, deps, id } = await makeFilled({ 'a.md': '# A\n\nthe state before all others\n' });
    for (let i = 0; i < 12; i++)
      await syncFiles(engine, id, { 'a.md': `# A\n\nthe state ${i % 2 === 0 ? 'even' : `of number ${i}`} is here\n` });
    const texts = createReplacedTexts(deps.kernel, scopeRecords(deps.store.records, id));
    const rows = await texts.list();
    expect(rows.map(({ hash }) => hash).length).toBe(new Set(rows.map(({ hash }) => hash)).size);
    expect(new Set(rows.map(({ piece }) => piece)).size).toBeLessThanOrEqual(10);
    expect(await verdicts(engine, id, '"the state even is here"')).toEqual(['changed since']);
    expect(await verdicts(engine, id, '"the state before all others"')).toEqual(['not found']);
    // The latest state is not among them.
    expect(await verdicts(engine, id, '"the state of number 11 is here"')).toEqual(['exact']);
  });

  it('are removed with their source and their collection, and copied with a copy', async () => {
    const { engine, deps, id } = await makeFilled(before);
    await ingestFiles(engine, id, { 'owls.md': '# Owls\n\nOwls hunt when the night is dark.\n' }, { name: 'owls' });
    await syncFiles(engine, id, { 'herons.md': '# Herons\n\nThey rest.\n', 'ducks.md': DUCKS });
    const quote = '"Herons wade where the water is shallow"';
    const copy = await engine.duplicateCollection(id, 'copy');
    expect(await verdicts(engine, copy.id, quote)).toEqual(['changed since']);
    await engine.removeSource(id, 'made');
    expect(await verdicts(engine, id, quote)).toEqual(['not found']);
    expect(await verdicts(engine, id, '"where the water is deep enough"')).toEqual(['not found']);
    expect(await verdicts(engine, copy.id, quote)).toEqual(['changed since']);
    expect((await deps.store.records.listKeys('snapshots', `${id}/texts/`)).length).toBe(0);
  });

  it('are not shown if their bytes were changed', async () => {
    const { engine, deps, id } = await makeFilled(before);
    const old = (await engine.search(id, 'shallow')).hits[0]?.id as string;
    await syncFiles(engine, id, { 'owls.md': '# Owls\n\nOwls hunt.\n' });
    const [key] = (await deps.store.records.listKeys('snapshots', `${id}/texts/`)).filter((one) =>
      one.endsWith('/bytes'),
    );
    await deps.store.records.put('snapshots', key as string, new Uint8Array(200).fill(65));
    expect(await engine.readReplaced(id, old)).toBeUndefined();
    expect(await verdicts(engine, id, '"Herons wade where the water is shallow"')).toEqual(['not found']);
  });

  it('are not stored for the same texts in other chunks', async () => {
    const { engine, deps, id } = await makeFilled({ 'a.md': `# A\n\n${'herons wade here. '.repeat(600)}\n` });
    await engine.changeSettings(id, { chunk_target_chars: 1_000 }, 'cut');
    expect((await deps.store.records.listKeys('snapshots', `${id}/texts/`)).length).toBe(0);
  });
});

describe('[P8] the store of replaced texts', () => {
  it('stays within its limit, and drops the oldest first', async () => {
    const { deps } = await makeEngine();
    const texts = createReplacedTexts(deps.kernel, scopeRecords(deps.store.records, 'c'));
    const size = 1_000_000;
    async function* make(batch: number) {
      for (let i = 0; i < 20; i++) {
        const bytes = new Uint8Array(size).fill(batch + 1);
        bytes[0] = i;
        const hash = `${batch}-${i}`;
        const places = [{ id: hash, path: `b${batch}/${i}.md`, source: 's', lines: [1, 1] as const }];
        yield { hash, bytes, filter: new Uint8Array(16), places };
      }
    }
    for (let batch = 0; batch < 4; batch++) await texts.add(`000${batch}`, make(batch));
    const rows = await texts.list();
    expect(rows.length * size).toBeLessThanOrEqual(LIMITS.replacedTextBytes);
    expect(rows.length * size).toBeGreaterThan(LIMITS.replacedTextBytes * 0.9);
    expect(rows[0]?.path.startsWith('b3/')).toBe(true);
    expect(rows.filter(({ path }) => path.startsWith('b0/')).length).toBe(4);
  });
});

describe('[P8] a place next to a quotation', () => {
  it('has the worse of the two verdicts', async () => {
    const { engine, id } = await makeFilled(before);
    const quote = '"Herons wade where the water is shallow"';
    expect(await verdicts(engine, id, `${quote} (herons.md:3)`)).toEqual(['exact', 'exact']);
    expect(await verdicts(engine, id, `${quote} (ducks.md:3)`)).toEqual(['moved', 'moved']);
    expect(await verdicts(engine, id, `${quote} (owls.md:3)`)).toEqual(['moved', 'not found']);
    expect(await verdicts(engine, id, `"Owls hunt where the night is dark" (ducks.md:3)`)).toEqual([
      'not found',
      'not found',
    ]);
  });
});
