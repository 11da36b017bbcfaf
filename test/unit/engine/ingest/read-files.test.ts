import { mkdtempSync, openAsBlob, readdirSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../src/engine/contract.ts';
import { createEngine } from '../../../../src/engine/create-engine.ts';
import type { LeafMaker } from '../../../../src/engine/deps.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import type { DirectoryLike, FileLike } from '../../../../src/sources/directory-like.ts';
import { createMemoryStore } from '../../../../src/store/memory-store.ts';
import { fakeFolder } from '../../../support/fake-folder.ts';
import { ingestFiles } from '../../../support/make-engine.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

/** A folder of the disk, as a browser gives it: a `File` that was opened before a change cannot be read afterwards. */
class Folder {
  readonly kind = 'directory';
  readonly name = 'folder';
  readonly root: string;
  /** Times that each file was opened. */
  readonly asked: Record<string, number> = {};
  /** Called with each name that the scan has found. */
  onFound: (name: string) => unknown = () => undefined;
  /** Error of opening a file by its name. */
  readonly failures: Record<string, string> = {};

  constructor(files: Readonly<Record<string, string>>) {
    this.root = mkdtempSync(join(tmpdir(), 'quire-folder-'));
    roots.push(this.root);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.root, name), text);
    utimesSync(join(this.root, name), 1, 1);
  }

  async *values(): AsyncGenerator<unknown> {
    for (const name of readdirSync(this.root).reverse())
      yield { kind: 'file', name, getFile: () => this.#open(name).finally(() => this.onFound(name)) };
  }

  async getFileHandle(name: string): Promise<unknown> {
    const failure = this.failures[name];
    if (failure !== undefined) throw new DOMException('failed on purpose', failure);
    return { kind: 'file', name, getFile: () => this.#open(name) };
  }

  async #open(name: string): Promise<Blob> {
    this.asked[name] = (this.asked[name] ?? 0) + 1;
    const blob = await openAsBlob(join(this.root, name)).catch(() => {
      throw new DOMException('gone', 'NotFoundError');
    });
    return Object.assign(blob, { name, lastModified: statSync(join(this.root, name)).mtimeMs });
  }
}

const roots: string[] = [];

async function* never(): AsyncGenerator<never> {
  await new Promise(() => undefined);
}

const small = Object.fromEntries(
  Array.from({ length: 100 }, (_, i) => [`page-${i}.md`, `# Page ${i}\n\nwords ${i}\n`]),
);
const large = (word: string): string => `# ${word}\n\n${`${word} and more. `.repeat(2_000)}\n`;
const files = { ...small, 'large.md': large('heron'), 'other.md': large('egret') };

