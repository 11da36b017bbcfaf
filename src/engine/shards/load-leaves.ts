import type { ShardInputs } from '../../kernel/contract.ts';
import type { Generation, StoredFile } from '../../store/contract.ts';
import type { EntryTable } from '../file-table/entry-table.ts';
import type { BundleSpan } from '../file-table/file-entry.ts';

/** Share of a bundle from which one read of all of it beats many small reads. */
const WHOLE_BUNDLE_SHARE = 0.25;
/** Cost of a separate read, in bytes of a whole read. */
const READ_BYTES = 64 * 1024;

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
  for (const [bundle, own] of stored) await copyStored(generation as Generation, bundle, own, leaves);
  return { leaves, ends };
}

interface PlacedLeaf extends Pick<BundleSpan, 'start' | 'end'> {
  /** Its place in the result. */
  readonly at: number;
}

async function copyStored(
  from: Generation,
  bundle: string,
  own: readonly PlacedLeaf[],
  leaves: Uint8Array,
): Promise<void> {
  const file = findFile(from, bundle);
  const wanted = own.reduce((sum, { start, end }) => sum + end - start, 0);
  if (wanted <= file.length * WHOLE_BUNDLE_SHARE && own.length * READ_BYTES <= file.length) {
    await Promise.all(own.map(async ({ start, end, at }) => leaves.set(await from.read(file, start, end), at)));
    return;
  }
  const whole = await from.readAll(file);
  for (const { start, end, at } of own) leaves.set(whole.subarray(start, end), at);
}

export function findFile(generation: Generation, name: string): StoredFile {
  const file = generation.row.files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new Error('a span names a bundle that the row does not have');
  return file;
}
