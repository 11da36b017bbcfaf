import type { ChunkPlace } from '../../kernel/contract.ts';
import { openTable, type Table } from '../../kernel/index/shard-table.ts';
import { groupRows } from '../../lib/rows/group-rows.ts';
import type { Generation } from '../../store/contract.ts';
import { type OpenFileTable, readFileTable } from '../file-table/decode-file-table.ts';
import { NO_SHARD } from '../file-table/file-entry.ts';

export interface FilePlaces {
  readonly path: string;
  readonly places: readonly ChunkPlace[];
}

export interface ChunkPlaces {
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
