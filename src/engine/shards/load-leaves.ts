import type { ShardInputs } from '../../kernel/contract.ts';
import { countUp } from '../../lib/count-up.ts';
import { groupRows } from '../../lib/rows/group-rows.ts';
import type { Generation, StoredFile } from '../../store/contract.ts';
import type { EntryTable } from '../file-table/entry-table.ts';
import type { PendingLeaves } from './pending-leaves.ts';

/** Share of a bundle from which one read of all of it beats many small reads. */
const WHOLE_BUNDLE_SHARE = 0.25;
/** Cost of a separate read, in bytes of a whole read. */
const READ_BYTES = 64 * 1024;

export interface LeafPlaces {
  readonly entries: EntryTable;
  readonly pending: Pick<PendingLeaves, 'has' | 'copy'>;
  readonly generation: Generation | undefined;
}

/** Loads the leaves of the rows, concatenated. */
export async function loadLeaves(
  rows: Uint32Array,
  { entries, pending, generation }: LeafPlaces,
): Promise<Pick<ShardInputs, 'leaves' | 'ends'>> {
  const startOf = (i: number): number => entries.spanStart(rows[i] as number, 'leaf');
  const lengthOf = (i: number): number => entries.spanBytes(rows[i] as number, 'leaf');
  const ends = new Uint32Array(rows.length);
  let length = 0;
  for (let i = 0; i < rows.length; i++) ends[i] = length += lengthOf(i);
  const leaves = new Uint8Array(length);
  const targetOf = (i: number): number => (ends[i] as number) - lengthOf(i);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (pending.has(row)) pending.copy(row, leaves, targetOf(i));
  }
  const stored = groupRows(countUp(rows.length), (i) =>
    pending.has(rows[i] as number) ? -1 : entries.spanBundle(rows[i] as number, 'leaf'),
  );
  for (const [bundle, own] of stored) {
    const from = generation as Generation;
    const file = findFile(from, entries.bundles[bundle] as string);
    let wanted = 0;
    for (const i of own) wanted += lengthOf(i);
    const isWhole = wanted > file.length * WHOLE_BUNDLE_SHARE || own.length * READ_BYTES > file.length;
    const whole = isWhole ? await from.readAll(file) : undefined;
    const copyOne = async (i: number): Promise<void> => {
      const start = startOf(i);
      leaves.set(await from.read(file, start, start + lengthOf(i)), targetOf(i));
    };
    if (whole === undefined) {
      await Promise.all(Array.from(own, copyOne));
      continue;
    }
    for (const i of own) leaves.set(whole.subarray(startOf(i), startOf(i) + lengthOf(i)), targetOf(i));
    from.giveBack(file, whole);
  }
  return { leaves, ends };
}

export function findFile(generation: Generation, name: string): StoredFile {
  const file = generation.row.files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new Error('a span names a bundle that the row does not have');
  return file;
}
