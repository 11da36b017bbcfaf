import { pauseForEvents } from '../../lib/async/priorities.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { Generation, Store, StoredFile } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { Job } from '../jobs.ts';
import type { CollectionRecord, CollectionRecords } from './collection-records.ts';

/** Opens the newest generation with its sources' records. The original is not locked: if a source is added or removed meanwhile, both are read again. */
export async function openForCopy(
  store: Store,
  collectionRecords: CollectionRecords,
  collectionId: string,
): Promise<{ readonly generation: Generation; readonly records: readonly CollectionRecord[] }> {
  for (;;) {
    const generation = await store.openGeneration(collectionId);
    try {
      const ids = listSourceIds(generation);
      const own = await collectionRecords.readForCopy(collectionId, ids);
      const now = await store.openGeneration(collectionId);
      now.release();
      if (listSourceIds(now).join() === ids.join()) return { generation, records: own };
    } catch (error) {
      generation.release();
      throw error;
    }
    generation.release();
  }
}

function listSourceIds({ row }: Generation): string[] {
  return row.collection.sources.map(({ id }) => id);
}

/** Copies every stored file under its name. The copy continues with the generations of the original, which names and replaced texts refer to. */
export async function copyCollection(deps: EngineDeps, generation: Generation, to: Collection): Promise<Collection> {
  const commit = await deps.store.beginCommit(to.id, generation.row.generation);
  try {
    const files: StoredFile[] = [];
    for (const file of generation.row.files) {
      const writer = await commit.createFile(file.role, file.shard, file.name);
      for await (const piece of readPieces(generation, file)) await writer.write(piece);
      files.push(await writer.finish());
    }
    const { collection, formatVersion } = generation.row;
    const copied: Collection = {
      ...collection,
      sources: collection.sources.map(toRestingSource),
      id: to.id,
      name: to.name,
      createdAt: to.createdAt,
      changedAt: to.changedAt,
    };
    return (await commit.commit({ collection: copied, formatVersion, files })).collection;
  } finally {
    await commit.abort();
  }
}

const PIECE_BYTES = 1 << 20;

/** Yields a stored file, verified, in pieces that the caller owns. */
export async function* readPieces(generation: Generation, file: StoredFile, job?: Job): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) {
    await pauseForEvents();
    job?.throwIfCancelled();
    const end = Math.min(at + PIECE_BYTES, file.length);
    yield (await generation.read(file, at, end)).slice();
    job?.step({ doneBytes: end - at });
  }
}

/** A copy has no running job: a source still being read or crawled has stopped early there. */
function toRestingSource(source: Source): Source {
  if (source.state === 'INDEXED' || source.state === 'ERROR') return source;
  return { ...source, state: 'INDEXED', reason: 'engine/stopped-early' };
}
