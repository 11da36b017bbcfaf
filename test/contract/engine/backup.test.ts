import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { tidyUp } from '../../../src/engine/collection/tidy-up.ts';
import type { Engine, RestoreOptions } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createMemorySink } from '../../../src/engine/output/export-sink.ts';
import { AppError } from '../../../src/model/app-error.ts';
import { createIdbStore } from '../../../src/store/create-store.ts';
import { createLocalLocks } from '../../../src/store/locks.ts';
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from '../../../src/store/memory-store.ts';
import { EntryReader } from '../../../src/zip/entry-reader.ts';
import { readZipDirectory } from '../../../src/zip/read-zip-directory.ts';
import { createZipWriter } from '../../../src/zip/zip-writer.ts';
import { makeZip, toBlob } from '../../support/make-archives.ts';
import { ingestFiles } from '../../support/make-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';
import type { SiteDisk } from '../crawl/site-engine.ts';
import { askLibrary, dumpDisk, makeLibrary, withWrites } from './library-of-every-kind.ts';
import { openTabs } from './two-tabs.ts';

const SETTINGS = { 'quire.theme': 'dark', 'quire.site-presets': '[{"name":"Docs \u2713","options":{}}]' };

/** Made once: every test restores it to a disk of its own. */
const library = makeLibrary().then(async (made) => {
  const engine = openEngine(made, made.disk);
  const collectionIds = (await engine.listCollections()).map(({ id }) => id);
  const { blob } = await engine.backUp({ jobId: 'back-up', collectionIds, settings: SETTINGS });
  const names = new Map((await engine.listCollections()).map(({ id, name }) => [id, name]));
  return { ...made, engine, file: blob as Blob, names, dump: dumpDisk(made.disk) };
});

function openEngine({ deps }: Pick<SiteDisk, 'deps'>, disk: MemoryDisk, onWrite?: () => Promise<void>): Engine {
  const store = createMemoryStore({ disk });
  return createEngine({ ...deps, store: onWrite === undefined ? store : withWrites(store, onWrite) });
}

async function toAll(engine: Engine, file: Blob): Promise<RestoreOptions['collections']> {
  return (await engine.readBackup(file)).collections.map(({ id, name }) => ({ id, name }));
}

async function restoreAll(engine: Engine, file: Blob) {
  return engine.restoreBackup({ jobId: 'restore', file, collections: await toAll(engine, file) });
}

/** The same zip with changed bytes, and checksums that fit. */
async function rewriteZip(file: Blob, change: (name: string, bytes: Uint8Array) => void): Promise<Blob> {
  const sink = createMemorySink();
  const zip = createZipWriter(sink);
  const reader = new EntryReader(file);
  for (const entry of (await readZipDirectory(file)).entries) {
    const bytes = (await reader.read(entry)).slice();
    change(entry.name, bytes);
    await zip.add(entry.name, bytes);
  }
  await zip.finish();
  return (await sink.blob()) as Blob;
}

