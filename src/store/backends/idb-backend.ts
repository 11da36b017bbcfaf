import { AppError } from '../../model/app-error.ts';
import type { Database } from '../records/open-database.ts';
import { withStoreErrors } from '../to-store-error.ts';
import { createHashedWriter, type Sink } from '../verify/hashed-writer.ts';
import { createVerifiedFile } from '../verify/verified-file.ts';
import { createBlobSource, type FileBackend } from './file-backend.ts';

/** One Blob per file in IndexedDB, where OPFS is missing. */
export function createIdbBackend(database: Database): FileBackend {
  async function listKeys(range?: IDBKeyRange): Promise<readonly (readonly [string, string])[]> {
    const keys = await withStoreErrors(async () => (await database.connect()).getAllKeys('files', range));
    return keys as unknown as readonly (readonly [string, string])[];
  }
  async function remove(collectionId: string, name: string): Promise<void> {
    await withStoreErrors(async () => (await database.connect()).delete('files', [collectionId, name]));
  }

  return {
    where: 'idb',
    create: async (collectionId, name, makeRoom) =>
      createHashedWriter(createBlobSink(database, collectionId, name), makeRoom),
    async open(collectionId, file) {
      const key = [collectionId, file.name];
      const blob = (await withStoreErrors(async () => (await database.connect()).get('files', key))) as
        | Blob
        | undefined;
      if (!blob) throw new AppError('store/not-found', 'a stored file is gone', { file: file.name });
      return createVerifiedFile(createBlobSource(blob), file);
    },
    remove,
    async listNames(collectionId) {
      // An array sorts after every string: the range holds all names of the collection.
      const keys = await listKeys(IDBKeyRange.bound([collectionId], [collectionId, []]));
      return keys.map(([, name]) => name);
    },
    async listCollectionIds() {
      return [...new Set((await listKeys()).map(([collectionId]) => collectionId))];
    },
    removeLeftovers: async () => {},
  };
}

/** Pieces wait in memory until `flush`: a bundle has at most 64 MB, and IndexedDB cannot append. */
function createBlobSink(database: Database, collectionId: string, name: string): Sink {
  const parts = new Map<number, Blob>();
  return {
    write(bytes, at) {
      parts.set(at, new Blob([bytes]));
    },
    async flush() {
      const inOrder = [...parts.keys()].sort((a, b) => a - b).map((at) => parts.get(at) as Blob);
      const blob = new Blob(inOrder);
      await withStoreErrors(
        async () => {
          const db = await database.connect();
          const transaction = db.transaction('files', 'readwrite', { durability: 'strict' });
          const put = transaction.store.put(blob, [collectionId, name]);
          await Promise.all([put, transaction.done]).catch((error: unknown) => {
            throw transaction.error ?? error;
          });
        },
        { neededBytes: blob.size },
      );
      parts.clear();
    },
    async discard() {
      parts.clear();
      await withStoreErrors(async () => (await database.connect()).delete('files', [collectionId, name]));
    },
  };
}
