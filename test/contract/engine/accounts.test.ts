import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { JobSummary } from '../../../src/model/job.ts';
import {
  ingestFiles,
  type MadeFiles,
  makeCollection,
  makeEngine,
  makeFilled,
  syncFiles,
} from '../../support/make-engine.ts';
import { readArtifact } from '../../support/read-exports.ts';

const BINARY = new Uint8Array([1, 0, 2, 0]);
const FILES: MadeFiles = {
  'README.md': '# Acme\n\nWhat it is.\n',
  'src/__init__.py': '',
  'src/blank.txt': ' \n\n',
  'src/app.py': 'def run():\n    pass\n',
  'src/app.bin': BINARY,
  'node_modules/left/out.js': 'no()\n',
  '.gitignore': 'build/\n',
  'build/made.txt': 'made\n',
};

function countFound({ indexed, unchanged, withoutText, skipped, failed }: JobSummary): number {
  return indexed + unchanged + withoutText + skipped + failed;
}

async function getStats(engine: Engine, id: string) {
  const found = (await engine.listCollections()).find((collection) => collection.id === id);
  if (found === undefined) throw new Error('the collection is not there');
  return found.stats;
}

interface WrittenIndex {
  readonly warnings: readonly { path: string; code: string; limit?: number; actual?: number }[];
}

async function readWarnings(engine: Engine, id: string, mask = false): Promise<WrittenIndex['warnings']> {
  const text = await readArtifact(engine, id, 'index.json', { mask });
  return (JSON.parse(text) as WrittenIndex).warnings;
}

