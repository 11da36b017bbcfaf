import type { CommitStep } from '../../../../src/store/commit/commit-step.ts';
import type { Store, StoredFile } from '../../../../src/store/contract.ts';
import { createIdbStore, createOpfsStore } from '../../../../src/store/create-store.ts';
import { DATABASE_NAME } from '../../../../src/store/records/migrations.ts';
import { makeBytes, makeCollection, makeRow } from '../../../contract/store/make-collection.ts';
import { createIdbHands, createOpfsHands } from './hands.ts';
import { report } from './report.ts';

type Backend = 'opfs' | 'idb';
const IDS = ['a', 'b', 'c'];
const DELETING = 'crash-test/deleting';

/** State that a spec reads after a restart. */
export interface Found {
  readonly collections: readonly { readonly id: string; readonly generation: number }[];
  /** Damaged or wrong files, and orphans that a sweep left. Empty when all is well. */
  readonly problems: readonly string[];
  /** The collection that was being deleted when the end came: it may be gone. */
  readonly deleting?: string;
}

/** Commits once and stops for ever at the given step, after telling so. */
export async function commitAndHang(backend: Backend, id: string, stopAt: CommitStep): Promise<void> {
  const store = await open(backend, async (step) => {
    if (step !== stopAt) return;
    report({ reached: step });
    await new Promise(() => {});
  });
  await commitNext(store, id);
  throw new Error(`the commit never came to ${stopAt}`);
}

/** A busy life: commits, renames, deletions, undos, sweeps and reads, until the process dies. */
export async function liveUntilKilled(backend: Backend, seed: number): Promise<never> {
  const store = await open(backend, (step) => report({ step }));
  await store.sweep();
  for (let round = seed; ; round++) {
    const id = IDS[round % IDS.length] as string;
    const generation = await commitNext(store, id);
    report({ acknowledged: [id, generation] });
    report({ step: 'between' });
    await store.updateCollection(id, (collection) => ({ ...collection, name: `round ${round}` }));
    if (round % 4 === 0) await deleteAndUndo(store, id);
    if (round % 5 === 0) await store.sweep();
    await readEverything(store, id);
  }
}

/** Like the next start of the app: opens, sweeps, then looks at every byte. */
export async function inspect(backend: Backend): Promise<Found> {
  const store = await open(backend);
  const deleting = await store.records.get<string>('settings', DELETING);
  await store.records.delete('settings', DELETING);
  await store.sweep();
  const problems: string[] = [];
  const collections = await store.listCollections();
  for (const { id, evicted } of collections) {
    if (evicted) problems.push(`${id} was evicted`);
    for (const file of await store.verify(id)) problems.push(`${id}/${file.name} is damaged`);
    problems.push(...(await findWrongBytes(store, id)));
  }
  for (const id of IDS) problems.push(...(await findOrphans(backend, store, id)));
  await store.close();
  const found = collections.map(({ id, generation }) => ({ id, generation }));
  return { collections: found, problems, ...(deleting !== undefined && { deleting }) };
}

async function open(backend: Backend, onStep?: (step: CommitStep) => void | Promise<void>): Promise<Store> {
  return (backend === 'opfs' ? createOpfsStore : createIdbStore)(onStep ? { onStep } : {});
}

/** Keeps two of the older files, so that bundles of several generations live together. */
async function commitNext(store: Store, id: string): Promise<number> {
  const commit = await store.beginCommit(id);
  const next = (commit.base?.generation ?? 0) + 1;
  const files: StoredFile[] = [...(commit.base?.files ?? []).slice(-2)];
  for (const role of ['leaves', 'contents', 'segment'] as const) {
    const writer = await commit.createFile(role);
    const bytes = expectedBytes(next, role);
    for (let at = 0; at < bytes.length; at += 30_000) await writer.write(bytes.slice(at, at + 30_000));
    files.push(await writer.finish());
  }
  return (await commit.commit(makeRow(commit.base?.collection ?? makeCollection(id), files))).generation;
}

function expectedBytes(generation: number, role: string): Uint8Array {
  return makeBytes(role === 'contents' ? 200_000 : 20_000, generation * 31 + role.length);
}

async function deleteAndUndo(store: Store, id: string): Promise<void> {
  // A message to the spec may be lost with the browser; a record is not.
  await store.records.put('settings', DELETING, id);
  report({ step: 'deletion' });
  await store.deleteCollection(id);
  await store.undeleteCollection(id);
  await store.records.delete('settings', DELETING);
  report({ step: 'between' });
}

async function readEverything(store: Store, id: string): Promise<void> {
  const generation = await store.openGeneration(id);
  for (const file of generation.row.files) await generation.readAll(file);
  generation.release();
}

async function findWrongBytes(store: Store, id: string): Promise<string[]> {
  const generation = await store.openGeneration(id);
  const wrong: string[] = [];
  for (const file of generation.row.files) {
    const made = Number(/^g(\d+)/.exec(file.name)?.[1]);
    const bytes = await generation.readAll(file).catch(() => new Uint8Array());
    const expected = expectedBytes(made, file.role);
    if (bytes.length !== expected.length || bytes.some((byte, i) => byte !== expected[i]))
      wrong.push(`${id}/${file.name}`);
  }
  generation.release();
  return wrong.map((name) => `${name} has other bytes than were written`);
}

async function findOrphans(backend: Backend, store: Store, id: string): Promise<string[]> {
  const hands = backend === 'opfs' ? createOpfsHands('quire') : createIdbHands(DATABASE_NAME);
  const generation = await store.openGeneration(id).catch(() => undefined);
  const known = new Set(generation?.row.files.map((file) => file.name));
  generation?.release();
  return (await hands.listNames(id)).filter((name) => !known.has(name)).map((name) => `${id}/${name} is an orphan`);
}