async function startEngine(wrap: (maker: LeafMaker) => LeafMaker = (maker) => maker): Promise<Engine> {
  const kernel = await loadNodeKernel();
  const leafMaker = wrap(createLocalLeafMaker({ kernel }));
  return createEngine({ kernel, store: createMemoryStore(), leafMaker, where: 'main thread' });
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

async function ingestFolder(engine: Engine, folder: Folder, ids: { collectionId: string; sourceId?: string }) {
  const handle = folder as unknown as FileSystemDirectoryHandle;
  return engine.ingest({ ...ids, jobId: crypto.randomUUID(), input: { type: 'folder', name: 'made', handle } });
}

const getIndexId = async (engine: Engine, id: string): Promise<string | undefined> =>
  (await engine.listCollections()).find((collection) => collection.id === id)?.index_id;

describe('files of a folder', () => {
  it('make the same collection as given files [E2]', async () => {
    const engine = await startEngine();
    const folder = new Folder(files);
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    expect(await ingestFolder(engine, folder, { collectionId })).toMatchObject({ indexed: 102, failed: 0 });
    const { id: given } = await engine.createCollection({ name: 'given' });
    await ingestFiles(engine, given, files);
    expect(await getIndexId(engine, collectionId)).toBe(await getIndexId(engine, given));
  });

  it('are not read in a sync if their stamps are the same', async () => {
    const engine = await startEngine();
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    await ingestFolder(engine, new Folder(files), { collectionId });
    const [collection] = await engine.listCollections();
    const sourceId = collection?.sources[0]?.id as string;
    const folder = new Folder({ ...files, 'page-7.md': '# Page 7\n\nanother length\n' });
    expect(await ingestFolder(engine, folder, { collectionId, sourceId })).toMatchObject({
      indexed: 1,
      unchanged: 101,
    });
    expect(new Set(Object.values(folder.asked))).toEqual(new Set([1]));
  });

  it('fail one by one: a missing file is a warning, and the rest of its batch is stored', async () => {
    const engine = await startEngine();
    const folder = new Folder(files);
    folder.onFound = (name) => name === 'large.md' && unlinkSync(join(folder.root, name));
    folder.failures['large.md'] = 'NotFoundError';
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    expect(await ingestFolder(engine, folder, { collectionId })).toMatchObject({ indexed: 101, failed: 1 });
    const [collection] = await engine.listCollections();
    expect(collection?.stats).toMatchObject({ total_files: 101, warnings: 1 });
  });

  it('are stored with their current text if they change after the scan has found them', async () => {
    const engine = await startEngine();
    const folder = new Folder(files);
    const changed = { ...files, 'page-7.md': '# Page 7\n\nlonger than when it was found\n', 'page-8.md': '' };
    folder.onFound = (name) => folder.write(name, changed[name as keyof typeof changed]);
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    expect(await ingestFolder(engine, folder, { collectionId })).toMatchObject({ indexed: 101, withoutText: 1 });
    const { id: given } = await engine.createCollection({ name: 'given' });
    await ingestFiles(engine, given, changed);
    expect(await getIndexId(engine, collectionId)).toBe(await getIndexId(engine, given));
  });

  it('can be searched while others are still being found, and stay when the job is then cancelled', async () => {
    const kernel = await loadNodeKernel();
    let ms = 0;
    const engine = createEngine({
      ...{ kernel, store: createMemoryStore(), leafMaker: createLocalLeafMaker({ kernel }), where: 'main thread' },
      now: () => (ms += 1_000),
    });
    const pages = Object.fromEntries(Array.from({ length: 140 }, (_, i) => [`page-${i}.md`, `# Page ${i}\n\nheron\n`]));
    const first = fakeFolder(pages);
    const endless: DirectoryLike = { kind: 'directory', name: 'z', values: () => never() };
    const folder: DirectoryLike = {
      ...first,
      async *values() {
        yield endless;
        yield* first.values();
      },
    };
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    const handle = folder as unknown as FileSystemDirectoryHandle;
    const job = engine.ingest({ collectionId, jobId: 'job', input: { type: 'folder', name: 'made', handle } });
    await expect.poll(async () => (await engine.search(collectionId, 'heron')).total).toBeGreaterThan(0);
    await engine.cancel('job');
    expect((await job).indexed).toBeGreaterThan(0);
    const [collection] = await engine.listCollections();
    expect(collection?.sources).toMatchObject([{ state: 'INDEXED', reason: 'engine/stopped-early' }]);
    expect(collection?.stats.total_files).toBe((await job).indexed);
  });

  it('that never answer do not hold back a cancelled job', async () => {
    const engine = await startEngine();
    let reads = 0;
    const arrayBuffer = () => new Promise<ArrayBuffer>(() => void reads++);
    const file: FileLike = { kind: 'file', name: 'a.md', getFile: async () => ({ size: 1, arrayBuffer }) };
    const folder: DirectoryLike = {
      ...{ kind: 'directory', name: 'made' },
      async *values() {
        yield file;
      },
    };
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    const handle = folder as unknown as FileSystemDirectoryHandle;
    const job = engine.ingest({ collectionId, jobId: 'job', input: { type: 'folder', name: 'made', handle } });
    await expect.poll(() => reads).toBe(1);
    await engine.cancel('job');
    expect(await job).toMatchObject({ indexed: 0 });
  });

  it('end the job when permission is withdrawn, and stored files stay', async () => {
    const engine = await startEngine();
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    await ingestFiles(engine, collectionId, { 'first.md': '# First\n' });
    const folder = new Folder(files);
    folder.onFound = (name) => name === 'large.md' && unlinkSync(join(folder.root, name));
    folder.failures['large.md'] = 'NotAllowedError';
    await expect(ingestFolder(engine, folder, { collectionId })).rejects.toMatchObject({ code: 'source/permission' });
    const [collection] = await engine.listCollections();
    expect(collection?.stats.total_files).toBe(1);
  });

  it('whose worker was terminated are read again one by one, and only one that ends another worker is skipped', async () => {
    const batches: number[] = [];
    const engine = await startEngine((maker) => ({
      ...maker,
      make: async (tasks) => {
        batches.push(tasks.length);
        if (tasks.some(({ path }) => path === 'page-7.md')) throw new AppError('thread/worker-died', 'ended', {});
        return maker.make(tasks);
      },
    }));
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    const summary = await ingestFolder(engine, new Folder(files), { collectionId });
    expect(summary).toMatchObject({ indexed: 101, failed: 1 });
    expect(batches.filter((length) => length === 1).length).toBeGreaterThan(10);
    expect((await engine.listSkips(collectionId)).map(({ path, reason }) => [path, reason])).toEqual([
      ['page-7.md', 'unfinished'],
    ]);
  });
});
