import type { Span } from '../../../src/lib/span.ts';
import { FORMAT_VERSION } from '../../../src/model/settings.ts';
import type { StoredFile } from '../../../src/store/contract.ts';
import { equal, equalBytes, failsWith, ok } from './check.ts';
import { commitFiles, makeBytes, makeCollection, makeRow, writeFile } from './make-collection.ts';
import { type StoreCase, storeCase } from './store-bench.ts';

const BLOCK = 65_536;

export const commitCases: readonly StoreCase[] = [
  storeCase(
    'a committed collection is listed with its generation and bytes, also after the next start',
    async (bench) => {
      const store = await bench.open();
      equal(await store.listCollections(), [], 'before');
      await commitFiles(store, 'a', { sizes: [1000, 500] });
      await store.close();
      const [collection, ...others] = await (await bench.open()).listCollections();
      equal(others, [], 'others');
      const expected = makeCollection('a', { generation: 1, storedBytes: 1500 });
      equal(collection, expected, 'collection');
    },
  ),
  storeCase('any span reads back as written, whatever the sizes of the writes and the file', async (bench) => {
    const store = await bench.open();
    for (const size of [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17]) {
      const id = `c${size}`;
      const bytes = makeBytes(size, size);
      const commit = await store.beginCommit(id);
      const writer = await commit.createFile('contents');
      for (let at = 0, step = 1; at < size; step = step * 3 + 1) {
        equal(writer.length, at, 'offset of the next write');
        await writer.write(bytes.slice(at, at + step));
        at += step;
      }
      const file = await writer.finish();
      equal(file.length, size, 'length');
      await commit.commit(makeRow(makeCollection(id), [file]));
      const generation = await store.openGeneration(id);
      equalBytes(await generation.readAll(file), bytes, `all of ${size}`);
      for (const [start, end] of spans(size)) {
        equalBytes(await generation.read(file, start, end), bytes.subarray(start, end), `${size}: ${start}-${end}`);
      }
      generation.release();
    }
  }),
  storeCase(
    'several spans of a file are read together, in any order, also while another file is read',
    async (bench) => {
      const store = await bench.open();
      const row = await commitFiles(store, 'a', { sizes: [2_500_000, 400_000] });
      const generation = await store.openGeneration('a');
      const wanted: Span[] = [
        [1_040_000, 1_060_000],
        [5, 5],
        [0, 10],
        [3 * BLOCK - 1, 3 * BLOCK + 1],
        [3, 2 * BLOCK],
        [399_000, 400_000],
      ];
      await Promise.all(
        row.files.map(async (file, i) => {
          const bytes = makeBytes(file.length, i + 1);
          const own: Span[] = i === 0 ? [...wanted, [0, file.length]] : wanted.filter(([, end]) => end <= file.length);
          const found = own.map(([start, end]) => new Uint8Array(end - start));
          await generation.readSpans(file, own, (part, startByte, span) => {
            found[span]?.set(part, startByte - (own[span] as Span)[0]);
          });
          for (const [span, [start, end]] of own.entries())
            equalBytes(found[span] as Uint8Array, bytes.subarray(start, end), `file ${i}: ${start}-${end}`);
        }),
      );
      generation.release();
    },
  ),
  storeCase('bytes may be reused once they are written', async (bench) => {
    const store = await bench.open();
    const commit = await store.beginCommit('a');
    const writer = await commit.createFile('files');
    const [lent, given] = [makeBytes(BLOCK, 1), makeBytes(3 * BLOCK, 2)];
    const wanted = new Uint8Array([...lent, ...given, ...makeBytes(BLOCK, 3)]);
    await writer.write(lent);
    lent.set(makeBytes(BLOCK, 3));
    await writer.write(given);
    await writer.write(lent);
    lent.fill(0);
    const file = await writer.finish();
    await commit.commit(makeRow(makeCollection('a'), [file]));
    const generation = await store.openGeneration('a');
    for (const time of ['first', 'second']) {
      const bytes = await generation.readAll(file);
      equalBytes(bytes, wanted, time);
    }
    generation.release();
  }),
  storeCase('large writes and many open files do not mix their bytes', async (bench) => {
    const store = await bench.open();
    const commit = await store.beginCommit('a');
    const writers = await Promise.all([1, 2, 3].map(() => commit.createFile('segment', 4)));
    const pieces = [makeBytes(900_000, 1), makeBytes(1_300_000, 2), makeBytes(100, 3)];
    for (const seed of [0, 1, 2]) {
      for (const [i, writer] of writers.entries()) await writer.write(pieces[(seed + i) % 3] as Uint8Array);
    }
    const files: StoredFile[] = [];
    for (const writer of writers) files.push(await writer.finish());
    await commit.commit(makeRow(makeCollection('a'), files));
    const generation = await store.openGeneration('a');
    equal(files[0]?.shard, 4, 'shard');
    const second = await generation.readAll(files[1] as StoredFile);
    equalBytes(second.subarray(0, 1_300_000), pieces[1] as Uint8Array, 'first piece of the second file');
    equalBytes(second.subarray(1_300_100), pieces[0] as Uint8Array, 'last piece of the second file');
    generation.release();
  }),
  storeCase('nothing is visible before the commit, and abort leaves no file', async (bench) => {
    const store = await bench.open();
    const commit = await store.beginCommit('a');
    equal(commit.base, undefined, 'base');
    await writeFile(commit, 'leaves', makeBytes(100));
    const unfinished = await commit.createFile('contents');
    await unfinished.write(makeBytes(100_000));
    equal(await store.listCollections(), [], 'while writing');
    await failsWith('store/not-found', () => store.openGeneration('a'), 'open while writing');
    await commit.abort();
    await commit.abort();
    equal(await bench.listNames('a'), [], 'files after abort');
    await commitFiles(store, 'a', { sizes: [1] });
  }),
  storeCase('a commit keeps the files it names and sweeps the ones it drops', async (bench) => {
    const store = await bench.open();
    const first = await commitFiles(store, 'a', { sizes: [10, 20, 30] });
    const second = await commitFiles(store, 'a', { sizes: [40], seed: 9, keep: (file) => file.length === 20 });
    equal(second.generation, first.generation + 1, 'generation');
    equal(second.files.map((file) => file.length).join(), '20,40', 'row');
    equal(sorted(await bench.listNames('a')), sorted(second.files.map((file) => file.name)), 'stored');
    const generation = await store.openGeneration('a');
    equal(generation.row, second, 'row as committed');
    equalBytes(await generation.readAll(second.files[0] as StoredFile), makeBytes(20, 2), 'kept file');
    generation.release();
  }),
  storeCase('a row that names an unfinished file is refused and the previous state stays', async (bench) => {
    const store = await bench.open();
    const before = await commitFiles(store, 'a', { sizes: [10] });
    const commit = await store.beginCommit('a');
    const stranger = { ...(before.files[0] as StoredFile), name: 'g2-leaves-0000000000000000.quire' };
    const row = makeRow(before.collection, [stranger]);
    await failsWith('store/not-found', () => commit.commit(row), 'commit');
    await commit.abort();
    const generation = await store.openGeneration('a');
    equal(generation.row, before, 'row');
    generation.release();
  }),
  storeCase('the steps of a commit come in order', async (bench) => {
    const steps: string[] = [];
    const store = await bench.open({ onStep: (step) => void steps.push(step) });
    await commitFiles(store, 'a', { sizes: [10, 20] });
    equal(steps.join(' '), 'after-bundle after-flush after-bundle after-flush before-pointer after-pointer', 'first');
    steps.length = 0;
    await commitFiles(store, 'a', { sizes: [10] });
    equal(steps.join(' '), 'after-bundle after-flush before-pointer after-pointer in-sweep', 'second');
  }),
  storeCase('a collection of a newer format is read-only and says so', async (bench) => {
    const store = await bench.open();
    const commit = await store.beginCommit('a');
    const file = await writeFile(commit, 'leaves', makeBytes(10));
    await commit.commit({ ...makeRow(makeCollection('a'), [file]), formatVersion: FORMAT_VERSION + 1 });
    equal((await store.listCollections())[0]?.readOnly, true, 'flag');
    await failsWith('store/newer-format', () => store.beginCommit('a'), 'commit');
    await failsWith('store/newer-format', () => store.updateCollection('a', (collection) => collection), 'update');
    await failsWith('store/newer-format', () => store.deleteCollection('a'), 'delete');
    equal((await store.sweep()).removedFiles, 0, 'swept');
    const generation = await store.openGeneration('a');
    equalBytes(await generation.readAll(file), makeBytes(10), 'bytes');
    generation.release();
  }),
  storeCase('usage lists the bytes of every collection', async (bench) => {
    const store = await bench.open();
    await commitFiles(store, 'a', { sizes: [1000, 1000] });
    await commitFiles(store, 'b', { sizes: [10] });
    const use = await store.usage();
    equal(use.backend, store.backend, 'backend');
    equal(
      sorted(use.perCollection),
      sorted([
        { id: 'a', bytes: 2000 },
        { id: 'b', bytes: 10 },
      ]),
      'bytes',
    );
    ok(use.quotaBytes >= 0 && use.usedBytes >= 0, 'figures are numbers');
  }),
];

function* spans(size: number): Generator<readonly [number, number]> {
  const edges = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, size - 1, size].filter((at) => at >= 0 && at <= size);
  for (const start of edges) for (const end of edges) if (start <= end) yield [start, end];
}

function sorted(value: readonly unknown[]): readonly unknown[] {
  return [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