describe('a backup', () => {
  it('brings back rows, files and records of every kind of collection byte for byte, with the same answers', async () => {
    const { file, dump, names, engine, deps } = await library;
    const disk = createMemoryDisk();
    const other = openEngine({ deps }, disk);
    const contents = await other.readBackup(file);
    expect(contents.settings).toEqual(SETTINGS);
    expect(contents.collections.map(({ name }) => name).sort()).toEqual([...names.values()].sort());
    const { collections, failed } = await restoreAll(other, file);
    expect([collections.length, failed]).toEqual([8, []]);
    expect(dumpDisk(disk)).toEqual(dump);
    expect(await askLibrary(other, names)).toEqual(await askLibrary(engine, names));
    // Records of all tables were there to compare, and replaced texts, whose rows have bytes inside.
    expect(new Set(dump.records.map(([table]) => table))).toEqual(
      new Set(['events', 'jobs', 'pages', 'settings', 'snapshots', 'sources']),
    );
    expect(dump.records.some(([, key]) => /\/texts\/.*\/rows$/.test(key as string))).toBe(true);
  });

  it('replaces the records that a killed restore left', async () => {
    const { file, deps, dump, names } = await library;
    const disk = createMemoryDisk();
    const [id = ''] = names.keys();
    await createMemoryStore({ disk }).records.put('settings', `${id}/choices/selections/left`, {
      name: 'of a killed one',
    });
    await restoreAll(openEngine({ deps }, disk), file);
    expect(dumpDisk(disk)).toEqual(dump);
  });

  it('is continued where it was: a sync keeps what is unchanged and adds a state to the earlier ones', async () => {
    const { file, deps, names } = await library;
    const disk = createMemoryDisk();
    const engine = openEngine({ deps }, disk);
    await restoreAll(engine, file);
    const [id = ''] = [...names].find(([, name]) => name === 'files') ?? [];
    const before = await engine.listSnapshots(id);
    await ingestFiles(engine, id, { 'README.md': '# Acme\n\nnew\n' }, { sourceId: 'made' });
    const [newest, ...earlier] = await engine.listSnapshots(id);
    expect(earlier).toEqual(before);
    expect(newest?.generation).toBeGreaterThan(before[0]?.generation ?? 0);
    expect((await engine.diffSnapshots(id, before.at(-1)?.id ?? '', newest?.id ?? '')).changes).not.toEqual([]);
  });

  it('has the same hashes in another kind of storage, which verifies them', async () => {
    const { file, deps, names, engine } = await library;
    const first = createEngine({ ...deps, store: await createIdbStore({ databaseName: 'first' }) });
    await restoreAll(first, file);
    const ids = (await first.listCollections()).map(({ id }) => id);
    const { blob } = await first.backUp({ jobId: 'b', collectionIds: ids, settings: {} });
    const store = await createIdbStore({ databaseName: 'second' });
    const second = createEngine({ ...deps, store });
    await restoreAll(second, blob as Blob);
    for (const id of ids) expect(await store.verify(id)).toEqual([]);
    expect(await askLibrary(second, names)).toEqual(await askLibrary(engine, names));
    // The bytes are compared with the hash of the row, also where the checksum of the zip is right.
    const changed = await rewriteZip(blob as Blob, (name, bytes) => {
      if (/stored\/.*-contents-/.test(name)) bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    });
    const third = createEngine({ ...deps, store: await createIdbStore({ databaseName: 'third' }) });
    const { failed } = await restoreAll(third, changed);
    expect(failed.length).toBeGreaterThan(5);
    for (const { code, details } of failed)
      expect([code, details.path]).toEqual(['import/damaged', expect.stringContaining('-contents-')]);
  });

  it('keeps both: a second restore gets other ids and leaves everything stored unchanged', async () => {
    const { file, deps, dump, names } = await library;
    const disk = createMemoryDisk();
    const engine = openEngine({ deps }, disk);
    await restoreAll(engine, file);
    const { collections } = await restoreAll(engine, file);
    expect(collections.filter(({ id }) => names.has(id))).toEqual([]);
    const after = dumpDisk(disk);
    expect(after.rows).toEqual(expect.arrayContaining(dump.rows));
    expect(after.records).toEqual(expect.arrayContaining(dump.records));
    for (const { id, name } of collections) {
      const twin = [...names].find(([, other]) => other === name)?.[0] as string;
      const ask = async (one: string) =>
        (await engine.search(one, 'lantern')).hits.map(({ path, score }) => [path, score]);
      expect(await ask(id)).toEqual(await ask(twin));
    }
    // Jobs are listed with the collection they belong to now.
    const jobs = await engine.listJobs();
    expect(new Set(jobs.map(({ collectionId }) => collectionId)).size).toBeGreaterThan(names.size);
  });

  it('replaces: the collection that was here can be restored from Recently deleted', async () => {
    const { file, deps, names } = await library;
    const disk = createMemoryDisk();
    const engine = openEngine({ deps }, disk);
    await restoreAll(engine, file);
    const [id = '', name = ''] = [...names].find(([, one]) => one === 'paste') ?? [];
    await engine.ingest({
      collectionId: id,
      jobId: 'more',
      input: { type: 'paste', name: 'more', text: 'mine alone' },
    });
    const chosen = [{ id, name, replaces: id }];
    const { collections } = await engine.restoreBackup({ jobId: 'again', file, collections: chosen });
    expect((await engine.listCollections()).some((one) => one.id === id)).toBe(false);
    expect((await engine.search(collections[0]?.id ?? '', 'mine')).total).toBe(0);
    await engine.undeleteCollection(id);
    expect((await engine.search(id, 'mine')).total).toBe(1);
  });

  it('waits for a change in another tab and says for which', async () => {
    const tabs = await openTabs();
    const { id } = await tabs.second.engine.createCollection({ name: 'made' });
    const go = tabs.hold();
    const importing = ingestFiles(tabs.first.engine, id, { 'a.md': '# A\n\nlantern\n' });
    while (tabs.held === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const backingUp = tabs.second.engine.backUp({ jobId: 'b', collectionIds: [id], settings: {} });
    const waits = () => tabs.second.progress.find(({ waitsFor }) => waitsFor !== undefined)?.waitsFor;
    while (waits() === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(waits()).toBe('add-source');
    go();
    await importing;
    const { deps } = await library;
    const other = openEngine({ deps }, createMemoryDisk());
    await restoreAll(other, (await backingUp).blob as Blob);
    expect((await other.search(id, 'lantern')).total).toBe(1);
  });
});

describe('a backup that fails', () => {
  it('after a cancel leaves nothing, and the next one is whole', async () => {
    const { engine, file, names } = await library;
    const options = { collectionIds: [...names.keys()], settings: SETTINGS };
    const stop = await engine.subscribe((event) => {
      if (event.type === 'progress' && event.progress.jobId === 'stopped') void engine.cancel('stopped');
    });
    await expect(engine.backUp({ jobId: 'stopped', ...options })).rejects.toMatchObject({ code: 'export/cancelled' });
    stop();
    const again = await engine.backUp({ jobId: 'again', ...options });
    expect((await engine.readBackup(again.blob as Blob)).collections).toEqual(
      (await engine.readBackup(file)).collections,
    );
  });

  it('because a stored file is damaged names the collection and the file', async () => {
    const { file, deps, names } = await library;
    const disk = createMemoryDisk();
    const engine = openEngine({ deps }, disk);
    await restoreAll(engine, file);
    const [[id, name] = ['', '']] = [...names].filter(([, one]) => one === 'paste');
    const [lost = ''] = disk.files.get(id)?.keys() ?? [];
    disk.files.get(id)?.delete(lost);
    await expect(engine.backUp({ jobId: 'b', collectionIds: [id], settings: {} })).rejects.toMatchObject({
      code: 'store/damaged',
      details: { path: name, file: lost },
    });
  });
});

/** Runs the restore and does something at its nth write. Returns false if there were fewer. */
async function breakAt(
  nth: number,
  how: 'kill' | 'quota' | 'cancel',
): Promise<{ disk: MemoryDisk; mine: ReturnType<typeof dumpDisk> } | undefined> {
  const { file, deps } = await library;
  const disk = createMemoryDisk();
  const own = openEngine({ deps }, disk);
  const { id: mineId } = await own.createCollection({ name: 'mine' });
  await ingestFiles(own, mineId, { 'mine.md': '# Mine\n\nlantern\n' });
  const mine = dumpDisk(disk);
  let writes = 0;
  let tellKilled = (): void => {};
  const killed = new Promise<'killed'>((resolve) => {
    tellKilled = () => resolve('killed');
  });
  // A killed tab holds no locks.
  const dying = { ...disk, locks: createLocalLocks(), listeners: new Set() as MemoryDisk['listeners'] };
  const engine: Engine = openEngine({ deps }, dying, async () => {
    writes++;
    if (writes < nth || (writes > nth && how !== 'kill')) return;
    if (how === 'quota') throw new AppError('store/quota', 'there is no room left');
    if (how === 'cancel') return engine.cancel('restore');
    tellKilled();
    await new Promise(() => {});
  });
  const collections = (await toAll(engine, file)).map((one, i) => (i === 2 ? { ...one, replaces: mineId } : one));
  const restoring = engine.restoreBackup({ jobId: 'restore', file, collections });
  const end = await Promise.race([
    killed,
    restoring.then(
      () => 'done',
      (error: AppError) => error.code,
    ),
  ]);
  if (end === 'done') return undefined;
  expect(end).toBe({ kill: 'killed', quota: 'store/quota', cancel: 'engine/cancelled' }[how]);
  return { disk, mine };
}

describe('a restore that is', () => {
  it.each(['kill', 'quota', 'cancel'] as const)(
    'broken at any write (%s) leaves each collection whole or absent, and what was stored as it was',
    async (how) => {
      const { dump, deps } = await library;
      const step = sampleSize({ sample: 7, whole: 1 });
      let breaks = 0;
      for (let nth = 1; ; nth += step) {
        const broken = await breakAt(nth, how);
        if (broken === undefined) break;
        breaks++;
        const { disk, mine } = broken;
        const store = createMemoryStore({ disk });
        // The next start; after a quota error or a cancel nothing is left to clean up.
        if (how === 'kill') await tidyUp({ store });
        const after = dumpDisk(disk);
        const [[mineId] = ['']] = mine.rows;
        const kept = after.rows.find(([id]) => id === mineId)?.[1];
        expect(kept?.row).toEqual(mine.rows[0]?.[1].row);
        const restored = new Set(after.rows.map(([id]) => id).filter((id) => id !== mineId));
        // Hidden only when its replacement is there.
        expect(kept?.hidden === undefined || restored.size >= 3).toBe(true);
        const isMine = (id: unknown) => id === mineId;
        expect(after.files.filter(([id]) => isMine(id))).toEqual(mine.files);
        expect(after.files.filter(([id]) => !isMine(id))).toEqual(
          dump.files.filter(([id]) => restored.has(id as string)),
        );
        const owner = (key: unknown) => (key as string).split('/')[0] as string;
        expect(after.records.filter(([, key]) => isMine(owner(key)))).toEqual(mine.records);
        expect(after.records.filter(([, key]) => !isMine(owner(key)))).toEqual(
          dump.records.filter(([, key]) => restored.has(owner(key))),
        );
        expect((await openEngine({ deps }, disk).listCollections()).length).toBeGreaterThan(0);
      }
      expect(breaks).toBeGreaterThan(5);
    },
    120_000,
  );
});

describe('a file that is not a whole backup', () => {
  const tryFile = async (file: Blob) => {
    const { deps } = await library;
    const disk = createMemoryDisk();
    const engine = openEngine({ deps }, disk);
    const end = await restoreAll(engine, file).then(
      ({ failed }) => failed[0],
      ({ code, details }: AppError) => ({ code, details }),
    );
    return { end, disk };
  };

  it.each([
    ['text', new Blob(['not a zip'])],
    ['nothing', new Blob([])],
    ['another zip', toBlob(makeZip({ 'a.md': '# A\n' }))],
    ['a zip with a file of this name', toBlob(makeZip({ 'backup.json': '{"a": 1}' }))],
  ])('is refused: %s', async (_, file) => {
    const { end, disk } = await tryFile(file);
    expect(end).toMatchObject({ code: 'import/not-ours' });
    expect(dumpDisk(disk).rows).toEqual([]);
  });

  it('is refused if it is cut off, or of a newer release, with the limit and the actual value', async () => {
    const { file } = await library;
    for (const share of [0.1, 0.5, 0.99])
      expect((await tryFile(file.slice(0, Math.floor(file.size * share)))).end).toMatchObject({
        code: 'import/damaged',
      });
    const head = { format: 'quire-backup', version: 2, madeAt: '', settings: {} };
    expect((await tryFile(toBlob(makeZip({ 'backup.json': JSON.stringify(head) })))).end).toMatchObject({
      code: 'import/newer-format',
      details: { path: 'backup.json', actual: 2, limit: 1 },
    });
  });

  it('restores the collections that are whole, and names the entry of a damaged one', async () => {
    const { file, dump } = await library;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { entries } = await readZipDirectory(file);
    const inner = entries.filter(({ name }) => /records|stored/.test(name));
    let named = 0;
    for (const entry of inner.filter((_, i) => i % sampleSize({ sample: 5, whole: 1 }) === 0)) {
      const damaged = bytes.slice();
      const at = entry.offset + 30 + entry.nameBytes + Math.floor(entry.storedSize / 2);
      damaged[at] = (damaged[at] as number) ^ 0x40;
      const { end, disk } = await tryFile(toBlob(damaged));
      if (entry.storedSize === 0) continue;
      named++;
      expect(end).toMatchObject({ code: 'import/damaged', details: { path: entry.name } });
      const hurt = entry.name.split('/')[1];
      const after = dumpDisk(disk);
      expect(after.rows).toEqual(dump.rows.filter(([id]) => id !== hurt));
      expect(after.files).toEqual(dump.files.filter(([id]) => id !== hurt));
    }
    expect(named).toBeGreaterThan(3);
  });
});
