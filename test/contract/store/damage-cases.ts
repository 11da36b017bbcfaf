import type { Span } from '../../../src/lib/span.ts';
import type { StoredFile } from '../../../src/store/contract.ts';
import { equal, equalBytes, failsWith, ok } from './check.ts';
import { commitFiles, makeBytes } from './make-collection.ts';
import { persistentCase, type StoreCase, storeCase } from './store-bench.ts';

export const damageCases: readonly StoreCase[] = [
  storeCase('files of a crashed commit are swept, foreign files are not', async (bench) => {
    const store = await bench.open();
    await commitFiles(store, 'a', { sizes: [10] });
    await bench.plant('a', 'g2-leaves-00000000deadbeef.quire');
    await bench.plant('a', 'notes.txt');
    await bench.plant('never-committed', 'g1-contents-00000000deadbeef.quire');
    equal((await store.sweep()).removedFiles, 2, 'swept');
    equal((await bench.listNames('a')).includes('notes.txt'), true, 'foreign file');
    equal(await bench.listNames('never-committed'), [], 'orphans');
    equal(await store.verify('a'), [], 'damaged');
  }),
  storeCase('an evicted collection is reported as evicted and can be written again', async (bench) => {
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [10, 20] });
    for (const file of row.files) await bench.removeFile('a', file.name);
    equal((await store.listCollections())[0]?.evicted, true, 'flag');
    await commitFiles(store, 'a', { sizes: [30] });
    const [collection] = await store.listCollections();
    equal([collection?.evicted, collection?.generation], [undefined, 2], 'after re-sync');
  }),
  storeCase('one missing file is damage of that file only', async (bench) => {
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [10, 20] });
    const [lost, whole] = row.files as [StoredFile, StoredFile];
    await bench.removeFile('a', lost.name);
    equal((await store.listCollections())[0]?.evicted, undefined, 'not evicted');
    const generation = await store.openGeneration('a');
    await failsWith('store/damaged', () => generation.read(lost, 0, 1), 'lost');
    equal((await generation.read(whole, 0, 20)).length, 20, 'whole');
    generation.release();
    equal(
      (await store.verify('a')).map((file) => file.name),
      [lost.name],
      'verify',
    );
  }),
  storeCase('a file removed under an open reader is read completely or reported as damaged', async (bench) => {
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [100_000] });
    const file = row.files[0] as StoredFile;
    const generation = await store.openGeneration('a');
    await generation.read(file, 0, 10);
    await bench.removeFile('a', file.name);
    const outcome = await generation.read(file, 70_000, 80_000).catch((error: unknown) => error);
    if (outcome instanceof Uint8Array) equalBytes(outcome, makeBytes(100_000).subarray(70_000, 80_000), 'bytes');
    else equal((outcome as { code?: string }).code, 'store/damaged', 'code');
    generation.release();
  }),
  storeCase('a span outside its file is damage, not a short answer', async (bench) => {
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [10] });
    const generation = await store.openGeneration('a');
    const file = row.files[0] as StoredFile;
    await failsWith('store/damaged', async () => generation.read(file, 5, 11), 'beyond');
    await failsWith('store/damaged', async () => generation.read(file, 6, 5), 'backwards');
    await failsWith('store/damaged', async () => generation.read(file, -1, 5), 'before');
    const beyond: Span[] = [
      [0, 5],
      [5, 11],
    ];
    await failsWith('store/damaged', () => generation.readSpans(file, beyond, () => {}), 'one of several beyond');
    generation.release();
  }),
  persistentCase('a flipped byte anywhere in a stored file is found before it is shown', async (bench) => {
    ok(bench.bytes, 'the bench reaches the bytes');
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [150_000] });
    const file = row.files[0] as StoredFile;
    const size = await bench.bytes.size('a', file.name);
    const offsets = [0, 7, 8, 12, 20, 40, 63, 64, 65, 64 + 65_535, 64 + 65_536, 64 + 149_999, 64 + 150_000, size - 1];
    for (const seeded of makeBytes(10, 77)) offsets.push(Math.floor((seeded / 256) * size));
    for (const offset of offsets) {
      await bench.bytes.flip('a', file.name, offset);
      equal((await store.verify('a')).length, 1, `verify with byte ${offset} flipped`);
      const generation = await store.openGeneration('a');
      await failsWith('store/damaged', () => generation.readAll(file), `readAll with byte ${offset} flipped`);
      const at = Math.min(Math.max(0, offset - 64), 149_999);
      await failsWith('store/damaged', () => generation.read(file, at, at + 1), `read with byte ${offset} flipped`);
      generation.release();
      await bench.bytes.flip('a', file.name, offset);
    }
    equal(await store.verify('a'), [], 'whole again');
  }),
  persistentCase('damage in one block leaves the others readable', async (bench) => {
    ok(bench.bytes, 'the bench reaches the bytes');
    const store = await bench.open();
    const row = await commitFiles(store, 'a', { sizes: [200_000] });
    const file = row.files[0] as StoredFile;
    await bench.bytes.flip('a', file.name, 64 + 70_000);
    const generation = await store.openGeneration('a');
    equal((await generation.read(file, 0, 65_536)).length, 65_536, 'block before');
    equal((await generation.read(file, 131_072, 200_000)).length, 68_928, 'blocks after');
    await failsWith('store/damaged', () => generation.read(file, 65_000, 66_000), 'the block itself');
    generation.release();
  }),
  persistentCase('a file cut short or grown is damage', async (bench) => {
    ok(bench.bytes, 'the bench reaches the bytes');
    const store = await bench.open();
    for (const change of [-1, -100_000, 1]) {
      const row = await commitFiles(store, 'a', { sizes: [150_000] });
      const file = row.files[0] as StoredFile;
      await bench.bytes.truncate('a', file.name, (await bench.bytes.size('a', file.name)) + change);
      ok((await store.verify('a')).length === 1, `size changed by ${change}`);
      const generation = await store.openGeneration('a');
      await failsWith('store/damaged', () => generation.read(file, 0, 1), `read, size changed by ${change}`);
      generation.release();
    }
  }),
];
