import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FolderScanner } from '../../../../src/engine/deps.ts';
import { createScannedFolder, scanFolder } from '../../../../src/engine/scan/scan-folder.ts';
import { AppError } from '../../../../src/model/app-error.ts';
import type { FileSource, ScanItem } from '../../../../src/sources/contract.ts';
import { createFolderSource } from '../../../../src/sources/folder-source.ts';

type Tree = { readonly [name: string]: string | Tree };

/** A folder like a browser's. */
class Folder {
  readonly kind = 'directory';
  readonly name: string;
  readonly #tree: Tree;
  listed = 0;

  constructor(name: string, tree: Tree) {
    this.name = name;
    this.#tree = tree;
  }

  async *values(): AsyncGenerator<unknown> {
    this.listed++;
    for (const [name, inner] of Object.entries(this.#tree))
      yield typeof inner === 'string' ? toFile(name, inner) : new Folder(name, inner);
  }

  async getFileHandle(name: string): Promise<unknown> {
    return toFile(name, this.#tree[name] as string);
  }
}

const toFile = (name: string, text: string) => ({
  kind: 'file',
  name,
  getFile: async () => Object.assign(new Blob([text]), { lastModified: text.length }),
});

const rules = { include: [], exclude: [], useIgnoreFiles: true, useDefaultList: true, maxFileBytes: 20 };
const tree: Tree = {
  '.gitignore': 'dist\n',
  dist: { 'a.js': 'left out' },
  'big.md': 'more than the twenty bytes that are allowed',
  docs: Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`page-${i}.md`, `text ${i}`])),
};

function open(scanner: FolderScanner): { source: FileSource; folder: Folder } {
  vi.stubGlobal('FileSystemDirectoryHandle', Folder);
  const folder = new Folder('project', tree);
  const handle = folder as unknown as FileSystemDirectoryHandle;
  return { source: createScannedFolder({ type: 'folder', name: 'project', handle }, scanner), folder };
}

async function collect(source: FileSource, signal = new AbortController().signal): Promise<unknown[]> {
  const items: ScanItem[] = [];
  for await (const item of source.scan({ ...rules, signal })) items.push(item);
  const facts = items.map((item) => {
    if (item.type !== 'file') return item;
    const { path, rawName, size, mtimeMs } = item.file;
    return { path, rawName, size, mtimeMs };
  });
  return facts.map((item) => JSON.stringify(item)).sort();
}

describe('a folder walked in another thread', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('[E2] gives the same items as a walk in place', async () => {
    const { source } = open({ scanFolder });
    expect(source.incomplete).toBe(true);
    const items = await collect(source);
    expect(items).toHaveLength(1_203);
    expect(items).toEqual(await collect(createFolderSource('project', new Folder('project', tree) as never)));
    expect(source.incomplete).toBe(false);
  });

  it('ends at once when it is cancelled, and ends the walk', async () => {
    let end: unknown;
    const scanner: FolderScanner = {
      scanFolder: async (...task) => {
        end = await scanFolder(...task).catch((error: unknown) => error);
        throw end;
      },
    };
    const { source } = open(scanner);
    const cancelling = new AbortController();
    const scanning = (async () => {
      for await (const _ of source.scan({ ...rules, signal: cancelling.signal })) cancelling.abort();
    })();
    await expect(scanning).rejects.toThrow();
    await vi.waitFor(() => expect(end).toMatchObject({ code: 'engine/cancelled' }));
    expect(source.incomplete).toBe(true);
  });

  it('passes on errors of the walk', async () => {
    const { source } = open({
      scanFolder: () => Promise.reject(new AppError('thread/worker-died', 'an ingest worker ended')),
    });
    await expect(collect(source)).rejects.toMatchObject({ code: 'thread/worker-died' });
    expect(source.incomplete).toBe(true);
  });
});
