import { openDB } from 'idb';
import type { StoreBench } from '../../../contract/store/store-bench.ts';

type Hands = Required<Pick<StoreBench, 'plant' | 'listNames' | 'removeFile' | 'bytes'>>;

/** Reaches into the directory of a bench. */
export function createOpfsHands(home: string): Hands {
  const directory = async (collectionId: string) => {
    const root = await navigator.storage.getDirectory();
    const own = await root.getDirectoryHandle(home, { create: true });
    return own.getDirectoryHandle(`c-${collectionId}`, { create: true });
  };
  const handle = async (id: string, name: string) => (await directory(id)).getFileHandle(name, { create: true });
  const edit = async (id: string, name: string, change: (stream: FileSystemWritableFileStream) => Promise<void>) => {
    const stream = await (await handle(id, name)).createWritable({ keepExistingData: true });
    await change(stream);
    await stream.close();
  };
  return {
    plant: (id, name) => edit(id, name, (stream) => stream.write('planted')),
    async listNames(id) {
      const names: string[] = [];
      for await (const name of (await directory(id)).keys()) names.push(name);
      return names;
    },
    removeFile: async (id, name) => (await directory(id)).removeEntry(name),
    bytes: {
      size: async (id, name) => (await (await handle(id, name)).getFile()).size,
      async flip(id, name, offset) {
        const file = await (await handle(id, name)).getFile();
        const data = invert(new Uint8Array(await file.slice(offset, offset + 1).arrayBuffer()));
        await edit(id, name, (stream) => stream.write({ type: 'write', position: offset, data }));
      },
      truncate: (id, name, size) => edit(id, name, (stream) => stream.truncate(size)),
    },
  };
}

/** Reaches into the rows of a database. */
export function createRowHands(databaseName: string): NonNullable<StoreBench['rows']> {
  return {
    put: (table, id, row) =>
      withDatabase(
        databaseName,
        async (db) => void (await (row === undefined ? db.delete(table, id) : db.put(table, row))),
      ),
    get: (table, id) => withDatabase(databaseName, (db) => db.get(table, id)),
    async upgrade() {
      const db = await openDB(databaseName, 99, { upgrade: (upgraded) => void upgraded.createObjectStore('future') });
      db.close();
    },
  };
}

async function withDatabase<T>(name: string, use: (db: Awaited<ReturnType<typeof openDB>>) => Promise<T>): Promise<T> {
  const db = await openDB(name);
  try {
    return await use(db);
  } finally {
    db.close();
  }
}

/** Reaches into the `files` of a database. */
export function createIdbHands(databaseName: string): Hands {
  const withFiles = <T>(use: Parameters<typeof withDatabase<T>>[1]) => withDatabase(databaseName, use);
  const readBytes = async (id: string, name: string) => {
    const blob = (await withFiles((db) => db.get('files', [id, name]))) as Blob;
    return new Uint8Array(await blob.arrayBuffer());
  };
  const write = (id: string, name: string, bytes: Uint8Array<ArrayBuffer>) =>
    withFiles(async (db) => void (await db.put('files', new Blob([bytes]), [id, name])));
  return {
    plant: (id, name) => write(id, name, new Uint8Array(7)),
    async listNames(id) {
      const keys = (await withFiles((db) => db.getAllKeys('files'))) as [string, string][];
      return keys.filter(([collectionId]) => collectionId === id).map(([, name]) => name);
    },
    removeFile: (id, name) => withFiles((db) => db.delete('files', [id, name])),
    bytes: {
      size: async (id, name) => (await readBytes(id, name)).length,
      async flip(id, name, offset) {
        const bytes = await readBytes(id, name);
        invert(bytes.subarray(offset, offset + 1));
        await write(id, name, bytes);
      },
      async truncate(id, name, size) {
        const bytes = new Uint8Array(size);
        bytes.set((await readBytes(id, name)).subarray(0, size));
        await write(id, name, bytes);
      },
    },
  };
}

function invert<T extends Uint8Array>(bytes: T): T {
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~(bytes[i] as number);
  return bytes;
}
