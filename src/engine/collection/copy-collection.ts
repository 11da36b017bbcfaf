import type { Collection, Source } from '../../model/collection.ts';
import type { Generation, Store, StoredFile } from '../../store/contract.ts';
import type { EngineDeps } from '../deps.ts';
import { decodeFileTable, type OpenFileTable } from '../file-table/decode-file-table.ts';
import { createEntryTable } from '../file-table/entry-table.ts';
import { type FileEntry, mapSpans } from '../file-table/file-entry.ts';
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

/** Copies every stored file under a new name and updates the spans. */
export async function copyCollection(deps: EngineDeps, generation: Generation, to: Collection): Promise<Collection> {
  const commit = await deps.store.beginCommit(to.id);
  try {
    const names = new Map<string, string>();
    const files: StoredFile[] = [];
    for (const file of generation.row.files) {
      if (file.role === 'files') continue;
      const writer = await commit.createFile(file.role, file.shard);
      await writer.write(await generation.readAll(file));
      const copy = await writer.finish();
      names.set(file.name, copy.name);
      files.push(copy);
    }
    const tableFile = generation.row.files.find((file) => file.role === 'files');
    if (tableFile !== undefined) {
      const table = decodeFileTable(await generation.readAll(tableFile));
      const writer = await commit.createFile('files');
      const entries = createEntryTable(moveEntries(table, names));
      for (const piece of entries.encode(table)) await writer.write(piece);
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

/** A copy has no running job: a source still being read or crawled has stopped early there. */
function toRestingSource(source: Source): Source {
  if (source.state === 'INDEXED' || source.state === 'ERROR') return source;
  return { ...source, state: 'INDEXED', reason: 'engine/stopped-early' };
}

function* moveEntries(table: OpenFileTable, names: ReadonlyMap<string, string>): Generator<FileEntry> {
  for (const entry of table.walk())
    yield mapSpans(entry, (span) => ({ ...span, bundle: names.get(span.bundle) ?? span.bundle }));
}
