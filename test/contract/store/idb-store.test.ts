import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { describe, it } from 'vitest';
import type { Store } from '../../../src/store/contract.ts';
import { createIdbStore } from '../../../src/store/create-store.ts';
import { createIdbHands, createRowHands } from '../../browser/store/page/hands.ts';
import type { StoreBench } from './store-bench.ts';
import { storeContract } from './store-contract.ts';

let benches = 0;

function makeFakeIdbBench(): StoreBench {
  const databaseName = `bench-${++benches}`;
  const stores: Store[] = [];
  return {
    async open(options = {}) {
      const store = await createIdbStore({ databaseName, ...options });
      stores.push(store);
      return store;
    },
    ...createIdbHands(databaseName),
    rows: createRowHands(databaseName),
    async dispose() {
      for (const store of stores) await store.close();
      await deleteDB(databaseName);
    },
  };
}

// Quick feedback without a browser; test/browser/store covers the differences between browsers.
describe('store contract on IndexedDB, in memory and without a lock manager', () => {
  for (const { name, run } of storeContract) {
    it(name, async () => {
      const bench = makeFakeIdbBench();
      try {
        await run(bench);
      } finally {
        await bench.dispose();
      }
    });
  }
});
