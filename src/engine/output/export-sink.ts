import type { ByteSink } from '../../export/contract.ts';
import { findLocks } from '../../lib/async/hold-lock.ts';

/** Temporary exports live here, apart from collections; a start empties it when no tab has one that may still be downloaded. */
const TEMP_DIRECTORY = 'quire-exports';
const TEMP_LOCK = 'quire-exports';

export interface CollectingSink extends ByteSink {
  /** Known after `close`; absent when the bytes went to the person's own file. */
  blob(): Promise<Blob | undefined>;
}

/** To the picked file, else through a temporary OPFS file, else through memory. */
export async function createExportSink(
  target: FileSystemFileHandle | undefined,
  name: string,
): Promise<CollectingSink> {
  if (target !== undefined) return toWritableSink(await target.createWritable(), async () => undefined);
  const temp = await createTempFile(name);
  if (temp === undefined) return createMemorySink();
  return toWritableSink(await temp.createWritable(), () => temp.getFile());
}

function toWritableSink(writable: FileSystemWritableFileStream, blob: () => Promise<Blob | undefined>): CollectingSink {
  return {
    write: (bytes) => writable.write(bytes as Uint8Array<ArrayBuffer>),
    close: () => writable.close(),
    // A stream that is aborted never replaces the file: the picked one stays as it was.
    abort: () => writable.abort().catch(() => undefined),
    blob,
  };
}

export function createMemorySink(): CollectingSink {
  const deps: Uint8Array<ArrayBuffer>[] = [];
  return {
    async write(bytes) {
      deps.push(bytes.slice());
    },
    async close() {},
    async abort() {
      deps.length = 0;
    },
    blob: async () => new Blob(deps),
  };
}

async function createTempFile(name: string): Promise<FileSystemFileHandle | undefined> {
  const storage = (globalThis as { navigator?: { storage?: StorageManager } }).navigator?.storage;
  try {
    keepTempExports();
    const root = await storage?.getDirectory();
    const directory = await root?.getDirectoryHandle(TEMP_DIRECTORY, { create: true });
    return await directory?.getFileHandle(`${Date.now()}-${name}`, { create: true });
  } catch {
    return undefined;
  }
}

let isKept = false;

/** A download reads its file for as long as it takes, and nobody is told its end: until this thread ends the files stay. */
function keepTempExports(): void {
  if (isKept) return;
  isKept = true;
  void findLocks()?.request(TEMP_LOCK, { mode: 'shared' }, () => new Promise(() => {}));
}

/** Called at start: what a tab left behind when it was closed. */
export async function removeTempExports(): Promise<void> {
  const locks = findLocks();
  if (locks === undefined) return removeAll();
  await locks.request(TEMP_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await removeAll();
  });
}

async function removeAll(): Promise<void> {
  const storage = (globalThis as { navigator?: { storage?: StorageManager } }).navigator?.storage;
  try {
    await (await storage?.getDirectory())?.removeEntry(TEMP_DIRECTORY, { recursive: true });
  } catch {
    // Not there, or another tab is writing: the next start tries again.
  }
}
