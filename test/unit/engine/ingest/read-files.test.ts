import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../../src/engine/contract.ts';
import { createEngine } from '../../../../src/engine/create-engine.ts';
import type { LeafMaker } from '../../../../src/engine/deps.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import { createMemoryStore } from '../../../../src/store/memory-store.ts';
import { ingestFiles } from '../../../support/make-engine.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

/** A folder like a browser's, whose files any thread can read. */
class Folder {
  readonly kind = 'directory';
  readonly name = 'folder';
  readonly files: Readonly<Record<string, string>>;
  /** Reads of each file. */
  readonly asked: Record<string, number> = {};
  /** Error of a file's second read. */
  readonly failures: Record<string, string> = {};

  constructor(files: Readonly<Record<string, string>>) {
    this.files = files;
  }

  async *values(): AsyncGenerator<unknown> {
    for (const name of Object.keys(this.files)) yield this.#toFile(name);
  }

  async getFileHandle(name: string): Promise<unknown> {
    return this.#toFile(name);
  }

  #toFile(name: string) {
    return {
      kind: 'file',
      name,
      getFile: async () => {
        this.asked[name] = (this.asked[name] ?? 0) + 1;
        const failure = this.failures[name];
        if (failure !== undefined && this.asked[name] > 1) throw new DOMException('failed on purpose', failure);
        return new File([this.files[name] as string], name, { lastModified: 1 });
      },
    };
  }
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

beforeEach(() => {
  vi.stubGlobal('FileSystemDirectoryHandle', Folder);
});
afterEach(() => {
  vi.unstubAllGlobals();
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
    expect(Object.values(folder.asked).filter((times) => times > 1)).toEqual([2]);
  });

  it('fail one by one: a missing file is a warning, and the rest of its batch is stored', async () => {
    const engine = await startEngine();
    const folder = new Folder(files);
    folder.failures['large.md'] = 'NotFoundError';
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    expect(await ingestFolder(engine, folder, { collectionId })).toMatchObject({ indexed: 101, failed: 1 });
    const [collection] = await engine.listCollections();
    expect(collection?.stats).toMatchObject({ total_files: 101, warnings: 1 });
  });

  it('end the job when permission is withdrawn, and stored files stay', async () => {
    const engine = await startEngine();
    const { id: collectionId } = await engine.createCollection({ name: 'made' });
    await ingestFiles(engine, collectionId, { 'first.md': '# First\n' });
    const folder = new Folder(files);
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
