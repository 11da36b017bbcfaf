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

interface Record {
  readonly row: SnapshotRow;
  readonly bytes: Uint8Array;
}

export function createSnapshots(parts: EngineParts, collections: OpenCollections): Snapshots {
  const { records } = parts.store;
  const listRecords = (collectionId: string) =>
    records.list<Record>('snapshots', { prefix: `${collectionId}/`, reverse: true });

  return {
    take: (collectionId) =>
      collections.use(collectionId, async (open) => {
        const { collection, generation } = open.generation.row;
        const known = await listRecords(collectionId);
        if (known[0]?.[1].row.index_id === collection.index_id) return;
        const id = String(generation).padStart(10, '0');
        const row: SnapshotRow = {
          id,
          generation,
          index_id: collection.index_id,
          at: collection.changedAt,
          files: open.fileCount,
          chunks: open.totalChunks,
        };
        await records.put('snapshots', `${collectionId}/${id}`, { row, bytes: encode(open) } satisfies Record);
        for (const [key] of known.slice(MAX_SNAPSHOTS - 1)) await records.delete('snapshots', key);
      }),
    async list(collectionId) {
      return (await listRecords(collectionId)).map(([, record]) => record.row);
    },
    async read(collectionId, snapshotId) {
      const record = await records.get<Record>('snapshots', `${collectionId}/${snapshotId}`);
      if (record === undefined) throw new AppError('store/not-found', 'there is no such snapshot', { snapshotId });
      return { row: record.row, snapshot: { index_id: record.row.index_id, chunks: decode(parts, record) } };
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

function decode(parts: EngineParts, record: Record): SnapshotChunk[] {
  const reader = createByteReader(record.bytes);
  const chunks: SnapshotChunk[] = [];
  for (let left = reader.uint(); left > 0; left--) {
    const path = reader.text();
    for (let count = reader.uint(); count > 0; count--) {
      const hash = reader.raw(32);
      const id = toHex(chunkId(parts.kernel, path, hash, reader.uint()));
      const start = reader.uint();
      const lines = [start, start + reader.uint()] as const;
      chunks.push({ id, ref: toRef(chunks.length, record.row.chunks), path, lines, content_hash: toHex(hash) });
    }
  }
  return chunks;
}
