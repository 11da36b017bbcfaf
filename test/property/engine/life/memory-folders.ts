import type { FileLike } from '../../../../src/sources/directory-like.ts';
import type { Records } from '../../../../src/store/contract.ts';
import type { LifeFolder } from './browser.ts';
import { toBytes, toModified, type Versions } from './texts.ts';

export interface MemoryFolder extends LifeFolder {
  readonly number: number;
}

/** A folder that changes while its handle stays. */
export function createFolder(name: string, number: number): MemoryFolder {
  let files: Versions = {};
  const handle = {
    kind: 'directory',
    name,
    token: number,
    async *values() {
      for (const [path, version] of Object.entries(files)) {
        const [first = '', second] = path.split('/');
        if (second === undefined) yield toFileHandle(first, path as keyof Versions, version);
        else
          yield {
            kind: 'directory',
            name: first,
            values: async function* () {
              yield toFileHandle(second, path as keyof Versions, version);
            },
          };
      }
    },
  };
  return {
    name,
    number,
    handle: handle as unknown as FileSystemDirectoryHandle,
    isSame: async (other) => (other as unknown as { token?: number }).token === number,
    async write(next) {
      files = next;
    },
  };
}

function toFileHandle(name: string, path: keyof Versions, version: number): FileLike {
  const bytes = toBytes(path, version);
  const file = {
    size: bytes.length,
    lastModified: toModified(path, version),
    arrayBuffer: async () => bytes.slice().buffer,
  };
  return { kind: 'file', name, getFile: async () => file };
}

/** Handles are cloneable in a browser; here a number stands for one while it is stored. */
export function withHandles(records: Records, folders: readonly MemoryFolder[]): Records {
  const revive = (value: unknown): unknown =>
    mapDeep(value, (one) => folders[(one as { folder: number }).folder]?.handle);
  const store = (value: unknown): unknown =>
    mapDeep(value, (one) => ('token' in one ? { folder: (one as { token: number }).token } : undefined));
  return {
    ...records,
    put: (table, key, value) => records.put(table, key, store(value)),
    putMany: (table, entries) =>
      records.putMany(
        table,
        entries.map(([key, value]) => [key, store(value)] as const),
      ),
    get: async <T>(table: Parameters<Records['get']>[0], key: string) => revive(await records.get(table, key)) as T,
    list: async <T>(table: Parameters<Records['get']>[0], options: Parameters<Records['list']>[1]) =>
      (await records.list(table, options)).map(([key, value]) => [key, revive(value) as T] as const),
  };
}

/** Replaces plain objects, at any depth, by what `replace` answers for them. */
function mapDeep(value: unknown, replace: (one: object) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapDeep(one, replace));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const replaced = replace(value);
  if (replaced !== undefined) return replaced;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapDeep(one, replace)]));
}
