import type { ChunkPlace } from '../../kernel/contract.ts';
import { chunkId, toRef } from '../../kernel/identity.ts';
import { openTable, type Table } from '../../kernel/index/shard-table.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { concatBytes, toHex } from '../../lib/bytes.ts';
import { groupRows } from '../../lib/rows/group-rows.ts';
import { AppError } from '../../model/app-error.ts';
import type { Snapshot, SnapshotChunk } from '../../model/snapshot.ts';
import type { Generation } from '../../store/contract.ts';
import type { SnapshotRow } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import { type OpenFileTable, readFileTable } from '../file-table/decode-file-table.ts';
import { NO_SHARD } from '../file-table/file-entry.ts';
import { createReplacedTexts } from '../replaced/replaced-texts.ts';
import { TEXTS } from '../replaced/texts-key.ts';
import type { CollectionRecords, OwnRecords } from './collection-records.ts';
import { isDamage } from './damage-notes.ts';
import { repairCollection } from './repair-collection.ts';

/** States of a collection kept for comparison. */
const MAX_SNAPSHOTS = 10;

interface Record {
  readonly row: SnapshotRow;
}

/** Key apart from the row, so that listing snapshots does not read their bytes. Long bytes continue under further keys: in one piece they would be in memory three times. */
const toBytesKey = (snapshotId: string): string => `${snapshotId}/bytes`;
const toPieceKey = (bytesKey: string, piece: number): string =>
  piece === 0 ? bytesKey : `${bytesKey}/${String(piece).padStart(6, '0')}`;
const PIECE_BYTES = 1 << 19;

export function createSnapshots(deps: EngineDeps, collectionRecords: CollectionRecords) {
  return {
    /** Stores the collection's current state, unless the last snapshot is of the same index. The caller holds the collection's write lock. */
    async take(collectionId: string): Promise<void> {
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
    /** Returns the id of the newest snapshot. */
    findNewest: async (collectionId: string) => (await listIds(collectionRecords.of(collectionId)))[0],
    async list(collectionId: string): Promise<readonly SnapshotRow[]> {
      const records = collectionRecords.of(collectionId);
      const found = await Promise.all((await listIds(records)).map((id) => findRecord(records, id)));
      return found.flatMap((record) => (record === undefined ? [] : [record.row]));
    },
    async read(
      collectionId: string,
      snapshotId: string,
    ): Promise<{ readonly row: SnapshotRow; readonly snapshot: Snapshot }> {
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

/** The last states of every collection: ids, places and hashes, no text. */
export type Snapshots = ReturnType<typeof createSnapshots>;

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

interface FilePlaces {
  readonly path: string;
  readonly places: readonly ChunkPlace[];
}

interface ChunkPlaces {
  readonly fileCount: number;
  readonly chunkCount: number;
  /** Kept files in path order. */
  files(): Generator<FilePlaces>;
  /** Content hashes of all chunks in any order, many per array, concatenated. */
  hashes(): Generator<Uint8Array>;
}

/** Reads the places of a generation's chunks, only from its tables: the index of a large collection would take more memory. */
export async function readChunkPlaces(generation: Generation): Promise<ChunkPlaces> {
  const { row } = generation;
  const table = await readFileTable(generation);
  const shards = new Map<number, ShardPlaces>();
  for (const [number, starts] of toStarts(table)) {
    const file = row.files.find((candidate) => candidate.role === 'table' && candidate.shard === number);
    if (file === undefined) throw new Error('a shard of the table has no file');
    shards.set(number, { starts, table: openTable(await generation.readAll(file), starts) });
  }
  let fileCount = 0;
  let chunkCount = 0;
  for (let i = 0; i < table.count; i++) {
    if (table.kept[i] !== 1) continue;
    fileCount++;
    chunkCount += table.chunkCounts[i] as number;
  }
  return { fileCount, chunkCount, files: () => walk(table, shards), hashes: () => walkHashes(shards) };
}

interface ShardPlaces {
  /** First chunk of each file; one more entry holds the total. */
  readonly starts: Uint32Array;
  readonly table: Table;
}

function* walk(table: OpenFileTable, shards: ReadonlyMap<number, ShardPlaces>): Generator<FilePlaces> {
  const seen = new Map<number, number>();
  for (let i = 0; i < table.count; i++) {
    if (table.kept[i] !== 1) continue;
    const number = table.shards[i] as number;
    const at = seen.get(number) ?? 0;
    seen.set(number, at + 1);
    const shard = shards.get(number);
    const hasChunks = table.chunkCounts[i] !== 0 && shard !== undefined;
    yield { path: table.path(i), places: hasChunks ? shard.table.places(shard.starts[at] as number) : [] };
  }
}

function* walkHashes(shards: ReadonlyMap<number, ShardPlaces>): Generator<Uint8Array> {
  for (const { table } of shards.values()) yield table.hashes();
}

/** Files of a shard are stored in table order. */
function toStarts(table: OpenFileTable): Map<number, Uint32Array> {
  const shardOf = (i: number): number => (table.kept[i] === 1 ? (table.shards[i] as number) : NO_SHARD);
  const starts = new Map<number, Uint32Array>();
  for (const [number, files] of groupRows(
    Uint32Array.from({ length: table.count }, (_, i) => i),
    shardOf,
  )) {
    const own = new Uint32Array(files.length + 1);
    files.forEach((file, i) => {
      own[i + 1] = (own[i] as number) + (table.chunkCounts[file] as number);
    });
    starts.set(number, own);
  }
  return starts;
}
