import type { ByteSink } from '../../export/contract.ts';
import { findLocks } from '../../lib/async/hold-lock.ts';

/** Folder of temporary exports, apart from collections; emptied at a start when no tab may still be downloading from it. */
const TEMP_DIRECTORY = 'quire-exports';
const TEMP_LOCK = 'quire-exports';
/** Time before a temporary export is deleted. No event marks the end of a download; copying a file on disk takes seconds. */
const TEMP_LIFE_MS = 600_000;

interface CollectingSink extends ByteSink {
  /** Available after `close`; undefined if the bytes went to the user's file. */
  blob(): Promise<Blob | undefined>;
}

/** Writes to the picked file, or to a temporary OPFS file, or to memory. */
export async function createExportSink(
  target: FileSystemFileHandle | undefined,
  name: string,
): Promise<CollectingSink> {
  if (target !== undefined) return toWritableSink(await target.createWritable());
  const temp = await createTempFile(name);
  if (temp === undefined) return createMemorySink();
  const { file, remove } = temp;
  const sink = toWritableSink(await file.createWritable());
  return {
    ...sink,
    async abort() {
      await sink.abort();
      await remove();
    },
    async blob() {
      setTimeout(remove, TEMP_LIFE_MS);
      return file.getFile();
    },
  };
}

function toWritableSink(writable: FileSystemWritableFileStream): CollectingSink {
  return {
    write: (bytes) => writable.write(bytes as Uint8Array<ArrayBuffer>),
    close: () => writable.close(),
    // An aborted stream leaves the picked file unchanged.
    abort: () => writable.abort().catch(() => undefined),
    blob: async () => undefined,
  };
}

export function createMemorySink(): CollectingSink {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    async write(bytes) {
      parts.push(bytes.slice());
    },
    async close() {},
    async abort() {
      parts.length = 0;
    },
    blob: async () => new Blob(parts),
  };
}

interface TempFile {
  readonly file: FileSystemFileHandle;
  remove(): Promise<void>;
}

async function createTempFile(name: string): Promise<TempFile | undefined> {
  try {
    keepTempExports();
    const directory = await (await openRoot())?.getDirectoryHandle(TEMP_DIRECTORY, { create: true });
    const tempName = `${Date.now()}-${name}`;
    const file = await directory?.getFileHandle(tempName, { create: true });
    const remove = async (): Promise<void> => directory?.removeEntry(tempName).catch(() => undefined);
    return file && { file, remove };
  } catch {
    return undefined;
  }
}

async function openRoot(): Promise<FileSystemDirectoryHandle | undefined> {
  return (globalThis as { navigator?: { storage?: StorageManager } }).navigator?.storage?.getDirectory();
}

let isKept = false;

/** Prevents other tabs from deleting files at their start that may still be downloading. */
function keepTempExports(): void {
  if (isKept) return;
  isKept = true;
  void findLocks()?.request(TEMP_LOCK, { mode: 'shared' }, () => new Promise(() => {}));
}

/** Removes the exports of closed tabs; called at start. */
export async function removeTempExports(): Promise<void> {
  const locks = findLocks();
  if (locks === undefined) return removeAll();
  await locks.request(TEMP_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await removeAll();
  });
}

async function removeAll(): Promise<void> {
  try {
    await (await openRoot())?.removeEntry(TEMP_DIRECTORY, { recursive: true });
  } catch {
    // It does not exist, or another tab is writing: the next start tries again.
  }
}
