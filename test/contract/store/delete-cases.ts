import { equal, failsWith } from './check.ts';
import { commitFiles } from './make-collection.ts';
import { type StoreCase, storeCase } from './store-bench.ts';

export const deleteCases: readonly StoreCase[] = [
  storeCase('a deleted collection is hidden and can be restored completely', async (bench) => {
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [10, 20] });
    await store.deleteCollection('a');
    equal(await store.listCollections(), [], 'hidden');
    await failsWith('store/not-found', () => store.openGeneration('a'), 'open');
    await failsWith('store/not-found', () => store.beginCommit('a'), 'commit');
    equal((await store.sweep()).removedFiles, 0, 'swept by the session that hid it');
    await store.undeleteCollection('a');
    equal(await store.verify('a'), [], 'damaged');
    const generation = await store.openGeneration('a');
    equal(generation.row, row, 'row');
    generation.release();
  }),
  storeCase('the next start removes it, and nothing else', async (bench) => {
    const first = await bench.open();
    await commitFiles(first, 'a', { sizes: [10, 20] });
    const other = await commitFiles(first, 'b', { sizes: [30] });
    await first.deleteCollection('a');
    const meanwhile = await bench.open();
    equal((await meanwhile.sweep()).removedFiles, 0, 'swept while undo is still offered');
    await first.close();
    await new Promise((resolve) => setTimeout(resolve, 25));
    const next = await bench.open();
    equal((await next.sweep()).removedFiles, 2, 'swept');
    await failsWith('store/not-found', () => next.undeleteCollection('a'), 'undelete');
    equal(await bench.listNames('a'), [], 'files of the deleted');
    equal(
      await bench.listNames('b'),
      other.files.map((file) => file.name),
      'files of the other',
    );
    equal((await next.sweep()).removedFiles, 0, 'a second sweep finds nothing');
    await meanwhile.close();
    await next.close();
  }),
  storeCase(
    'a deleted collection that is kept survives starts until its time is over or it is purged',
    async (bench) => {
      const first = await bench.open();
      for (const id of ['a', 'b', 'c']) await commitFiles(first, id, { sizes: [10] });
      await first.deleteCollection('a', { keptUntil: '2999-01-01T00:00:00.000Z' });
      await first.deleteCollection('b', { keptUntil: '2999-01-02T00:00:00.000Z' });
      await first.deleteCollection('c', { keptUntil: '2001-01-01T00:00:00.000Z' });
      await first.close();
      await new Promise((resolve) => setTimeout(resolve, 25));
      const next = await bench.open();
      equal((await next.sweep()).removedFiles, 1, 'swept');
      const deleted = (await next.listDeleted()).map(({ collection }) => collection.id);
      equal(deleted, ['b', 'a'], 'deleted, newest first');
      await next.purgeCollection('b');
      equal(await bench.listNames('b'), [], 'files of the purged');
      await next.undeleteCollection('a');
      equal(await next.verify('a'), [], 'damaged');
      equal(await next.listDeleted(), [], 'deleted');
      await failsWith('store/not-found', () => next.purgeCollection('a'), 'purge of a collection that is not deleted');
      await next.close();
    },
  ),
  storeCase('a commit on a collection deleted meanwhile ends with store/not-found', async (bench) => {
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [10] });
    const commit = await store.beginCommit('a');
    await store.deleteCollection('a');
    const wanted = { collection: row.collection, formatVersion: row.formatVersion, files: row.files };
    await failsWith('store/not-found', () => commit.commit(wanted), 'commit');
    await commit.abort();
    await store.undeleteCollection('a');
    equal((await store.listCollections())[0]?.generation, 1, 'generation');
  }),
  storeCase('an unknown collection is an error with its name', async (bench) => {
    const store = await bench.open();
    await failsWith('store/not-found', () => store.openGeneration('x'), 'open');
    await failsWith('store/not-found', () => store.updateCollection('x', (collection) => collection), 'update');
    await failsWith('store/not-found', () => store.deleteCollection('x'), 'delete');
    await failsWith('store/not-found', () => store.undeleteCollection('x'), 'undelete');
    await failsWith('store/not-found', () => store.verify('x'), 'verify');
    equal(await store.listCollections(), [], 'collections');
  }),
];
