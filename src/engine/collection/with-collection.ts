import { AppError, isAppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import type { Settings } from '../../model/settings.ts';
import type { Generation } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import { createEmptyTable, type OpenFileTable, readFileTable } from '../file-table/decode-file-table.ts';
import type { OpenCollections } from '../open/open-collections.ts';
import { keepReplaced } from '../replaced/keep-replaced.ts';
import { createReplacedTexts } from '../replaced/replaced-texts.ts';
import type { CollectionRecords } from './collection-records.ts';
import {
  type CollectionWriter,
  type CommitMode,
  createCollectionWriter,
  type WriterBase,
} from './collection-writer.ts';
import { forgetDamage, isDamage, readDamage } from './damage-notes.ts';
import { isOlder, remakeLeaves } from './remake-leaf.ts';
import type { Snapshots } from './snapshots.ts';
import { type WriteLockOptions, withWriteLock } from './with-write-lock.ts';

/** A collection under its write lock. */
export interface Change {
  /** The collection when the lock was acquired, with its new settings. */
  readonly collection: Collection;
  readonly generation: Generation;
  readonly writer: CollectionWriter;
}

export interface ChangeOptions extends WriteLockOptions {
  readonly settings?: (current: Settings) => Settings;
  readonly onShard?: (done: number, total: number) => void;
  /** Starts with an empty table if the file table cannot be read: the caller reads a whole source again. */
  readonly startOver?: boolean;
  /** Does not keep replaced texts, because their source is being removed. */
  readonly forgets?: boolean;
}

/**
 * The one way to change a collection. Acquires the write lock, opens the newest generation with a writer, and releases both after `work`. Every
 * commit refreshes the open collection; a final one also takes a snapshot.
 * Errors: `engine/unknown-collection`; `engine/busy`, which names the running change; `engine/deleted` if the collection was deleted meanwhile;
 * `engine/cancelled`; `store/…`. Committed changes stay after any failure.
 */
export type WithCollection = <T>(
  collectionId: string,
  options: ChangeOptions,
  work: (change: Change) => Promise<T>,
) => Promise<T>;

export interface CollectionChanges {
  readonly withCollection: WithCollection;
  /** Runs `make` for a new collection under its write lock, so that records stored before its first commit are not swept. */
  readonly withNewCollection: (collectionId: string, make: () => Promise<Collection>) => Promise<Collection>;
}

export function createWithCollection(context: {
  readonly deps: EngineDeps;
  readonly collections: OpenCollections;
  readonly snapshots: Snapshots;
  readonly collectionRecords: CollectionRecords;
}): CollectionChanges {
  const { deps, collections, snapshots, collectionRecords } = context;

  /** Takes no snapshot while files wait for a reader: a sync cannot reproduce that state later. */
  async function keepState(collectionId: string, { isComplete }: { isComplete: boolean }): Promise<void> {
    await forgetDamage(deps.store, collectionId);
    if (isComplete) await snapshots.take(collectionId);
    await collections.catchUp(collectionId);
  }

  /**
   * Keeps the texts a change replaced, after a checkpoint too: a crawl commits its pages in several changes, with no snapshot between them. New
   * chunk settings replace no texts. A successful change does not fail because its replaced texts cannot be kept.
   */
  async function keepTexts(collectionId: string, before: Generation, options: ChangeOptions): Promise<void> {
    if (options.forgets || options.settings !== undefined || isOlder(before.row)) return;
    const snapshotId = await snapshots.findNewest(collectionId);
    if (snapshotId === undefined) return;
    const after = await deps.store.openGeneration(collectionId);
    try {
      const texts = createReplacedTexts(deps.kernel, collectionRecords.of(collectionId));
      await keepReplaced(deps, texts, { snapshotId, before, after });
    } catch (error) {
      if (!isAppError(error)) throw error;
    } finally {
      after.release();
    }
  }

  async function renewLeaves({ collection, generation, writer }: Change, { job }: ChangeOptions): Promise<void> {
    const damaged = await readDamage(deps.store, collection.id);
    await remakeLeaves(deps, { writer, generation, settings: collection.settings }, { job, damaged });
  }

  async function change<T>(
    collectionId: string,
    options: ChangeOptions,
    work: (change: Change) => Promise<T>,
  ): Promise<T> {
    let last: CommitMode | undefined;
    const onCommit = async (mode: CommitMode): Promise<void> => {
      last = mode;
      await collections.refresh(collectionId);
    };
    const opened = await open(deps, collectionId, { ...options, onCommit });
    let value: T;
    try {
      // New settings remake every leaf anyway.
      if (isOlder(opened.generation.row) && options.settings === undefined) await renewLeaves(opened, options);
      value = await work(opened);
      if (last !== undefined) await keepTexts(collectionId, opened.generation, options);
    } finally {
      await close(opened);
    }
    const isComplete = opened.writer.entries.totals.incomplete === 0;
    if (last === 'final') await keepState(collectionId, { isComplete });
    return value;
  }

  return {
    withCollection: (collectionId, options, work) =>
      withWriteLock(deps.store, collectionId, options, () => change(collectionId, options, work)).catch(
        (error: unknown) => {
          throw toDeleted(error, collectionId);
        },
      ),
    withNewCollection: (collectionId, make) =>
      withWriteLock(deps.store, collectionId, { action: 'make' }, async () => {
        const collection = await make();
        const isComplete = collection.stats.incomplete_files === 0;
        if (collection.sources.length > 0) await keepState(collectionId, { isComplete });
        return collection;
      }),
  };
}

async function open(
  deps: EngineDeps,
  collectionId: string,
  options: ChangeOptions & Pick<WriterBase, 'onCommit'>,
): Promise<Change> {
  const generation = await openGeneration(deps, collectionId, options);
  const { onShard, onCommit } = options;
  try {
    const table = await readTable(generation, options);
    const current = generation.row.collection;
    const collection = { ...current, settings: options.settings?.(current.settings) ?? current.settings };
    const writer = createCollectionWriter(deps, {
      collection,
      table,
      generation,
      ...(onShard === undefined ? {} : { onShard }),
      ...(onCommit === undefined ? {} : { onCommit }),
    });
    return { collection, generation, writer };
  } catch (error) {
    generation.release();
    throw error;
  }
}

async function openGeneration(
  { store }: EngineDeps,
  collectionId: string,
  { job }: ChangeOptions,
): Promise<Generation> {
  try {
    return await store.openGeneration(collectionId);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // Deleted while this change waited for the lock.
    job?.throwIfCancelled();
    throw new AppError('engine/unknown-collection', 'there is no such collection', { collectionId });
  }
}

async function readTable(generation: Generation, { startOver = false }: ChangeOptions): Promise<OpenFileTable> {
  try {
    return await readFileTable(generation);
  } catch (error) {
    if (!startOver || !isDamage(error)) throw error;
    return createEmptyTable();
  }
}

async function close({ writer, generation }: Change): Promise<void> {
  await writer.abort();
  generation.release();
}

/** Turns a missing collection into `engine/deleted`: it existed when the change started. */
function toDeleted(error: unknown, collectionId: string): unknown {
  if (!isMissing(error)) return error;
  return new AppError('engine/deleted', 'the collection was deleted meanwhile', { collectionId });
}

/** Whether the collection itself is missing, not one of its files. */
function isMissing(error: unknown): boolean {
  return isAppError(error) && error.code === 'store/not-found' && error.details.collection !== undefined;
}
