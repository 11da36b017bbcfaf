import { describe, expect, it } from 'vitest';
import { ingestFiles, makeEngine, makeFilled } from '../../support/make-engine.ts';
import { readArtifact } from '../../support/read-exports.ts';

const FILES = { 'README.md': '# Readme\n\nHerons wade.\n', 'src/client.ts': 'export const retries = 3;\n' };
const NOTES = { 'notes.md': '# Notes\n\nThe bittern booms.\r\n', 'blank.bin': new Uint8Array([0, 1, 2, 0]) };
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

describe('a removed source', () => {
  it('is restored unchanged: files, skips, rules and answers, without making a leaf', async () => {
    const { engine, made, id } = await makeFilled(FILES);
    await ingestFiles(engine, id, NOTES, { name: 'Notes' });
    await engine.writeChoices(id, { rules: { notes: { include: [], exclude: ['*.tmp'] } } });
    const before = await readArtifact(engine, id);
    const sources = (await engine.listCollections())[0]?.sources;
    await engine.removeSource(id, 'notes');
    expect((await engine.search(id, 'bittern')).hits).toEqual([]);
    made.length = 0;
    await engine.restoreSource(id, 'notes');
    expect(await readArtifact(engine, id)).toBe(before);
    expect(made).toEqual([]);
    expect((await engine.listCollections())[0]?.sources).toEqual(sources);
    expect((await engine.search(id, 'bittern')).hits).toHaveLength(1);
    expect((await engine.readChoices(id)).rules).toEqual({ notes: { include: [], exclude: ['*.tmp'] } });
    await expect(engine.restoreSource(id, 'notes')).rejects.toMatchObject({ code: 'engine/unknown-source' });
  });

  it('is restored after other changes: another source, its own name, other settings', async () => {
    const { engine, id } = await makeFilled(NOTES);
    await engine.removeSource(id, 'made');
    await ingestFiles(engine, id, FILES);
    await engine.changeSettings(id, { chunk_target_chars: 1_000 }, 'job');
    await engine.restoreSource(id, 'made');
    expect((await engine.listFiles(id)).map(({ path }) => path)).toEqual([
      'made-2/notes.md',
      'made/README.md',
      'made/src/client.ts',
    ]);
    const fresh = await makeEngine();
    const other = await fresh.engine.createCollection({ name: 'made', settings: { chunk_target_chars: 1_000 } });
    await ingestFiles(fresh.engine, other.id, FILES);
    await ingestFiles(fresh.engine, other.id, NOTES, { name: 'made' });
    expect(await readArtifact(engine, id)).toBe(await readArtifact(fresh.engine, other.id));
  });

  it('has its images under their current paths', async () => {
    const { engine, id } = await makeFilled({ 'a.png': PNG, 'b.md': '# B\n' });
    await ingestFiles(engine, id, FILES, { name: 'Other' });
    const both = await readArtifact(engine, id);
    await engine.removeSource(id, 'made');
    await engine.removeSource(id, 'other');
    await engine.restoreSource(id, 'made');
    expect((await engine.listFiles(id)).map(({ path }) => path)).toEqual(['a.png', 'b.md']);
    await engine.restoreSource(id, 'other');
    expect(await readArtifact(engine, id)).toBe(both);
  });
});
