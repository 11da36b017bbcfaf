import type { Engine } from '../../../../src/engine/contract.ts';
import { toHex, toUtf8 } from '../../../../src/lib/bytes.ts';
import type { Store } from '../../../../src/store/contract.ts';
import { createMemoryStore } from '../../../../src/store/memory-store.ts';
import { DATABASE_NAME } from '../../../../src/store/records/migrations.ts';
import { createIdbHands } from '../../store/page/hands.ts';
import { type LifeFile, makeState, toInput } from './life-states.ts';

const QUERIES = ['alpha', 'state', 'configurati', '"beta gamma"', 'kind:text', 'path:dir1 word'];

export interface Found {
  /** Told by `state.txt`; -1 before the first. */
  readonly state: number;
  readonly generation: number;
  readonly problems: readonly string[];
}

/** Returns everything wrong after a start: damage, orphans, answers that differ from a fresh build of the same files. */
export async function findProblems(
  engine: Engine,
  store: Store,
  makeEngine: (store: Store) => Promise<Engine>,
): Promise<Found> {
  const problems = [...(await findDamage(store)), ...(await findOrphans(store))];
  const life = (await engine.listCollections()).find(({ name }) => name === 'life');
  const generation = life?.generation ?? 0;
  if (life === undefined || life.sources.length === 0) return { state: -1, generation, problems };
  const answer = await engine.findChunkAt(life.id, 'state.txt', 1);
  const state = Number(answer?.chunk.content.split(' ')[1] ?? -1);
  const files = await findFiles(engine, life.id, state);
  if (typeof files === 'string') return { state, generation, problems: [...problems, files] };
  const fresh = await makeEngine(createMemoryStore());
  const { id } = await fresh.createCollection({ name: 'fresh' });
  await fresh.ingest({ collectionId: id, jobId: 'fresh', input: toInput(files) });
  const [own, built] = [await observe(engine, life.id), await observe(fresh, id)];
  if (own !== built) problems.push(`state ${state} answers unlike a fresh build`);
  for (const snapshot of await engine.listSnapshots(life.id))
    await engine.diffSnapshots(life.id, snapshot.id, snapshot.id).catch(() => problems.push(`snapshot ${snapshot.id}`));
  return { state, generation, problems };
}

async function findDamage(store: Store): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, name, evicted } of await store.listCollections()) {
    if (evicted) problems.push(`${name} was evicted`);
    for (const file of await store.verify(id)) problems.push(`${name}/${file.name} is damaged`);
  }
  return problems;
}

/** Nothing may be in our directories, or among the files of the database, that no row names. */
async function findOrphans(store: Store): Promise<string[]> {
  const known = new Set<string>();
  const inDatabase: string[] = [];
  for (const { id } of await store.listCollections()) {
    const generation = await store.openGeneration(id);
    for (const file of generation.row.files) known.add(`quire/c-${id}/${file.name}`);
    generation.release();
    for (const name of await createIdbHands(DATABASE_NAME).listNames(id)) inDatabase.push(`quire/c-${id}/${name}`);
  }
  const orphans = inDatabase.filter((path) => !known.has(path)).map((path) => `${path} is an orphan`);
  const walk = async (directory: FileSystemDirectoryHandle, path: string): Promise<void> => {
    for await (const [name, entry] of directory.entries()) {
      if (entry.kind === 'directory') await walk(entry as FileSystemDirectoryHandle, `${path}${name}/`);
      else if (!known.has(path + name)) orphans.push(`${path}${name} is an orphan`);
    }
  };
  await walk(await navigator.storage.getDirectory(), '');
  return orphans;
}

/** Returns the stored files: the files of the state or, after a checkpoint, some of the states before and after it. */
async function findFiles(engine: Engine, collectionId: string, state: number): Promise<LifeFile[] | string> {
  const known = new Map<string, LifeFile>();
  for (const candidate of [state - 1, state + 1, state]) {
    if (candidate < 0) continue;
    for (const file of makeState(candidate)) known.set(`${file.path} ${await toSha256(file.text)}`, file);
  }
  const files: LifeFile[] = [];
  for (const row of await engine.listFiles(collectionId)) {
    const file = known.get(`${row.path} ${row.sha256}`);
    if (file === undefined) return `${row.path} is of no state near ${state}`;
    files.push(file);
  }
  return files;
}

async function toSha256(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', toUtf8(text))));
}

async function observe(engine: Engine, collectionId: string): Promise<string> {
  const answers = [];
  for (const query of QUERIES) {
    const { hits, total } = await engine.search(collectionId, query);
    answers.push({ total, hits: hits.map((hit) => [hit.id, hit.ref, hit.path, hit.score, hit.snippet]) });
  }
  const { index_id } = (await engine.listCollections()).find(({ id }) => id === collectionId) as { index_id: string };
  return JSON.stringify({ index_id, answers });
}
