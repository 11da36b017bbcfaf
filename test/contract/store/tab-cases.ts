import type { StoreChange, StoredFile } from '../../../src/store/contract.ts';
import { equal, equalBytes } from './check.ts';
import { commitFiles, makeBytes, makeCollection, makeRow, writeFile } from './make-collection.ts';
import { type StoreCase, storeCase } from './store-bench.ts';

export const tabCases: readonly StoreCase[] = [
  storeCase('a reader in the middle of a read survives a commit that drops its files', async (bench) => {
    const [writer, reader] = [await bench.open(), await bench.open()];
    const before = await commitFiles(writer, 'a', { sizes: [200_000] });
    const generation = await reader.openGeneration('a');
    const file = before.files[0] as StoredFile;
    equalBytes(await generation.read(file, 0, 10), makeBytes(200_000).subarray(0, 10), 'before');
    await commitFiles(writer, 'a', { sizes: [50], seed: 5 });
    await commitFiles(writer, 'a', { sizes: [60], seed: 6 });
    equal((await writer.sweep()).removedFiles, 0, 'nothing swept under the reader');
    equalBytes(await generation.readAll(file), makeBytes(200_000), 'after');
    generation.release();
    generation.release();
    for (let poll = 0; poll < 20 && (await bench.listNames('a')).length > 1; poll++) await settle();
    equal((await bench.listNames('a')).length, 1, 'files left once nobody reads the old ones');
  }),
  storeCase('a reader of the newest generation does not keep older files alive', async (bench) => {
    const store = await bench.open();
    const old = await store.openGeneration((await commitFiles(store, 'a', { sizes: [10] })).collection.id);
    await commitFiles(store, 'a', { sizes: [20] });
    const now = await store.openGeneration('a');
    old.release();
    for (let poll = 0; poll < 20 && (await bench.listNames('a')).length > 1; poll++) await settle();
    equal((await bench.listNames('a')).length, 1, 'files left');
    now.release();
  }),
  storeCase('commits of two tabs never interleave, and each starts from the other', async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    const first = await one.beginCommit('a');
    const steps: string[] = [];
    const second = two.beginCommit('a').then(async (commit) => {
      steps.push('second begins');
      equal(commit.base?.generation, 1, 'base of the second');
      const file = await writeFile(commit, 'leaves', makeBytes(20));
      await commit.commit(makeRow(makeCollection('a'), [...(commit.base?.files ?? []), file]));
    });
    const file = await writeFile(first, 'leaves', makeBytes(10));
    await settle();
    steps.push('first commits');
    await first.commit(makeRow(makeCollection('a'), [file]));
    await second;
    equal(steps, ['first commits', 'second begins'], 'order');
    const generation = await one.openGeneration('a');
    equal(generation.row.files.length, 2, 'files');
    generation.release();
  }),
  storeCase('two collections can be written at the same time', async (bench) => {
    const store = await bench.open();
    const held = await store.beginCommit('a');
    await commitFiles(store, 'b', { sizes: [10] });
    await held.abort();
  }),
  storeCase('a rename survives a commit of another tab', async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    await commitFiles(one, 'a', { sizes: [10] });
    const commit = await one.beginCommit('a');
    await two.updateCollection('a', (collection) => ({ ...collection, name: 'Renamed' }));
    const base = commit.base?.collection ?? makeCollection('a');
    await commit.commit(makeRow({ ...base, index_id: 'new' }, commit.base?.files ?? []));
    const [collection] = await two.listCollections();
    equal([collection?.name, collection?.index_id, collection?.generation], ['Renamed', 'new', 2], 'collection');
  }),
  storeCase('a sweep keeps the files of a commit in another tab', async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    const commit = await one.beginCommit('a');
    const file = await writeFile(commit, 'leaves', makeBytes(10));
    equal((await two.sweep()).removedFiles, 0, 'swept');
    const row = await commit.commit(makeRow(makeCollection('a'), [file]));
    equal(await two.verify('a'), [], 'damaged');
    equal(row.generation, 1, 'generation');
  }),
  storeCase('every tab hears about commits, updates and deletions', async (bench) => {
    const [one, two] = [await bench.open(), await bench.open()];
    const told: StoreChange[] = [];
    const unsubscribe = two.subscribe((change) => void told.push(change));
    await commitFiles(one, 'a', { sizes: [10] });
    await one.updateCollection('a', (collection) => ({ ...collection, name: 'New' }));
    await one.deleteCollection('a');
    await one.undeleteCollection('a');
    for (let poll = 0; poll < 20 && told.length < 4; poll++) await settle();
    unsubscribe();
    await one.updateCollection('a', (collection) => collection);
    await settle();
    equal(told.map((change) => change.what).join(' '), 'commit update delete undelete', 'told');
    equal(told[0], { collectionId: 'a', what: 'commit', generation: 1 }, 'commit');
  }),
];

/** Lock releases and channel messages arrive in a later task. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 25));
}
