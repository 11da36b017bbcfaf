import { chunkId, toRef } from '../../kernel/identity.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes, toHex } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { Snapshot, SnapshotChunk } from '../../model/snapshot.ts';
import type { SnapshotRow } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import { createReplacedTexts } from '../replaced/replaced-texts.ts';
import { TEXTS } from '../replaced/texts-key.ts';
import { type ChunkPlaces, readChunkPlaces } from './chunk-places.ts';
import type { CollectionRecords, OwnRecords } from './collection-records.ts';
import { isDamage } from './damage-notes.ts';
import { repairCollection } from './repair-collection.ts';

/** States of a collection kept for comparison. */
const MAX_SNAPSHOTS = 10;

/** The last states of every collection: ids, places and hashes, no text. */
export interface Snapshots {
  /** Stores the collection's current state, unless the last snapshot is of the same index. The caller holds the collection's write lock. */
  take(collectionId: string): Promise<void>;
  /** Returns the id of the newest snapshot. */
  findNewest(collectionId: string): Promise<string | undefined>;
  list(collectionId: string): Promise<readonly SnapshotRow[]>;
  read(collectionId: string, snapshotId: string): Promise<{ readonly row: SnapshotRow; readonly snapshot: Snapshot }>;
}

interface Record {
  readonly row: SnapshotRow;
}

/** Key apart from the row, so that listing snapshots does not read their bytes. Long bytes continue under further keys: in one piece they would be in memory three times. */
const toBytesKey = (snapshotId: string): string => `${snapshotId}/bytes`;
const toPieceKey = (bytesKey: string, piece: number): string =>
  piece === 0 ? bytesKey : `${bytesKey}/${String(piece).padStart(6, '0')}`;
const PIECE_BYTES = 1 << 19;

export function createSnapshots(deps: EngineDeps, collectionRecords: CollectionRecords): Snapshots {
  return {
    async take(collectionId) {
      const records = collectionRecords.of(collectionId);
      const [newestId] = await listIds(records);
      const newest = newestId === undefined ? undefined : await findRecord(records, newestId);
      const takeOnce = () => takeSnapshot(deps, records, { collectionId, lastIndexId: newest?.row.index_id });
      await takeOnce().catch(async (error: unknown) => {
        if (!isDamage(error)) throw error;
        await repairCollection(deps, collectionId);
        await takeOnce();
      });
      const ids = await listIds(records);
      for (const old of ids.slice(MAX_SNAPSHOTS)) await records.deletePrefix('snapshots', old);
      const oldest = ids[MAX_SNAPSHOTS - 1];
      if (oldest !== undefined) await createReplacedTexts(deps.kernel, records).dropBefore(oldest);
    },
    findNewest: async (collectionId) => (await listIds(collectionRecords.of(collectionId)))[0],
    async list(collectionId) {
      const records = collectionRecords.of(collectionId);
      const found = await Promise.all((await listIds(records)).map((id) => findRecord(records, id)));
      return found.flatMap((record) => (record === undefined ? [] : [record.row]));
    },
    async read(collectionId, snapshotId) {
      const records = collectionRecords.of(collectionId);
      const record = await findRecord(records, snapshotId);
      const bytes = await readPieces(records, toBytesKey(snapshotId));
      if (record === undefined || bytes === undefined)
        throw new AppError('store/not-found', 'there is no such snapshot', { snapshotId });
      const { row } = record;
      return { row, snapshot: { indexId: row.index_id, ...decode(deps, row, bytes) } };
    },
  };
}

/** Lists snapshot ids, newest first. */
async function listIds(records: OwnRecords): Promise<string[]> {
  const keys = (await records.listKeys('snapshots', '')).filter((key) => !key.startsWith(TEXTS));
  return [...new Set(keys.map((key) => key.split('/')[0] as string))].reverse();
}

function findRecord(records: OwnRecords, snapshotId: string): Promise<Record | undefined> {
  return records.get<Record>('snapshots', snapshotId);
}

async function readPieces(records: OwnRecords, bytesKey: string): Promise<Uint8Array | undefined> {
  const keys = await records.listKeys('snapshots', bytesKey);
  const pieces = await Promise.all(keys.map((key) => records.get<Uint8Array>('snapshots', key)));
  return keys.length === 0 ? undefined : concatBytes(pieces.map((piece) => piece ?? new Uint8Array()));
}

/** Skips a state that equals `lastIndexId`. Writes the row last: it makes the snapshot visible. */
async function takeSnapshot(
  { store }: EngineDeps,
  records: OwnRecords,
  { collectionId, lastIndexId }: { readonly collectionId: string; readonly lastIndexId: string | undefined },
): Promise<void> {
  const opened = await store.openGeneration(collectionId);
  try {
    const { collection, generation } = opened.row;
    if (lastIndexId === collection.index_id) return;
    const places = await readChunkPlaces(opened);
    const id = String(generation).padStart(10, '0');
    const counts = { files: places.fileCount, chunks: places.chunkCount };
    const row = { id, generation, index_id: collection.index_id, at: collection.changedAt, ...counts };
    let pieces = 0;
    for (const piece of encode(places)) await records.put('snapshots', toPieceKey(toBytesKey(id), pieces++), piece);
    await records.put('snapshots', id, { row } satisfies Record);
  } finally {
    opened.release();
  }
}

/** Yields at least one piece, each in its own buffer. */
function* encode(places: ChunkPlaces): Generator<Uint8Array> {
  const out = new ByteWriter(Math.min(PIECE_BYTES * 2, places.chunkCount * 40 + places.fileCount * 48));
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
    if (out.length < PIECE_BYTES) continue;
    yield out.finish();
    out.clear();
  }
  if (out.length > 0) yield out.finish();
}

function decode(deps: EngineDeps, row: SnapshotRow, bytes: Uint8Array): Pick<Snapshot, 'chunks' | 'empty'> {
  const reader = new ByteReader(bytes);
  const chunks: SnapshotChunk[] = [];
  const empty: string[] = [];
  for (let left = reader.uint(); left > 0; left--) {
    const path = reader.text();
    const ownCount = reader.uint();
    if (ownCount === 0) empty.push(path);
    for (let count = ownCount; count > 0; count--) {
      const hash = reader.raw(32);
      const id = toHex(chunkId(deps.kernel, path, hash, reader.uint()));
      const start = reader.uint();
      const lines = [start, start + reader.uint()] as const;
      chunks.push({ id, ref: toRef(chunks.length, row.chunks), path, lines, contentHash: toHex(hash) });
    }
  }
  return { chunks, empty };
}
