import { createMemoryDisk, createMemoryStore } from '../../../src/store/memory-store.ts';
import type { StoreBench } from './store-bench.ts';

export function makeMemoryBench(): StoreBench {
  const disk = createMemoryDisk();
  return {
    open: async (options = {}) => createMemoryStore({ disk, ...options }),
    async plant(collectionId, name) {
      const files = disk.files.get(collectionId) ?? new Map();
      disk.files.set(collectionId, files.set(name, new Uint8Array()));
    },
    listNames: async (collectionId) => [...(disk.files.get(collectionId)?.keys() ?? [])],
    removeFile: async (collectionId, name) => void disk.files.get(collectionId)?.delete(name),
    dispose: async () => {},
  };
}
