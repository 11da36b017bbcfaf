import { chunkId, toRef } from '../kernel/identity.ts';
import { createByteReader } from '../lib/byte-reader.ts';
import { createByteWriter } from '../lib/byte-writer.ts';
import { toHex } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { Snapshot, SnapshotChunk } from '../model/snapshot.ts';
import { type ChunkPlaces, withChunkPlaces } from './chunk-places.ts';
import type { SnapshotRow } from './contract.ts';
import { isDamage, type OpenCollections } from './open-collections.ts';
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

  /** Undefined where the state is that of `lastIndexId`. */
  async function takeOnce(
    collectionId: string,
    lastIndexId: string | undefined,
  ): Promise<{ row: SnapshotRow; bytes: Uint8Array } | undefined> {
    const opened = await parts.store.openGeneration(collectionId);
    try {
      const { collection, generation } = opened.row;
      if (lastIndexId === collection.index_id) return undefined;
      return await withChunkPlaces(opened, (places) => {
        const id = String(generation).padStart(10, '0');
        const counts = { files: places.fileCount, chunks: places.chunkCount };
        const row = { id, generation, index_id: collection.index_id, at: collection.changedAt, ...counts };
        return { row, bytes: encode(places) };
      });
    } finally {
      opened.release();
    }
  }

  return {
    async take(collectionId) {
      const known = await listIds(collectionId);
      const newest = known[0] === undefined ? undefined : await findRecord(collectionId, known[0]);
      const taken = await takeOnce(collectionId, newest?.row.index_id).catch(async (error: unknown) => {
        if (!isDamage(error)) throw error;
        // Opening repairs what can be.
        await collections.use(collectionId, () => {});
        return takeOnce(collectionId, newest?.row.index_id);
      });
      if (taken === undefined) return;
      const { row, bytes } = taken;
      await records.putMany('snapshots', [
        [toKey(collectionId, row.id), { row } satisfies Record],
        [toBytesKey(collectionId, row.id), bytes],
      ]);
      for (const old of known.slice(MAX_SNAPSHOTS - 1))
        await records.deletePrefix('snapshots', toKey(collectionId, old));
    },
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

function encode(places: ChunkPlaces): Uint8Array {
  const out = createByteWriter(places.chunkCount * 40 + places.fileCount * 48);
  out.uint(places.fileCount);
  for (const { path, places: rows } of places.files()) {
    out.text(path);
    out.uint(rows.length);
    for (const row of rows) {
      out.raw(row.contentHash);
      out.uint(row.occurrence);
      out.uint(row.startLine);
      out.uint(row.endLine - row.startLine);
    }
  }
  return out.take();
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
