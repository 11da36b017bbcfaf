import type { ShardInputs } from '../../kernel/contract.ts';
import type { Span } from '../../lib/span.ts';
import type { Generation, StoredFile } from '../../store/contract.ts';
import type { EntryTable } from '../file-table/entry-table.ts';
import type { BundleSpan } from '../file-table/file-entry.ts';

export interface LeafPlaces {
  readonly entries: EntryTable;
  readonly pending: ReadonlyMap<number, Uint8Array>;
  readonly generation: Generation | undefined;
}

/** Loads the leaves of the rows, concatenated. */
export async function loadLeaves(
  rows: Uint32Array,
  { entries, pending, generation }: LeafPlaces,
): Promise<Pick<ShardInputs, 'leaves' | 'ends'>> {
  const ends = new Uint32Array(rows.length);
  let length = 0;
  const stored = new Map<string, PlacedLeaf[]>();
  for (const [i, row] of rows.entries()) {
    const { bundle, start, end } = entries.entry(row).leaf;
    if (!pending.has(row)) {
      const own = stored.get(bundle) ?? [];
      stored.set(bundle, own);
      own.push({ start, end, at: length });
    }
    length += end - start;
    ends[i] = length;
  }
  const leaves = new Uint8Array(length);
  for (const [i, row] of rows.entries()) {
    const leaf = pending.get(row);
    if (leaf !== undefined) leaves.set(leaf, (ends[i] as number) - leaf.length);
  }
  for (const [bundle, own] of stored) {
    const from = generation as Generation;
    const spans = own.map(({ start, end }): Span => [start, end]);
    await from.readSpans(findFile(from, bundle), spans, (bytes, startByte, i) => {
      const { start, at } = own[i] as PlacedLeaf;
      leaves.set(bytes, at + startByte - start);
    });
  }
  return { leaves, ends };
}

interface PlacedLeaf extends Pick<BundleSpan, 'start' | 'end'> {
  /** Its place in the result. */
  readonly at: number;
}

export function readSpan(generation: Generation, { bundle, start, end }: BundleSpan): Promise<Uint8Array> {
  return generation.read(findFile(generation, bundle), start, end);
}

export function findFile(generation: Generation, name: string): StoredFile {
  const file = generation.row.files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new Error('a span names a bundle that the row does not have');
  return file;
}
