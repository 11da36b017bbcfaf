import { concatBytes } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { BackendFile, BackendWriter, FileBackend } from './file-backend.ts';

/** Files by collection and name; empty until they are sealed. */
export type MemoryFiles = Map<string, Map<string, Uint8Array>>;

export function createMemoryBackend(files: MemoryFiles): FileBackend {
  return {
    where: 'memory',
    async create(collectionId, name) {
      const byName = files.get(collectionId) ?? new Map<string, Uint8Array>();
      files.set(collectionId, byName.set(name, new Uint8Array()));
      return createWriter(
        (bytes) => byName.set(name, bytes),
        () => remove(files, collectionId, name),
      );
    },
    async open(collectionId, file) {
      const bytes = files.get(collectionId)?.get(file.name);
      if (!bytes) throw new AppError('store/not-found', 'a stored file is gone', { file: file.name });
      return toBackendFile(bytes);
    },
    async remove(collectionId, name) {
      remove(files, collectionId, name);
    },
    listNames: async (collectionId) => [...(files.get(collectionId)?.keys() ?? [])],
    listCollectionIds: async () => [...files.keys()],
    removeLeftovers: async () => {},
  };
}

function remove(files: MemoryFiles, collectionId: string, name: string): void {
  const byName = files.get(collectionId);
  byName?.delete(name);
  if (byName?.size === 0) files.delete(collectionId);
}

function createWriter(put: (bytes: Uint8Array) => void, discard: () => void): BackendWriter {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    async write(bytes) {
      parts.push(bytes.slice());
      length += bytes.length;
    },
    async seal() {
      put(concatBytes(parts));
      parts = [];
      return '';
    },
    flush: async () => {},
    discard: async () => discard(),
  };
}

function toBackendFile(bytes: Uint8Array): BackendFile {
  return {
    async readSpans(spans, put) {
      for (const [i, [startByte, endByte]] of spans.entries()) put(bytes.subarray(startByte, endByte), startByte, i);
    },
    read: async (startByte, endByte) => bytes.subarray(startByte, endByte),
    readAll: async () => bytes,
  };
}
