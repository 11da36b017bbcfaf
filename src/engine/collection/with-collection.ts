import { nudgeGc } from '../../lib/memory.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import type { Settings } from '../../model/settings.ts';
import type { Generation } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import { createEmptyTable, type OpenFileTable, readFileTable } from '../file-table/decode-file-table.ts';
import { MANY_FILES } from '../ingest/ingest-run.ts';
import type { OpenCollections } from '../open/open-collections.ts';
import { keepReplaced } from '../replaced/keep-replaced.ts';
import { createReplacedTexts } from '../replaced/replaced-texts.ts';
import type { Belongings } from './belongings.ts';
import {
  type CollectionWriter,
  createCollectionWriter,
  type PublishMode,
  type WriterBase,
} from './collection-writer.ts';
import { forgetDamage, readDamage } from './damage-notes.ts';
import { isOlder, remakeLeaves } from './remake-leaf.ts';
import type { Snapshots } from './snapshots.ts';
import { type TurnWish, withTurn } from './turns.ts';

/** A collection while it is being changed: nobody else changes it meanwhile. */
export interface Change {
  /** As it stands when its turn has come, with the settings it is to have. */
  readonly collection: Collection;
  readonly generation: Generation;
  readonly writer: CollectionWriter;
}

export interface ChangeOptions extends TurnWish {
  readonly settings?: (current: Settings) => Settings;
  readonly onShard?: (done: number, total: number) => void;
  /** A file table that cannot be read is left behind: whoever asks for this reads a source again, all of it. */
  readonly startOver?: boolean;
  /** Texts that it replaces are not kept: somebody removes what they are of. */
  readonly forgets?: boolean;
}

/**
 * The one way to change a collection. Waits for its turn, opens the newest generation, gives a writer, and after `work` lets go of both. After
 * every commit what is open of the collection is renewed; after a final one its state is kept, too.
 * Errors: `engine/unknown-collection`; `engine/busy`, which names what runs; `engine/deleted` when somebody deleted it meanwhile;
 * `engine/cancelled`; `store/…`. Whatever fails, what was committed stays.
 */
export type WithCollection = <T>(
  collectionId: string,
  options: ChangeOptions,
  work: (change: Change) => Promise<T>,
) => Promise<T>;

export interface Doors {
  readonly withCollection: WithCollection;
  /** For a collection that `make` makes. It has its turn from the beginning: what is kept for it before its first commit is not swept. */
  readonly withNewCollection: (collectionId: string, make: () => Promise<Collection>) => Promise<Collection>;
}

export function createWithCollection(context: {
  readonly deps: EngineDeps;
  readonly collections: OpenCollections;
  readonly snapshots: Snapshots;
  readonly belongings: Belongings;
}): Doors {
  const { deps, collections, snapshots, belongings } = context;

  /** A state without all of its outlines is none to come back to. */
  async function keepState(collectionId: string, { isComplete }: { isComplete: boolean }): Promise<void> {
    await forgetDamage(deps.store, collectionId);
    if (isComplete) await snapshots.take(collectionId);
    await collections.catchUp(collectionId);
  }

  /** Other cuts of the same texts replace none. A change that has succeeded does not fail because of what it replaced. */
  async function keepTexts(collectionId: string, before: Generation, options: ChangeOptions): Promise<void> {
    if (options.forgets || options.settings !== undefined || isOlder(before.row)) return;
    const snapshotId = await snapshots.findNewest(collectionId, before.row.collection.index_id);
    if (snapshotId === undefined) return;
    const after = await deps.store.openGeneration(collectionId);
    try {
      const texts = createReplacedTexts(deps.kernel, belongings.of(collectionId));
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
    let last: PublishMode | undefined;
    const onPublish = async (mode: PublishMode): Promise<void> => {
      last = mode;
      await collections.refresh(collectionId);
    };
    const opened = await open(deps, collectionId, { ...options, onPublish });
    let value: T;
    try {
      // With other settings all is made again anyhow.
      if (isOlder(opened.generation.row) && options.settings === undefined) await renewLeaves(opened, options);
      value = await work(opened);
      if (last === 'final') await keepTexts(collectionId, opened.generation, options);
    } finally {
      await close(opened);
    }
    const isComplete = opened.writer.entries.totals.incomplete === 0;
    if (last === 'final') await keepState(collectionId, { isComplete });
    return value;
  }

  return {
    withCollection: (collectionId, options, work) =>
      withTurn(deps.store, collectionId, options, () => change(collectionId, options, work)).catch((error: unknown) => {
        throw toDeleted(error, collectionId);
      }),
    withNewCollection: (collectionId, make) =>
      withTurn(deps.store, collectionId, { action: 'make' }, async () => {
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
  options: ChangeOptions & Pick<WriterBase, 'onPublish'>,
): Promise<Change> {
  const generation = await openGeneration(deps, collectionId, options);
  const { onShard, onPublish } = options;
  try {
    const table = await readTable(generation, options);
    const current = generation.row.collection;
    const collection = { ...current, settings: options.settings?.(current.settings) ?? current.settings };
    const writer = createCollectionWriter(deps, {
      collection,
      // Entries are decoded one by one and not kept beside those of the writer.
      table: { entries: table.walk(), skips: table.skips, scanWarnings: table.scanWarnings },
      generation,
      ...(onShard === undefined ? {} : { onShard }),
      ...(onPublish === undefined ? {} : { onPublish }),
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
    // Deleted while its turn was waited for.
    job?.throwIfCancelled();
    throw new AppError('engine/unknown-collection', 'there is no such collection', { collectionId });
  }
}

async function readTable(generation: Generation, { startOver = false }: ChangeOptions): Promise<OpenFileTable> {
  try {
    return await readFileTable(generation);
  } catch (error) {
    if (!startOver || !isAppError(error) || error.code !== 'store/damaged') throw error;
    return createEmptyTable();
  }
}

async function close({ writer, generation }: Change): Promise<void> {
  const files = writer.entries.size;
  await writer.abort();
  generation.release();
  // What a large change has left goes before the collection is opened again.
  if (files > MANY_FILES) nudgeGc();
}

/** The collection was there when the change began. */
function toDeleted(error: unknown, collectionId: string): unknown {
  if (!isMissing(error)) return error;
  return new AppError('engine/deleted', 'the collection was deleted meanwhile', { collectionId });
}

/** The collection is missing, not one of its files. */
function isMissing(error: unknown): boolean {
  return isAppError(error) && error.code === 'store/not-found' && error.details.collection !== undefined;
}
