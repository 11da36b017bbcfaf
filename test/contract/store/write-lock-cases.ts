import { AppError } from '../../../src/model/app-error.ts';
import { equal, failsWith } from './check.ts';
import { commitFiles } from './make-collection.ts';
import { type StoreCase, storeCase } from './store-bench.ts';

export const writeLockCases: readonly StoreCase[] = [
  storeCase(
    'one change at a time holds the write lock of a collection, in all tabs; waiting tabs learn its action',
    async (bench) => {
      const [one, other] = [await bench.open(), await bench.open()];
      const release = await one.acquireWriteLock('a', { action: 'sync' });
      let hasTurn = false;
      let waiting: Promise<() => void> | undefined;
      const heard = new Promise((onWait: (running: string) => void) => {
        waiting = other.acquireWriteLock('a', { action: 'settings', onWait }).then((end) => {
          hasTurn = true;
          return end;
        });
      });
      equal(await heard, 'sync', 'what the other hears');
      equal(hasTurn, false, 'while the first has it');
      release();
      (await waiting)?.();
      equal(hasTurn, true, 'once the first has ended');
    },
  ),
  storeCase('the write lock of one collection blocks neither another one, nor reads and commits', async (bench) => {
    const store = await bench.open();
    const release = await store.acquireWriteLock('a', { action: 'sync' });
    (await store.acquireWriteLock('b', { action: 'sync', waitMs: 0 }))();
    await commitFiles(store, 'a', { sizes: [10] });
    (await store.openGeneration('a')).release();
    release();
  }),
  storeCase(
    'waiting for the write lock ends at its timeout, with the running action, or when aborted; the queue continues',
    async (bench) => {
      const store = await bench.open();
      const release = await store.acquireWriteLock('a', { action: 'sync' });
      await failsWith('store/busy', () => store.acquireWriteLock('a', { action: 'repair', waitMs: 5 }), 'time');
      const stop = new AbortController();
      const given = store.acquireWriteLock('a', { action: 'repair', signal: stop.signal });
      stop.abort(new AppError('engine/cancelled', 'stopped'));
      await failsWith('engine/cancelled', () => given, 'given up');
      const next = store.acquireWriteLock('a', { action: 'repair' });
      release();
      (await next)();
      (await store.acquireWriteLock('a', { action: 'sync', waitMs: 5_000 }))();
    },
  ),
];
