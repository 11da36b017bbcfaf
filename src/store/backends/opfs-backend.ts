import { toStoreError, withStoreErrors } from '../to-store-error.ts';
import { createHashedWriter } from '../verify/hashed-writer.ts';
import { createVerifiedFile } from '../verify/verified-file.ts';
import type { FileBackend } from './file-backend.ts';
import { openSink } from './opfs-sink.ts';
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
