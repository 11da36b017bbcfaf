import type { Generation, StoredFile } from '../store/contract.ts';
import type { EntryTable } from './entry-table.ts';
import type { PackSpan } from './file-entry.ts';

/** Reading a whole pack beats many small reads once this share of it is wanted. */
const WHOLE_PACK_SHARE = 0.25;

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
  for (const [pack, indexes] of stored) {
    const generation = from.generation as Generation;
    const spans = indexes.map(spanOf);
    const blobs = await readSpans(generation, pack, spans);
    indexes.forEach((i, k) => {
      leaves[i] = blobs[k] as Uint8Array;
    });
  }
  return leaves;
}

/** Several spans of one pack. */
export async function readSpans(
  generation: Generation,
  pack: string,
  spans: readonly PackSpan[],
): Promise<Uint8Array[]> {
  const file = findFile(generation, pack);
  const wanted = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  if (wanted > file.length * WHOLE_PACK_SHARE) {
    const whole = await generation.readAll(file);
    return spans.map((span) => whole.subarray(span.start, span.end));
  }
  return Promise.all(spans.map((span) => generation.read(file, span.start, span.end)));
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
