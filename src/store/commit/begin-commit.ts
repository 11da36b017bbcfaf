import { AppError } from '../../model/app-error.ts';
import type { BackendWriter } from '../backends/file-backend.ts';
import type { Commit, FileWriter, IndexRow, StoredFile, StoredFileRole } from '../contract.ts';
import { commitLock } from '../locks.ts';
import type { CommitStep, StoreDeps } from '../store-deps.ts';
import { refuseNewer, toNextRow } from './next-row.ts';
import { makeFileName, parseGeneration, purgeOldest, sweepCollection } from './sweep.ts';

/** Waits for the collection's commit lock and holds it until `commit` or `abort`. */
export async function beginCommit(deps: StoreDeps, collectionId: string, firstGeneration = 1): Promise<Commit> {
  const release = await deps.locks.acquire(commitLock(collectionId));
  try {
    const kept = await deps.rows.find(collectionId);
    refuseNewer(deps.rows, kept);
    if (kept?.hidden) throw new AppError('store/not-found', 'the collection was deleted', { collection: collectionId });
    const base = kept?.indexMissing ? undefined : kept?.row;
    const generation = base === undefined ? firstGeneration : base.generation + 1;
    return createCommit({ deps, collectionId, base, generation, release });
  } catch (error) {
    release();
    throw error;
  }
}

interface CommitOptions {
  readonly deps: StoreDeps;
  readonly collectionId: string;
  readonly base: IndexRow | undefined;
  /** The generation that the commit makes. */
  readonly generation: number;
  readonly release: () => void;
}

function createCommit({ deps, collectionId, base, generation, release }: CommitOptions): Commit {
  const backend = deps.backends[0];
  const writers = new Map<string, BackendWriter>();
  const finished = new Set<string>();
  let ended = false;
  const step = async (name: CommitStep) => deps.onStep?.(name);

  async function createFile(role: StoredFileRole, shard?: number, given?: string): Promise<FileWriter> {
    if (ended) throw new AppError('store/unavailable', 'the commit has ended', { collection: collectionId });
    const name = given ?? makeFileName(generation, role);
    // A sweep keeps a file for its readers by the generation in its name, and two writers of one file would spoil it.
    if (writers.has(name) || !((parseGeneration(name) ?? Number.POSITIVE_INFINITY) <= generation))
      throw new AppError('store/damaged', 'a stored file has a bad name', { file: name });
    const writer = await backend.create(collectionId, name, () => purgeOldest(deps));
    writers.set(name, writer);
    return {
      name,
      get length() {
        return writer.length;
      },
      write: (bytes) => writer.write(bytes),
      finish: () => finishFile(name, writer, { role, ...(shard !== undefined && { shard }) }),
    };
  }

  async function finishFile(
    name: string,
    writer: BackendWriter,
    what: { role: StoredFileRole; shard?: number },
  ): Promise<StoredFile> {
    const hash = await writer.seal();
    await step('after-bundle');
    await writer.flush();
    await step('after-flush');
    finished.add(name);
    return { name, length: writer.length, hash, where: backend.where, ...what };
  }

  async function commit(wanted: Omit<IndexRow, 'generation'>): Promise<IndexRow> {
    const known = new Set([...finished, ...(base?.files.map((file) => file.name) ?? [])]);
    const stranger = wanted.files.find((file) => !known.has(file.name));
    if (stranger) throw new AppError('store/not-found', 'a file of the row was not finished', { file: stranger.name });
    await step('before-pointer');
    const newFiles = wanted.files.filter((file) => finished.has(file.name));
    const kept = await deps.rows.change(
      collectionId,
      (current) => {
        refuseNewer(deps.rows, current);
        return { row: toNextRow(base, { ...wanted, generation }, current) };
      },
      { durable: true, newFiles },
    );
    const row = (kept as { row: IndexRow }).row;
    await step('after-pointer');
    await end(row);
    deps.feed.emit({ collectionId, what: 'commit', generation: row.generation });
    return row;
  }

  /** The pointer has moved, so the commit is final: the next sweep cleans up after anything that fails here. */
  async function end(row: IndexRow): Promise<void> {
    ended = true;
    try {
      for (const [name, writer] of writers) if (!finished.has(name)) await writer.discard();
      await sweepCollection(deps, collectionId, row);
    } catch {
      // The next sweep removes the orphans.
    } finally {
      release();
    }
  }

  async function abort(): Promise<void> {
    if (ended) return;
    ended = true;
    // A file that cannot be removed now becomes an orphan for the next sweep.
    for (const writer of writers.values()) await writer.discard().catch(() => {});
    release();
  }

  return { base, createFile, commit, abort };
}
