import type { BenchFile } from '../corpus.ts';
import { miniSearch } from '../engines.ts';

export interface DropCalls {
  /** Milliseconds in which MiniSearch indexes the chunks of the folder. */
  buildPeer(): Promise<number>;
  /** Takes the next drop of a folder: milliseconds to list it, folders in parallel, and to read its files, 128 as one Blob. */
  readFloor(): Promise<{ readonly listMs: number; readonly readMs: number; readonly files: number }>;
}

const BATCH = 128;

const calls: DropCalls = {
  async buildPeer() {
    const files = await ((await fetch('/corpus.json')).json() as Promise<BenchFile[]>);
    const start = performance.now();
    const built = await miniSearch.build({ name: 'drop', files, chunkCount: 0, bytes: 0 });
    const ms = performance.now() - start;
    built.close();
    return ms;
  },

  async readFloor() {
    const root = await nextDrop();
    const start = performance.now();
    const found: FileSystemFileHandle[] = [];
    const list = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      const inner: FileSystemDirectoryHandle[] = [];
      for await (const entry of folder.values()) {
        if (entry.kind === 'file') found.push(entry);
        else inner.push(entry);
      }
      await Promise.all(inner.map(list));
    };
    await list(root);
    const listed = performance.now();
    for (let at = 0; at < found.length; at += BATCH) {
      const files = await Promise.all(found.slice(at, at + BATCH).map((handle) => handle.getFile()));
      await new Blob(files).arrayBuffer();
    }
    return { listMs: listed - start, readMs: performance.now() - listed, files: found.length };
  },
};

function nextDrop(): Promise<FileSystemDirectoryHandle> {
  return new Promise((resolve) => {
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const item = event.dataTransfer?.items[0] as DataTransferItem & {
        getAsFileSystemHandle(): Promise<FileSystemHandle>;
      };
      void item.getAsFileSystemHandle().then((handle) => resolve(handle as FileSystemDirectoryHandle));
    });
  });
}

Object.assign(globalThis, { drop: calls });
