import { AppError } from '../../model/app-error.ts';
import { randomHex } from '../commit/sweep.ts';
import { findStorageManager } from '../storage-use.ts';
import { toStoreError, withStoreErrors } from '../to-store-error.ts';
import { createHashedWriter, type Sink } from '../verify/hashed-writer.ts';
import { createVerifiedFile } from '../verify/verified-file.ts';
import type { FileBackend } from './file-backend.ts';
import { openOpfsSource } from './opfs-source.ts';

/** Prefix of our directories; everything else belongs to others. */
const PREFIX = 'c-';

/** One directory per collection under `home`, one file per stored file. */
export function createOpfsBackend(home: FileSystemDirectoryHandle): FileBackend {
  const directoryOf = (collectionId: string, create: boolean) =>
    home.getDirectoryHandle(PREFIX + encodeURIComponent(collectionId), { create });

  async function findDirectory(collectionId: string): Promise<FileSystemDirectoryHandle | undefined> {
    try {
      return await directoryOf(collectionId, false);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw toStoreError(error);
    }
  }

  async function remove(collectionId: string, name: string): Promise<void> {
    const directory = await findDirectory(collectionId);
    await directory?.removeEntry(name).catch((error: unknown) => {
      if (!isGone(error)) throw toStoreError(error, { file: name });
    });
  }

  return {
    where: 'opfs',
    create: (collectionId, name, makeRoom) =>
      withStoreErrors(async () => {
        const directory = await directoryOf(collectionId, true);
        const handle = await directory.getFileHandle(name, { create: true });
        return createHashedWriter(await openSink(handle, () => remove(collectionId, name)), makeRoom);
      }),
    open: (collectionId, file) =>
      withStoreErrors(
        async () => {
          const handle = await (await directoryOf(collectionId, false)).getFileHandle(file.name);
          return createVerifiedFile(await openOpfsSource(handle), file);
        },
        { file: file.name },
      ),
    remove,
    async listNames(collectionId) {
      const names: string[] = [];
      for await (const name of (await findDirectory(collectionId))?.keys() ?? []) names.push(name);
      return names;
    },
    async listCollectionIds() {
      const ids: string[] = [];
      for await (const [name, entry] of home.entries()) {
        if (entry.kind === 'directory' && name.startsWith(PREFIX))
          ids.push(decodeURIComponent(name.slice(PREFIX.length)));
      }
      return ids;
    },
    async removeLeftovers(collectionId) {
      // Not recursive, so a directory that still has files stays.
      await home.removeEntry(PREFIX + encodeURIComponent(collectionId)).catch(() => {});
    },
  };
}

function isGone(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

/** Opens our directory. On first use it writes and reads back one byte: in some browsers the API exists but does not work. */
export async function openOpfsHome(name: string): Promise<FileSystemDirectoryHandle> {
  const storage = findStorageManager();
  const getDirectory = storage?.getDirectory?.bind(storage);
  if (!getDirectory) throw new AppError('store/unavailable', 'this browser has no private file system', {});
  return withStoreErrors(async () => {
    const root = await getDirectory();
    const known = await root.getDirectoryHandle(name).catch(() => undefined);
    if (known) return known;
    const home = await root.getDirectoryHandle(name, { create: true });
    await probe(home);
    return home;
  });
}

async function probe(home: FileSystemDirectoryHandle): Promise<void> {
  const name = `probe-${randomHex()}`;
  const handle = await home.getFileHandle(name, { create: true });
  const sink = await openSink(handle, async () => {});
  await sink.write(new Uint8Array([1]), 0);
  await sink.flush();
  const { size } = await handle.getFile();
  await home.removeEntry(name);
  if (size !== 1) throw new AppError('store/unavailable', 'the private file system does not keep bytes', { size });
}

/** The members of FileSystemSyncAccessHandle that we use; TypeScript declares it for workers only. */
interface SyncAccess {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  flush(): void;
  close(): void;
}

/** Opens a sync handle in a dedicated worker. Pages have none: they write through a stream, whose bytes appear when it is closed. */
async function openSink(handle: FileSystemFileHandle, remove: () => Promise<void>): Promise<Sink> {
  const maybeSync = handle as { createSyncAccessHandle?(): Promise<SyncAccess> };
  if (maybeSync.createSyncAccessHandle) return createSyncSink(await maybeSync.createSyncAccessHandle(), remove);
  return createStreamSink(await handle.createWritable(), remove);
}

function createSyncSink(access: SyncAccess, remove: () => Promise<void>): Sink {
  let open = true;
  const close = () => {
    if (open) access.close();
    open = false;
  };
  return {
    write(bytes, at) {
      try {
        const written = access.write(bytes, { at });
        if (written === bytes.length) return;
        throw new AppError('store/quota', 'there is no room left', { neededBytes: bytes.length, written });
      } catch (error) {
        throw toStoreError(error, { neededBytes: bytes.length });
      }
    },
    async flush() {
      try {
        access.flush();
      } catch (error) {
        throw toStoreError(error);
      } finally {
        close();
      }
    },
    async discard() {
      close();
      await remove();
    },
  };
}

function createStreamSink(stream: FileSystemWritableFileStream, remove: () => Promise<void>): Sink {
  let open = true;
  return {
    write: (data, position) =>
      withStoreErrors(() => stream.write({ type: 'write', data, position }), { neededBytes: data.length }),
    async flush() {
      open = false;
      await withStoreErrors(() => stream.close());
    },
    async discard() {
      if (open) await stream.abort().catch(() => {});
      open = false;
      await remove();
    },
  };
}
