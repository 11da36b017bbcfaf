import { countUp } from '../lib/count-up.ts';
import { createReminder } from '../lib/remind-collector.ts';
import type { Generation, StoredFile } from '../store/contract.ts';
import { COLUMN } from './entry-columns.ts';
import type { EntryTable } from './entry-table.ts';
import type { PackSpan } from './file-entry.ts';
import { groupRows } from './group-rows.ts';
import type { PendingLeaves } from './pending-leaves.ts';

/** Reading a whole pack beats many small reads once this share of it is wanted. */
const WHOLE_PACK_SHARE = 0.25;
/** What a read of its own costs, in bytes of a pack that is read whole. */
const READ_BYTES = 64 * 1024;

/** Packs are read for a part of what they hold, and let go of: no more than this may wait for the collector. */
const MAX_WAITING_BYTES = 8_000_000;

/** Leaves of the rows, by their place among them. No list: views of tens of thousands would take more room than they show. */
export async function loadLeaves(
  rows: Uint32Array,
  from: {
    entries: EntryTable;
    pending: Pick<PendingLeaves, 'get' | 'has'>;
    generation: Generation | undefined;
  },
): Promise<(index: number) => Uint8Array> {
  const { columns, packs } = from.entries;
  const spanOf = (i: number): PackSpan => from.entries.span(rows[i] as number, 'leaf') as PackSpan;
  const lengthAt = (i: number): number => columns.get(rows[i] as number, COLUMN.leaf + 2);
  const stored = groupRows(countUp(rows.length), (i) =>
    from.pending.has(rows[i] as number) ? -1 : columns.get(rows[i] as number, COLUMN.leaf),
  );
  // Copied together: leaves of one shard lie in many packs, which would all stay in memory for them.
  const ends = new Uint32Array(rows.length);
  let length = 0;
  for (const own of stored.values()) for (const i of own) ends[i] = length += lengthAt(i);
  const whole = new Uint8Array(length);
  const remind = createReminder(MAX_WAITING_BYTES);
  for (const [pack, own] of stored) {
    const wanted = { pack: packs[pack] as string, indexes: own, spanOf };
    const readBytes = await readSpans(from.generation as Generation, wanted, (i, bytes) => {
      whole.set(bytes, (ends[i] as number) - bytes.length);
    });
    remind(readBytes);
  }
  return (i) => {
    const pending = from.pending.get(rows[i] as number);
    if (pending !== undefined) return pending;
    const end = ends[i] as number;
    return whole.subarray(end - lengthAt(i), end);
  };
}

/** Several spans of one pack. Tells how many bytes were read for them. */
async function readSpans(
  generation: Generation,
  { pack, indexes, spanOf }: { pack: string; indexes: Uint32Array; spanOf: (index: number) => PackSpan },
  take: (index: number, bytes: Uint8Array) => void,
): Promise<number> {
  const file = findFile(generation, pack);
  let wanted = 0;
  for (const i of indexes) wanted += lengthOf(spanOf(i));
  if (wanted > file.length * WHOLE_PACK_SHARE || indexes.length * READ_BYTES > file.length) {
    const whole = await generation.readAll(file);
    for (const i of indexes) {
      const { start, end } = spanOf(i);
      take(i, whole.subarray(start, end));
    }
    return file.length;
  }
  const readOne = async (i: number): Promise<void> => {
    const { start, end } = spanOf(i);
    take(i, await generation.read(file, start, end));
  };
  await Promise.all(Array.from(indexes, readOne));
  return wanted;
}

function lengthOf(span: PackSpan): number {
  return span.end - span.start;
}

export function findFile(generation: Generation, name: string): StoredFile {
  const file = generation.row.files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new Error('a span names a pack that the row does not have');
  return file;
}