describe('the count of files found in a source', () => {
  it('adds up: indexed, without text, skipped, failed', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made' });
    const summary = await ingestFiles(engine, id, FILES);
    expect(summary).toMatchObject({ indexed: 3, withoutText: 3, skipped: 2, failed: 0 });
    // A skipped folder is never entered: it counts as one.
    expect(countFound(summary)).toBe(8);
    expect(await getStats(engine, id)).toMatchObject({
      total_files: 5,
      empty_files: 2,
      refused_files: 1,
      skipped: 2,
      failed: 0,
    });
  });

  it('grows while files are found, before any is read', async () => {
    const { engine } = await makeEngine();
    const found: number[] = [];
    await engine.subscribe((event) => {
      if (event.type === 'progress') found.push(event.progress.found);
    });
    await makeCollection(engine, FILES);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found.at(-1)).toBe(6);
  });

  it('lists files without text by name, with the reason', async () => {
    const { engine, id } = await makeFilled(FILES);
    expect(await engine.listWithoutText(id)).toEqual([
      { path: 'src/__init__.py', bytes: 0, reason: 'empty' },
      { path: 'src/app.bin', bytes: 4, reason: 'binary' },
      { path: 'src/blank.txt', bytes: 3, reason: 'empty' },
    ]);
  });

  it('adds up after a sync too, without changes and with texts added and removed', async () => {
    const { engine, id } = await makeFilled(FILES);
    const same = await syncFiles(engine, id, FILES);
    expect(same).toMatchObject({ indexed: 0, unchanged: 3, withoutText: 3, skipped: 2, failed: 0 });
    const other = await syncFiles(engine, id, { ...FILES, 'README.md': '', 'src/__init__.py': 'import os\n' });
    expect(other).toMatchObject({ indexed: 1, unchanged: 2, withoutText: 3, removed: 0 });
    expect(countFound(other)).toBe(8);
  });

  it('does not make a stopped import synced, until a sync has read the rest', async () => {
    let stop: (() => void) | undefined;
    const { engine } = await makeEngine({
      wrap: (maker) => ({
        ...maker,
        make: (task) => {
          stop?.();
          return maker.make(task);
        },
      }),
    });
    const { id } = await engine.createCollection({ name: 'made' });
    const getSource = async () => (await engine.listCollections())[0]?.sources[0];
    const end = await engine.subscribe((event) => {
      if (event.type === 'progress') stop = () => void engine.cancel(event.progress.jobId);
    });
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.md`, `# Page ${i}\n`]));
    const summary = await ingestFiles(engine, id, files);
    expect(summary.indexed).toBeLessThan(40);
    expect(await getSource()).toMatchObject({ reason: 'engine/stopped-early' });
    expect(await getSource()).not.toHaveProperty('lastSyncAt');
    end();
    stop = undefined;
    await syncFiles(engine, id, files);
    expect(await getSource()).not.toHaveProperty('reason');
    expect((await getSource())?.lastSyncAt).toBeDefined();
  });

  it('includes a file over a limit as skipped, and artifacts name it', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made', settings: { max_file_bytes: 20 } });
    const summary = await ingestFiles(engine, id, { 'a.md': '# A\n', 'long.md': 'long '.repeat(10) });
    expect(summary).toMatchObject({ indexed: 1, skipped: 1, failed: 0 });
    const expected = [
      {
        path: 'long.md',
        code: 'max-file-bytes',
        message: 'The file is over the size limit, so it was skipped.',
        limit: 20,
        actual: 50,
      },
    ];
    expect(await readWarnings(engine, id)).toEqual(expected);
    expect(await engine.listWarnings(id)).toEqual(expected);
    expect(await readWarnings(engine, id, true)).toMatchObject(expected);
    expect((await getStats(engine, id)).warnings).toBe(1);
  });

  it('names files skipped by the total size limit, also after export and import', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made', settings: { max_total_bytes: 10 } });
    const summary = await ingestFiles(engine, id, { 'a.md': '# A\n\n1234\n', 'b.md': '# B\n' });
    expect(summary).toMatchObject({ indexed: 1, skipped: 1 });
    const warnings = await readWarnings(engine, id);
    expect(warnings).toMatchObject([{ path: 'b.md', code: 'max-total-bytes', limit: 10, actual: 14 }]);
    const file = await engine.exportArtifact(id, 'index.json');
    const copy = await engine.importCollection({ file, name: 'copy', jobId: 'import' });
    expect(await readWarnings(engine, copy.id)).toEqual(warnings);
  });

  it('includes the missing files of a truncated archive as failed', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made' });
    const zip = zipSync({ 'a.md': strToU8('# A\n'), 'b.md': strToU8('# B\n'), 'c.md': strToU8('# C\n\nmore\n') });
    const cut = zip.slice(0, 90);
    const summary = await engine.ingest({
      collectionId: id,
      jobId: 'cut',
      input: { type: 'archive', name: 'cut.zip', file: new File([cut], 'cut.zip') },
    });
    expect(summary.indexed).toBeGreaterThan(0);
    expect(summary.failed).toBeGreaterThan(0);
    expect((await getStats(engine, id)).failed).toBe(summary.failed);
  });

  it('[E1] names a path with its source’s slug if there are several sources, and without it if one is left', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made', settings: { max_file_bytes: 20 } });
    const files = { 'a.md': '# A\n', 'long.md': 'long '.repeat(10), 'node_modules/b.js': '', 'c.bin': BINARY };
    await ingestFiles(engine, id, files);
    await ingestFiles(engine, id, { 'guide.md': '# Guide\n', 'dist/x.js': '' }, { name: 'Other docs' });
    const skips = (await engine.listSkips(id)).map(({ path }) => path);
    expect(skips).toEqual(['made/long.md', 'made/node_modules', 'other-docs/dist']);
    expect((await readWarnings(engine, id)).map(({ path }) => path)).toEqual(['made/c.bin', 'made/long.md']);
    expect((await engine.listWithoutText(id)).map(({ path }) => path)).toEqual(['made/c.bin']);
    await engine.removeSource(id, 'other-docs');
    expect((await engine.listSkips(id)).map(({ path }) => path)).toEqual(['long.md', 'node_modules']);
    expect((await readWarnings(engine, id)).map(({ path }) => path)).toEqual(['c.bin', 'long.md']);
  });
});
