import { deleteDB } from 'idb';
import type { Store, StoreBackend } from '../../../../src/store/contract.ts';
import { createIdbStore, createOpfsStore } from '../../../../src/store/create-store.ts';
import { makeMemoryBench } from '../../../contract/store/memory-bench.ts';
import type { StoreBench, StoreCase } from '../../../contract/store/store-bench.ts';
import { storeContract } from '../../../contract/store/store-contract.ts';
import { createIdbHands, createOpfsHands, createRowHands } from './hands.ts';
import * as tab from './tab-commands.ts';

interface CaseResult {
  readonly name: string;
  readonly error?: string;
}

/** Commands that a spec may send to the page or its worker. Arguments and results are cloneable. */
export const commands = {
  runContract: (backend: StoreBackend) => runCases(backend, storeContract),
  ...tab,
};
export type Commands = typeof commands;

async function runCases(backend: StoreBackend, cases: readonly StoreCase[]): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const { name, run, persistent } of cases) {
    if (persistent && backend === 'memory') continue;
    const bench = makeBrowserBench(backend);
    try {
      await withLimit(run(bench), name);
      results.push({ name });
    } catch (error) {
      results.push({ name, error: String(error) });
    }
    await withLimit(bench.dispose(), 'dispose').catch((error) =>
      results.push({ name: 'dispose', error: String(error) }),
    );
  }
  return results;
}

function withLimit<T>(promise: Promise<T>, what: string): Promise<T> {
  const limit = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${what} hangs`)), 15_000));
  return Promise.race([promise, limit]);
}

/** A bench in a database and a directory of its own. */
function makeBrowserBench(backend: StoreBackend): StoreBench {
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
