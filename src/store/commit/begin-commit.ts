import { freeBuffer } from '../../lib/free-buffer.ts';
import { AppError } from '../../model/app-error.ts';
import type { ShelfWriter } from '../backends/file-backend.ts';
import type { Commit, FileWriter, IndexRow, StoredFile, StoredFileRole } from '../contract.ts';
import { writeLock } from '../locks/lock-names.ts';
import type { StoreParts } from '../store-deps.ts';
import type { CommitStep } from './commit-step.ts';
import { makeFileName } from './file-name.ts';
import { toNextRow } from './next-row.ts';
import { refuseNewer } from './refuse-newer.ts';
import { sweepCollection } from './sweep.ts';

/** Waits for the collection's write lock and holds it until `publish` or `abort`. */
export async function beginCommit(parts: StoreParts, collectionId: string): Promise<Commit> {
  const release = await parts.locks.take(writeLock(collectionId));
  try {
    const kept = await parts.rows.find(collectionId);
    refuseNewer(parts.rows, kept);
    if (kept?.hidden) throw new AppError('store/not-found', 'the collection was deleted', { collection: collectionId });
    return createCommit({ parts, collectionId, base: kept?.halfDeleted ? undefined : kept?.row, release });
  } catch (error) {
    release();
    throw error;
  }
}

interface CommitOptions {
  readonly parts: StoreParts;
  readonly collectionId: string;
  readonly base: IndexRow | undefined;
  readonly release: () => void;
}

function createCommit({ parts, collectionId, base, release }: CommitOptions): Commit {
  const shelf = parts.shelves[0];
  const writers = new Map<string, ShelfWriter>();
  const finished = new Set<string>();
  let ended = false;
  const step = async (name: CommitStep) => parts.onStep?.(name);

  async function createFile(role: StoredFileRole, shard?: number): Promise<FileWriter> {
    if (ended) throw new AppError('store/unavailable', 'the commit has ended', { collection: collectionId });
    const name = makeFileName((base?.generation ?? 0) + 1, role);
    const writer = await shelf.create(collectionId, name);
    writers.set(name, writer);
    return {
      name,
      get length() {
        return writer.length;
      },
      write: (bytes) => writer.write(bytes),
      writeLent: (bytes) => writer.write(shelf.where === 'memory' ? bytes.slice() : bytes),
      async give(bytes) {
        await writer.write(bytes);
        if (shelf.where !== 'memory') freeBuffer(bytes);
      },
      finish: () => finishFile(name, writer, { role, ...(shard !== undefined && { shard }) }),
    };
  }

  async function finishFile(
    name: string,
    writer: ShelfWriter,
    what: { role: StoredFileRole; shard?: number },
  ): Promise<StoredFile> {
    const hash = await writer.seal();
    await step('after-pack');
    await writer.flush();
    await step('after-flush');
    finished.add(name);
    return { name, length: writer.length, hash, where: shelf.where, ...what };
  }

  async function publish(wanted: Omit<IndexRow, 'generation'>): Promise<IndexRow> {
    const known = new Set([...finished, ...(base?.files.map((file) => file.name) ?? [])]);
    const stranger = wanted.files.find((file) => !known.has(file.name));
    if (stranger) throw new AppError('store/not-found', 'a file of the row was not finished', { file: stranger.name });
    await step('before-pointer');
    const newFiles = wanted.files.filter((file) => finished.has(file.name));
    const kept = await parts.rows.change(
      collectionId,
      (current) => {
        refuseNewer(parts.rows, current);
        return { row: toNextRow(base, wanted, current) };
      },
      { durable: true, newFiles },
    );
    const row = (kept as { row: IndexRow }).row;
    await step('after-pointer');
    await end(row);
    parts.feed.tell({ collectionId, what: 'commit', generation: row.generation });
    return row;
  }

  /** The pointer has moved: what goes wrong from here on is left to the next sweep. */
  async function end(row: IndexRow): Promise<void> {
    ended = true;
    try {
      for (const [name, writer] of writers) if (!finished.has(name)) await writer.discard();
      await sweepCollection(parts, collectionId, row);
    } catch {
      // Orphans are removed at the next start.
    } finally {
      release();
    }
  }

  async function abort(): Promise<void> {
    if (ended) return;
    ended = true;
    // What cannot be removed now is an orphan that the next sweep finds.
    for (const writer of writers.values()) await writer.discard().catch(() => {});
    release();
  }

  return { base, createFile, publish, abort };
}
