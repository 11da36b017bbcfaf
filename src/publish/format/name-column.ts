import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { PartReader, PartWriter } from './index-part.ts';
import { READ_LIMITS } from './layout.ts';

/** One name per file, as an index into `names`. */
export interface NameColumn {
  readonly numbers: Uint32Array;
  readonly names: readonly string[];
}

/** Writes each name without what it shares with the one before, and differences of numbers: in path order both are small. */
export function encodeNames({ columns, endColumn }: PartWriter, { numbers, names }: NameColumn): void {
  const all = names.map(toUtf8);
  const shared = all.map((name, i) => countShared(name, all[i - 1] ?? NOTHING));
  columns.uint(names.length);
  for (const count of shared) columns.uint(count);
  endColumn();
  all.forEach((name, i) => {
    columns.uint(name.length - (shared[i] as number));
  });
  endColumn();
  all.forEach((name, i) => {
    columns.raw(name.subarray(shared[i]));
  });
  endColumn();
  let before = 0;
  for (const number of numbers) {
    columns.uint(number < before ? (before - number) * 2 - 1 : (number - before) * 2);
    before = number;
  }
  endColumn();
}

const NOTHING = new Uint8Array();

function countShared(name: Uint8Array, before: Uint8Array): number {
  let count = 0;
  while (count < name.length && name[count] === before[count]) count++;
  return count;
}

/** Throws RangeError for bytes that no writer produces. */
export function decodeNames({ columns, isOld }: PartReader, fileCount: number): NameColumn {
  const count = columns.uint();
  // Each is the name of at least one file.
  if (count > fileCount || count > columns.left) throw new RangeError('bad names');
  const names = isOld ? Array.from({ length: count }, () => columns.text()) : decodeShared(columns, count);
  if (fileCount > columns.left) throw new RangeError('bad names');
  const numbers = new Uint32Array(fileCount);
  let number = 0;
  for (let i = 0; i < fileCount; i++) {
    const value = columns.uint();
    if (isOld) number = value;
    else number += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    if (number < 0 || number >= count) throw new RangeError('bad name');
    numbers[i] = number;
  }
  return { names, numbers };
}

function decodeShared(columns: PartReader['columns'], count: number): string[] {
  const shared = Array.from({ length: count }, () => columns.uint());
  const rests = Array.from({ length: count }, () => columns.uint());
  const bytes = shared.reduce((sum, own, i) => sum + own + (rests[i] as number), 0);
  // Names that repeat each other would expand without end.
  if (bytes > Math.max(READ_LIMITS.smallPartBytes, columns.left * READ_LIMITS.partRatio))
    throw new RangeError('bad names');
  let before: Uint8Array = NOTHING;
  return shared.map((own, i) => {
    if (own > before.length) throw new RangeError('bad name');
    const name = new Uint8Array(own + (rests[i] as number));
    name.set(before.subarray(0, own));
    name.set(columns.raw(rests[i] as number), own);
    before = name;
    return fromUtf8(name);
  });
}
