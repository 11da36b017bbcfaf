import { deleteDB } from 'idb';
import type { Store, StoreBackend } from '../../../../src/store/contract.ts';
import { createIdbStore, createOpfsStore } from '../../../../src/store/create-store.ts';
import { makeMemoryBench } from '../../../contract/store/memory-bench.ts';
import type { StoreBench } from '../../../contract/store/store-bench.ts';
import { createIdbHands, createOpfsHands, createRowHands } from './hands.ts';

/** A bench in a database and a directory of its own. */
export function makeBrowserBench(backend: StoreBackend): StoreBench {
  if (backend === 'memory') return makeMemoryBench();
  const name = `bench-${crypto.randomUUID()}`;
  const options = { databaseName: name, directoryName: name };
  const create = backend === 'opfs' ? createOpfsStore : createIdbStore;
  const stores: Store[] = [];
  return {
    async open(more = {}) {
      const store = await create({ ...options, ...more });
      stores.push(store);
      return store;
    },
    ...(backend === 'opfs' ? createOpfsHands(name) : createIdbHands(name)),
    rows: createRowHands(name),
    async dispose() {
      for (const store of stores) await store.close();
      await deleteDB(name);
      const root = await navigator.storage.getDirectory();
      await root.removeEntry(name, { recursive: true }).catch(() => {});
    },
  };
}
