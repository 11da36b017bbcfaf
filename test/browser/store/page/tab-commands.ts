import type { Generation, Store, StoredFile } from '../../../../src/store/contract.ts';
import { createStore } from '../../../../src/store/create-store.ts';
import { commitFiles, makeBytes, makeCollection, makeRow, writeFile } from '../../../contract/store/make-collection.ts';
import { createOpfsHands } from './hands.ts';

let kept: Promise<Store> | undefined;
let reading: Generation | undefined;
const told: string[] = [];

/** One store per page or worker, as the app has. */
function getStore(): Promise<Store> {
  kept ??= createStore().then((store) => {
    store.subscribe((change) => void told.push(`${change.collectionId} ${change.what}`));
    return store;
  });
  return kept;
}

export async function describeStore() {
  const store = await getStore();
  return { backend: store.backend, fallbackReason: store.fallbackReason };
}

/** Adds one file per commit to what is there, so that a lost commit is a missing file. */
export async function appendMany(id: string, times: number): Promise<void> {
  const store = await getStore();
  for (let i = 0; i < times; i++) {
    const commit = await store.beginCommit(id);
    const file = await writeFile(commit, 'leaves', makeBytes(1000, i));
    await commit.commit(makeRow(commit.base?.collection ?? makeCollection(id), [...(commit.base?.files ?? []), file]));
  }
}

/** Replaces all files of the collection; gives the code of what was thrown, if anything was. */
export async function replaceFiles(id: string, sizes: readonly number[]): Promise<string> {
  const store = await getStore();
  const commit = await store.beginCommit(id);
  try {
    const files: StoredFile[] = [];
    for (const size of sizes) files.push(await writeFile(commit, 'contents', makeBytes(size)));
    await commit.commit(makeRow(commit.base?.collection ?? makeCollection(id), files));
    return 'committed';
  } catch (error) {
    await commit.abort();
    return (error as { code?: string }).code ?? String(error);
  }
}

export async function readState(id: string) {
  const store = await getStore();
  const damaged = await store.verify(id);
  const generation = await store.openGeneration(id);
  const { files } = generation.row;
  generation.release();
  return {
    generation: generation.row.generation,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.length, 0),
    damaged: damaged.length,
  };
}

export async function startReading(id: string): Promise<void> {
  await commitFiles(await getStore(), id, { sizes: [300_000] });
  reading = await (await getStore()).openGeneration(id);
}

/** The bytes of the generation that `startReading` opened. */
export async function goOnReading(): Promise<number> {
  const file = reading?.row.files[0] as StoredFile;
  const bytes = await (reading as Generation).readAll(file);
  const expected = makeBytes(300_000);
  return bytes.every((byte, i) => byte === expected[i]) ? bytes.length : -1;
}

export async function stopReading(): Promise<void> {
  reading?.release();
  reading = undefined;
}

export async function countFiles(id: string): Promise<number> {
  await getStore();
  return (await createOpfsHands('quire').listNames(id)).length;
}

export async function deleteKept(id: string, keptUntil: string): Promise<void> {
  await (await getStore()).deleteCollection(id, { keptUntil });
}

export async function listDeleted(): Promise<readonly string[]> {
  return (await (await getStore()).listDeleted()).map(({ collection }) => collection.id);
}

export async function sweep(): Promise<number> {
  return (await (await getStore()).sweep()).removedFiles;
}

export async function listTold(): Promise<readonly string[]> {
  await getStore();
  return told;
}

export async function readUse() {
  return (await getStore()).usage();
}

export async function persist(): Promise<boolean> {
  return (await getStore()).persist();
}

/** A full life of a collection: written, replaced, deleted and, by the next start, swept. */
export async function liveAndDie(id: string): Promise<number> {
  const store = await createStore();
  await commitFiles(store, id, { sizes: [10, 20] });
  await commitFiles(store, id, { sizes: [30] });
  await store.deleteCollection(id);
  await store.close();
  // The lock of the ended session is freed in a later task.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const next = await createStore();
  const { removedFiles } = await next.sweep();
  await next.close();
  return removedFiles;
}
