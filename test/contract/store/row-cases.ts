import { equal, equalBytes, failsWith, ok } from './check.ts';
import { commitFiles, makeBytes } from './make-collection.ts';
import { persistentCase, type StoreBench, type StoreCase } from './store-bench.ts';

/** Rows that no release of ours writes, and rows of future releases. */
export const rowCases: readonly StoreCase[] = [
  persistentCase('a half-deleted collection is reported, harms no other, and can be written again', async (bench) => {
    const store = await bench.open();
    await commitFiles(store, 'a', { sizes: [10] });
    await commitFiles(store, 'b', { sizes: [10] });
    await rowsOf(bench).put('indexes', 'a', undefined);
    const flags = (await store.listCollections()).map(({ id, evicted }) => [id, evicted ?? false]);
    equal(
      flags,
      [
        ['a', true],
        ['b', false],
      ],
      'listed',
    );
    await failsWith('store/not-found', () => store.openGeneration('a'), 'open');
    await store.sweep();
    equal(await bench.listNames('a'), [], 'files of the half-deleted');
    equal(await store.verify('b'), [], 'the other');
    equal((await commitFiles(store, 'a', { sizes: [20] })).generation, 1, 'written again');
  }),
  persistentCase('files without a collection row are removed with their pointer', async (bench) => {
    const store = await bench.open();
    await commitFiles(store, 'a', { sizes: [10] });
    await rowsOf(bench).put('collections', 'a', undefined);
    equal(await store.listCollections(), [], 'listed');
    equal((await store.sweep()).removedFiles, 1, 'swept');
    equal(await rowsOf(bench).get('indexes', 'a'), undefined, 'pointer');
  }),
  persistentCase(
    'a collection with stats of another format is listed, read and deleted like any other',
    async (bench) => {
      const store = await bench.open();
      const { collection } = await commitFiles(store, 'a', { sizes: [10] });
      await rowsOf(bench).put('collections', 'a', { ...collection, stats: { total_files: 1, chunks: 'many' } });
      equal(
        (await store.listCollections()).map(({ name, stats }) => [name, stats.total_files]),
        [[collection.name, 0]],
        'listed',
      );
      await store.sweep();
      (await store.openGeneration('a')).release();
      await store.deleteCollection('a');
      equal(await store.listCollections(), [], 'deleted');
    },
  ),
  persistentCase('an unreadable row stays, with its files, and harms no other', async (bench) => {
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [10] });
    await commitFiles(store, 'b', { sizes: [10] });
    await rowsOf(bench).put('collections', 'a', { id: 'a', name: 5 });
    equal(
      (await store.listCollections()).map(({ id }) => id),
      ['b'],
      'listed',
    );
    await failsWith('store/not-found', () => store.openGeneration('a'), 'open');
    await store.sweep();
    equal(
      await bench.listNames('a'),
      row.files.map((file) => file.name),
      'files',
    );
    equal(
      (await store.usage()).perCollection.map(({ id }) => id),
      ['b'],
      'usage',
    );
  }),
  persistentCase('a database of a newer release is read and never changed', async (bench) => {
    const before = await bench.open();
    const row = await commitFiles(before, 'a', { sizes: [10] });
    await before.records.put('settings', 'theme', 'dark');
    await before.close();
    await rowsOf(bench).upgrade();
    const store = await bench.open();
    equal((await store.listCollections())[0]?.readOnly, true, 'flag');
    const generation = await store.openGeneration('a');
    ok(row.files[0], 'a file');
    equalBytes(await generation.readAll(row.files[0]), makeBytes(10), 'bytes');
    generation.release();
    equal(await store.records.get('settings', 'theme'), 'dark', 'record');
    await failsWith('store/newer-format', () => store.beginCommit('a'), 'commit');
    await failsWith('store/newer-format', () => store.beginCommit('new'), 'new collection');
    await failsWith('store/newer-format', () => store.deleteCollection('a'), 'delete');
    await failsWith('store/newer-format', () => store.records.put('settings', 'theme', 'light'), 'put');
    await bench.plant('a', 'g9-leaves-00000000deadbeef.quire');
    equal((await store.sweep()).removedFiles, 0, 'swept');
  }),
  persistentCase('a stale tab gives way to a newer release and reports it', async (bench) => {
    const stale = await bench.open();
    const row = await commitFiles(stale, 'a', { sizes: [10] });
    const commit = await stale.beginCommit('a');
    await rowsOf(bench).upgrade();
    const wanted = { collection: row.collection, formatVersion: row.formatVersion, files: row.files };
    await failsWith('store/newer-format', () => commit.commit(wanted), 'commit');
    await commit.abort();
    await failsWith('store/newer-format', () => stale.listCollections(), 'list');
    const next = await bench.open();
    equal((await next.listCollections())[0]?.generation, 1, 'generation');
  }),
];

function rowsOf(bench: StoreBench): NonNullable<StoreBench['rows']> {
  ok(bench.rows, 'the bench reaches the rows');
  return bench.rows;
}
