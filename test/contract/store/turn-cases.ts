import { AppError } from '../../../src/model/app-error.ts';
import { equal, failsWith } from './check.ts';
import { commitFiles } from './make-collection.ts';
import type { StoreCase } from './store-bench.ts';

export const turnCases: readonly StoreCase[] = [
  {
    name: 'one at a time has the turn of a collection, in all tabs; whoever waits hears what for',
    async run(bench) {
      const [one, other] = [await bench.open(), await bench.open()];
      const release = await one.acquireTurn('a', { action: 'sync' });
      const heard: string[] = [];
      let hasTurn = false;
      const waiting = other
        .acquireTurn('a', { action: 'settings', onWait: (running) => heard.push(running) })
        .then((end) => {
          hasTurn = true;
          return end;
        });
      await new Promise((resolve) => setTimeout(resolve, 30));
      equal([hasTurn, heard], [false, ['sync']], 'while the first has it');
      release();
      (await waiting)();
      equal(hasTurn, true, 'once the first has ended');
    },
  },
  {
    name: 'a turn of one collection keeps nobody from another, nor from reading and committing',
    async run(bench) {
      const store = await bench.open();
      const release = await store.acquireTurn('a', { action: 'sync' });
      (await store.acquireTurn('b', { action: 'sync', waitMs: 0 }))();
      await commitFiles(store, 'a', { sizes: [10] });
      (await store.openGeneration('a')).release();
      release();
    },
  },
  {
    name: 'waiting for a turn ends when its time is up, with what runs, or when it is given up; the queue goes on',
    async run(bench) {
      const store = await bench.open();
      const release = await store.acquireTurn('a', { action: 'sync' });
      await failsWith('store/busy', () => store.acquireTurn('a', { action: 'repair', waitMs: 5 }), 'time');
      const stop = new AbortController();
      const given = store.acquireTurn('a', { action: 'repair', signal: stop.signal });
      stop.abort(new AppError('engine/cancelled', 'stopped'));
      await failsWith('engine/cancelled', () => given, 'given up');
      const next = store.acquireTurn('a', { action: 'repair' });
      release();
      (await next)();
      (await store.acquireTurn('a', { action: 'sync', waitMs: 5_000 }))();
    },
  },
];
