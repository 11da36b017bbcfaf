import { AppError } from '../../model/app-error.ts';
import type { Collection, Source } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import { type SourceKey, toSourceKey } from '../../model/source-key.ts';
import type { Generation } from '../../store/contract.ts';
import type { Engine } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { readFileTable } from '../file-table/decode-file-table.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { setSource } from '../ingest/ingest-run.ts';
import { createReplacedTexts } from '../replaced/replaced-texts.ts';
import { readSpan } from '../shards/build-shards.ts';
import type { CollectionRecord } from './collection-records.ts';
import { readStored } from './read-original.ts';
import { isOlder, isRemakable, remakeLeaf } from './remake-leaf.ts';
import { getSource, removeSourceEntries, renamePaths, toNewSource, toPathOf } from './sources.ts';
import type { Change } from './with-collection.ts';

/** Time a removal waits for the write lock: short, because it shows no progress bar. */
const REMOVE_WAIT_MS = 5_000;

interface RemovedSource {
  readonly source: Source;
  /** The last generation with the source. While it is open, no sweep deletes its files. */
  readonly generation: Generation;
  readonly records: readonly CollectionRecord[];
}

/** Removes and restores sources. A removed source can be restored until the engine ends (decision 031). */
export function createSourceRemoval(context: EngineContext): Pick<Engine, 'removeSource' | 'restoreSource'> {
  const { deps, collectionRecords, withCollection } = context;
  const removed = new Map<SourceKey, RemovedSource>();

  function forget(key: SourceKey): void {
    removed.get(key)?.generation.release();
    removed.delete(key);
  }

  return {
    async removeSource(collectionId, sourceId) {
      const options = { action: 'remove-source', waitMs: REMOVE_WAIT_MS, forgets: true } as const;
      await withCollection(collectionId, options, async (change) => {
        const source = getSource(change.collection, sourceId);
        const generation = await deps.store.openGeneration(collectionId);
        try {
          await removeSource(deps, change, source);
        } catch (error) {
          generation.release();
          throw error;
        }
        const name = { collectionId, sourceId };
        forget(toSourceKey(name));
        removed.set(toSourceKey(name), { source, generation, records: await collectionRecords.removeSource(name) });
        await createReplacedTexts(deps.kernel, collectionRecords.of(collectionId)).removeSource(sourceId);
      });
    },

    async restoreSource(collectionId, sourceId) {
      const key = toSourceKey({ collectionId, sourceId });
      const known = removed.get(key);
      if (known === undefined)
        throw new AppError('engine/unknown-source', 'no such source was removed in this session', { sourceId });
      const options = { action: 'add-source', waitMs: REMOVE_WAIT_MS } as const;
      await withCollection(collectionId, options, async (change) => {
        const isTaken = change.collection.sources.some(({ id }) => id === sourceId);
        await restoreSource(deps, change, known);
        if (!isTaken) await collectionRecords.write(collectionId, known.records);
      });
      forget(key);
    },
  };
}

async function removeSource(deps: EngineDeps, change: Change, gone: Source): Promise<void> {
  const sources = change.collection.sources.filter(({ id }) => id !== gone.id);
  removeSourceEntries(change.writer, gone.id);
  await renamePaths(deps, { ...change, sources });
  await change.writer.commit('final', (collection) => ({
    ...collection,
    sources: collection.sources.filter((source) => source.id !== gone.id),
    changedAt: new Date().toISOString(),
  }));
}

/** Copies the source's files from the generation that had them. The source gets another id if a new source has taken its own. */
async function restoreSource(deps: EngineDeps, change: Change, { source, generation }: RemovedSource): Promise<void> {
  const { writer, collection } = change;
  const isTaken = collection.sources.some(({ id }) => id === source.id);
  const { id, slug } = isTaken ? toNewSource(collection, source.name, source.type) : source;
  const back: Source = { ...source, id, slug };
  const { sources } = setSource(collection, back);
  await renamePaths(deps, { ...change, sources });
  const table = await readFileTable(generation);
  const toPlace = (entry: FileEntry) => ({ ...entry, sourceId: id, path: toPathOf(sources, id, entry.relPath) });
  for (const entry of table.entries) {
    if (entry.sourceId !== source.id) continue;
    await restoreFile(deps, { ...change, generation }, { entry, place: toPlace(entry) });
    // The source looks interrupted until it is complete, so that a crash does not leave a partial source that looks whole.
    if (writer.uncommittedBytes >= LIMITS.checkpointBytes)
      await writer.commit('keep-only', (now) => setSource(now, { ...back, state: 'PENDING' }));
  }
  writer.setSkips(id, table.skips[source.id] ?? []);
  writer.setScanWarnings(id, table.scanWarnings[source.id] ?? []);
  await writer.commit('final', (now) => setSource(now, back));
}

/** Makes a leaf again if it was made with other settings or contains another path. */
async function restoreFile(
  deps: EngineDeps,
  { writer, generation, collection }: Change,
  { entry, place }: { readonly entry: FileEntry; readonly place: FileEntry },
): Promise<void> {
  const { settings } = collection;
  const hasSamePath = entry.kind !== 'image' || entry.path === place.path;
  const isSame = !isOlder(generation.row) && isSameSettings(generation.row.collection, collection) && hasSamePath;
  if (!isSame && isRemakable(entry)) return remakeLeaf(deps, { writer, generation, settings }, place);
  const stored = await readStored({ readSpan: (span) => readSpan(generation, span) }, entry);
  await writer.put(place, { ...stored, ...(entry.incomplete && { incomplete: entry.incomplete }) });
}

function isSameSettings(one: Collection, other: Collection): boolean {
  return JSON.stringify(one.settings) === JSON.stringify(other.settings);
}
