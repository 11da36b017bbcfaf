import { createReminder } from '../lib/remind-collector.ts';
import type { Generation, StoredFile } from '../store/contract.ts';
import type { EntryTable } from './entry-table.ts';
import type { PackSpan } from './file-entry.ts';

/** Reading a whole pack beats many small reads once this share of it is wanted. */
const WHOLE_PACK_SHARE = 0.25;
/** What a read of its own costs, in bytes of a pack that is read whole. */
const READ_BYTES = 64 * 1024;

/** Packs are read for a part of what they hold, and let go of: no more than this may wait for the collector. */
const MAX_WAITING_BYTES = 8_000_000;

/** Leaves of the rows, in their order. `pending` holds those of the commit under way. */
export async function loadLeaves(
  rows: readonly number[],
  from: {
    entries: EntryTable;
    pending: ReadonlyMap<number, Uint8Array>;
    generation: Generation | undefined;
  },
): Promise<Uint8Array[]> {
  const leaves = new Array<Uint8Array>(rows.length);
  const stored = new Map<string, number[]>();
  const spanOf = (i: number): PackSpan => from.entries.span(rows[i] as number, 'leaf') as PackSpan;
  rows.forEach((row, i) => {
    const leaf = from.pending.get(row);
    if (leaf !== undefined) leaves[i] = leaf;
    else pushTo(stored, spanOf(i).pack, i);
  });
  // Copied together: leaves of one shard lie in many packs, which would all stay in memory for them.
  const ends = new Uint32Array(rows.length);
  let length = 0;
  for (const indexes of stored.values()) for (const i of indexes) ends[i] = length += lengthOf(spanOf(i));
  const whole = new Uint8Array(length);
  const remind = createReminder(MAX_WAITING_BYTES);
  for (const [pack, indexes] of stored) {
    const spans = indexes.map(spanOf);
    const readBytes = await readSpans(from.generation as Generation, pack, spans, (k, bytes) => {
      const i = indexes[k] as number;
      const end = ends[i] as number;
      whole.set(bytes, end - bytes.length);
      leaves[i] = whole.subarray(end - bytes.length, end);
    });
    remind(readBytes);
  }
  return leaves;
}

/** Several spans of one pack. Tells how many bytes were read for them. */
async function readSpans(
  generation: Generation,
  pack: string,
  spans: readonly PackSpan[],
  take: (index: number, bytes: Uint8Array) => void,
): Promise<number> {
  const file = findFile(generation, pack);
  const wanted = spans.reduce((sum, span) => sum + lengthOf(span), 0);
  if (wanted > file.length * WHOLE_PACK_SHARE || spans.length * READ_BYTES > file.length) {
    const whole = await generation.readAll(file);
    spans.forEach((span, i) => void take(i, whole.subarray(span.start, span.end)));
    return file.length;
  }
  await Promise.all(spans.map(async (span, i) => take(i, await generation.read(file, span.start, span.end))));
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

function pushTo(groups: Map<string, number[]>, key: string, value: number): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
