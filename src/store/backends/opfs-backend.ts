import { toStoreError, withStoreErrors } from '../to-store-error.ts';
import { createHashedWriter } from '../verify/hashed-writer.ts';
import { createVerifiedFile } from '../verify/verified-file.ts';
import type { FileBackend } from './file-backend.ts';
import { createListedHandles } from './listed-handles.ts';
import { openSink } from './opfs-sink.ts';
import { openOpfsSource } from './opfs-source.ts';

/** Prefix of our directories; everything else belongs to others. */
const PREFIX = 'c-';

/** One directory per collection under `home`, one file per stored file. */
export function createOpfsBackend(home: FileSystemDirectoryHandle): FileBackend {
  const directoryOf = (collectionId: string, create: boolean) =>
    home.getDirectoryHandle(PREFIX + encodeURIComponent(collectionId), { create });
  /** Directory handles by collection: each saves a round trip to the browser process. A handle is only a path, so it outlives its directory. */
  const known = new Map<string, FileSystemDirectoryHandle>();
  const listed = createListedHandles();

  async function directoryToRead(collectionId: string): Promise<FileSystemDirectoryHandle> {
    const directory = known.get(collectionId) ?? (await directoryOf(collectionId, false));
    known.set(collectionId, directory);
    return directory;
  }

  async function findHandle(collectionId: string, name: string): Promise<FileSystemFileHandle> {
    return listed.pop(collectionId, name) ?? (await directoryToRead(collectionId)).getFileHandle(name);
  }

  async function findDirectory(collectionId: string): Promise<FileSystemDirectoryHandle | undefined> {
    try {
      const directory = await directoryOf(collectionId, false);
      known.set(collectionId, directory);
      return directory;
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
        async () => createVerifiedFile(await openOpfsSource(await findHandle(collectionId, file.name)), file),
        { file: file.name },
      ),
    remove,
    async listNames(collectionId) {
      const names: string[] = [];
      const files = new Map<string, FileSystemFileHandle>();
      const directory = await findDirectory(collectionId);
      if (directory === undefined) return names;
      for await (const [name, entry] of directory.entries()) {
        names.push(name);
        if (entry.kind === 'file') files.set(name, entry as FileSystemFileHandle);
      }
      listed.keep(collectionId, files);
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
      known.delete(collectionId);
      listed.evict(collectionId);
      // Not recursive, so a directory that still has files stays.
      await home.removeEntry(PREFIX + encodeURIComponent(collectionId)).catch(() => {});
    },
  };
}

function isGone(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
