import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { LeafMaker } from '../../../src/engine/deps.ts';
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from '../../../src/store/memory-store.ts';
import { makeDocx } from '../../support/make-document.ts';
import { ingestFiles, type MadeFiles, makeEngine } from '../../support/make-engine.ts';
import { KILLERS } from '../../support/tiny-documents.ts';

const FILES = {
  'a.md': '# Curlew\n',
  'b.py': 'def quince():\n    pass\n',
  'c.docx': makeDocx('<w:p><w:r><w:t>The lapwing.</w:t></w:r></w:p>').slice(),
  'd.md': '# Plover\n',
};
const SOURCE = { sourceId: 'made' };

interface Hanging {
  readonly paths: readonly string[];
  /** Files whose leaf never comes. */
  readonly hung: string[];
}

function withHanging({ paths, hung }: Hanging) {
  return (maker: LeafMaker): LeafMaker => ({
    ...maker,
    make(tasks, signal) {
      const hanging = tasks.flatMap(({ path }) => (paths.includes(path) ? [path] : []));
      if (hanging.length === 0) return maker.make(tasks, signal);
      hung.push(...hanging);
      return new Promise(() => undefined);
    },
  });
}

async function openTab(disk: MemoryDisk, paths: readonly string[] = []): Promise<{ engine: Engine; hung: string[] }> {
  const hung: string[] = [];
  const { engine } = await makeEngine({ store: createMemoryStore({ disk }), wrap: withHanging({ paths, hung }) });
  return { engine, hung };
}

/** Imports in a tab that crashes while it reads these files. Returns what is on the disk then. */
async function crash(
  disk: MemoryDisk,
  paths: readonly string[],
  { id, files = FILES }: { readonly id?: string; readonly files?: MadeFiles } = {},
): Promise<{ disk: MemoryDisk; id: string }> {
  const { engine, hung } = await openTab(disk, paths);
  const isFirst = id === undefined;
  const collectionId = id ?? (await engine.createCollection({ name: 'made', awaitsSource: true })).id;
  void ingestFiles(engine, collectionId, files, isFirst ? {} : SOURCE);
  await expect.poll(() => hung.length, { timeout: 5_000 }).toBe(paths.length);
  // The crashed tab's timers still run: it must not write to the disk of the next tab.
  const { rows, tables, files: stored } = disk;
  return { id: collectionId, disk: { ...createMemoryDisk(), ...structuredClone({ rows, tables, files: stored }) } };
}

const toFirst = ({ first }: { readonly first: string }): string => first;
const listReasons = async (engine: Engine, id: string) =>
  (await engine.listSkips(id)).map(({ path, reason }) => [path, reason]);

describe('a tab that crashed in an import', () => {
  it('leaves its collection and the name of the document, which is skipped until the user retries it', async () => {
    const { id, disk } = await crash(createMemoryDisk(), ['c.docx']);
    const { engine } = await openTab(disk);
    expect(await engine.listCollections()).toMatchObject([{ id, sources: [{ id: 'made', state: 'PENDING' }] }]);
    expect((await engine.listInterrupted(id)).crashed.map(toFirst)).toEqual(['c.docx']);

    expect(await ingestFiles(engine, id, FILES, SOURCE)).toMatchObject({ failed: 1 });
    expect(await listReasons(engine, id)).toEqual([['c.docx', 'crashed']]);
    expect((await engine.search(id, 'lapwing')).total).toBe(0);
    expect((await engine.search(id, 'plover')).total).toBe(1);

    await engine.retryCrashed(id, 'made');
    expect(await ingestFiles(engine, id, FILES, SOURCE)).toMatchObject({ failed: 0 });
    expect((await engine.search(id, 'lapwing')).total).toBe(1);
    expect(await engine.listInterrupted(id)).toEqual({ crashed: [], suspects: [] });
  });

  it.each(Object.keys(KILLERS))('while reading %s leaves its collection and names the file', async (name) => {
    const files = { 'a.md': '# Curlew\n', [name]: KILLERS[name] as string, 'z.md': '# Plover\n' };
    const { id, disk } = await crash(createMemoryDisk(), [name], { files });
    const { engine } = await openTab(disk);
    expect((await engine.listCollections()).map((collection) => collection.id)).toEqual([id]);
    const { crashed, suspects } = await engine.listInterrupted(id);
    expect([...crashed, ...suspects].flatMap(({ first, last }) => [first, last])).toContain(name);
    await ingestFiles(engine, id, files, SOURCE);
    for (const word of ['curlew', 'plover']) expect((await engine.search(id, word)).total).toBe(1);
  });

  it('while reading several files suspects all of them; they are read last, one by one, so the next crash names one', async () => {
    const first = await crash(createMemoryDisk(), ['a.md', 'b.py']);
    const { engine } = await openTab(first.disk);
    const { crashed, suspects } = await engine.listInterrupted(first.id);
    expect(crashed).toEqual([]);
    expect(suspects.map(toFirst)).toEqual(expect.arrayContaining(['a.md', 'b.py']));

    const second = await crash(first.disk, ['b.py'], { id: first.id });
    const third = await openTab(second.disk, ['b.py']);
    expect((await third.engine.listInterrupted(first.id)).crashed.map(toFirst)).toEqual(['b.py']);
    await ingestFiles(third.engine, first.id, FILES, SOURCE);
    expect(third.hung).toEqual([]);
    expect(await listReasons(third.engine, first.id)).toEqual([['b.py', 'crashed']]);
    for (const word of ['curlew', 'lapwing', 'plover'])
      expect((await third.engine.search(first.id, word)).total).toBe(1);
    expect((await third.engine.listInterrupted(first.id)).suspects).toEqual([]);
  });

  it('differs from a closed tab, which blames no file', async () => {
    const { id, disk } = await crash(createMemoryDisk(), ['c.docx']);
    const { engine } = await openTab(disk);
    // Tests of other files in this process have made jobs too.
    const jobIds = Array.from({ length: 10_000 }, (_, i) => `job-${i}`);
    await engine.noteClosedTab(jobIds);
    expect(await engine.listInterrupted(id)).toEqual({ crashed: [], suspects: [] });
  });

  it('leaves its collection, unlike an import that failed', async () => {
    const { engine } = await makeEngine();
    const { id } = await engine.createCollection({ name: 'made', awaitsSource: true });
    const file = new Blob(['no archive']);
    const input = { type: 'archive' as const, name: 'bad.zip', file };
    await expect(engine.ingest({ collectionId: id, jobId: 'bad', input })).rejects.toMatchObject({});
    expect(await engine.listCollections()).toMatchObject([{ sources: [], awaitsSource: true }]);
  });
});

describe('a file that is never read', () => {
  it('holds nothing back: the others are committed and searchable meanwhile', async () => {
    const hung: string[] = [];
    const { deps } = await makeEngine({ wrap: withHanging({ paths: ['c.docx'], hung }) });
    let nowMs = 0;
    const now = () => {
      nowMs += 10_000;
      return nowMs;
    };
    const engine = createEngine({ ...deps, now });
    const { id } = await engine.createCollection({ name: 'made' });
    void ingestFiles(engine, id, FILES);
    await expect.poll(() => engine.search(id, 'plover').then(({ total }) => total), { timeout: 10_000 }).toBe(1);
    expect(hung).toEqual(['c.docx']);
  });
});
