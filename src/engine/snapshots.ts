import { chunkId, toRef } from '../kernel/identity.ts';
import { createByteReader } from '../lib/byte-reader.ts';
import { createByteWriter } from '../lib/byte-writer.ts';
import { toHex } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { Snapshot, SnapshotChunk } from '../model/snapshot.ts';
import type { SnapshotRow } from './contract.ts';
import type { OpenCollection } from './open-collection.ts';
import type { OpenCollections } from './open-collections.ts';
import type { EngineParts } from './parts.ts';

/** How many states of a collection can be compared. */
const MAX_SNAPSHOTS = 10;

/** The last states of every collection: ids, places and hashes, no text. */
export interface Snapshots {
  /** Keeps the collection's present state, unless the last snapshot is of the same index. */
  take(collectionId: string): Promise<void>;
  list(collectionId: string): Promise<readonly SnapshotRow[]>;
  read(collectionId: string, snapshotId: string): Promise<{ readonly row: SnapshotRow; readonly snapshot: Snapshot }>;
}

/** Of earlier builds, the bytes lie in the record itself. */
interface Record {
  readonly row: SnapshotRow;
  readonly bytes?: Uint8Array;
}

const toKey = (collectionId: string, snapshotId: string): string => `${collectionId}/${snapshotId}`;
/** Beside its row: whoever lists states does not read them. */
const toBytesKey = (collectionId: string, snapshotId: string): string => `${collectionId}/${snapshotId}/bytes`;

export function createSnapshots(parts: EngineParts, collections: OpenCollections): Snapshots {
  const { records } = parts.store;

  /** Newest first. */
  async function listIds(collectionId: string): Promise<string[]> {
    const keys = await records.listKeys('snapshots', `${collectionId}/`);
    const ids = keys.map((key) => key.slice(collectionId.length + 1).split('/')[0] as string);
    return [...new Set(ids)].reverse();
  }
  const findRecord = (collectionId: string, snapshotId: string): Promise<Record | undefined> =>
    records.get<Record>('snapshots', toKey(collectionId, snapshotId));

  return {
    take: (collectionId) =>
      collections.use(collectionId, async (open) => {
        const { collection, generation } = open.generation.row;
        const known = await listIds(collectionId);
        const newest = known[0] === undefined ? undefined : await findRecord(collectionId, known[0]);
        if (newest?.row.index_id === collection.index_id) return;
        const id = String(generation).padStart(10, '0');
        const row: SnapshotRow = {
          id,
          generation,
          index_id: collection.index_id,
          at: collection.changedAt,
          files: open.fileCount,
          chunks: open.totalChunks,
        };
        await records.putMany('snapshots', [
          [toKey(collectionId, id), { row } satisfies Record],
          [toBytesKey(collectionId, id), encode(open)],
        ]);
        for (const old of known.slice(MAX_SNAPSHOTS - 1))
          await records.deletePrefix('snapshots', toKey(collectionId, old));
      }),
    async list(collectionId) {
      const found = await Promise.all((await listIds(collectionId)).map((id) => findRecord(collectionId, id)));
      return found.flatMap((record) => (record === undefined ? [] : [record.row]));
    },
    async read(collectionId, snapshotId) {
      const record = await findRecord(collectionId, snapshotId);
      const bytes = record?.bytes ?? (await records.get<Uint8Array>('snapshots', toBytesKey(collectionId, snapshotId)));
      if (record === undefined || bytes === undefined)
        throw new AppError('store/not-found', 'there is no such snapshot', { snapshotId });
      const { row } = record;
      return { row, snapshot: { index_id: row.index_id, chunks: decode(parts, row, bytes) } };
    },
  };
}

function encode(open: OpenCollection): Uint8Array {
  const out = createByteWriter(open.totalChunks * 40 + open.fileCount * 48);
  out.uint(open.fileCount);
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++) {
    const rows = open.chunkPlaces(fileIndex);
    out.text(open.filePath(fileIndex));
    out.uint(rows.length);
    for (const row of rows) {
      out.raw(row.contentHash);
      out.uint(row.occurrence);
      out.uint(row.startLine);
      out.uint(row.endLine - row.startLine);
    }
  }
  return out.finish();
}

function decode(parts: EngineParts, row: SnapshotRow, bytes: Uint8Array): SnapshotChunk[] {
  const reader = createByteReader(bytes);
  const chunks: SnapshotChunk[] = [];
  for (let left = reader.uint(); left > 0; left--) {
    const path = reader.text();
    for (let count = reader.uint(); count > 0; count--) {
      const hash = reader.raw(32);
      const id = toHex(chunkId(parts.kernel, path, hash, reader.uint()));
      const start = reader.uint();
      const lines = [start, start + reader.uint()] as const;
      chunks.push({ id, ref: toRef(chunks.length, row.chunks), path, lines, content_hash: toHex(hash) });
    }
  }
  return chunks;
}
