import type { Cut } from '../../model/cut.ts';
import type { Lines } from './lines.ts';
import { addressAt } from './text-scanner.ts';

export interface Entries {
  /** Lines where entries begin, in order. */
  readonly starts: readonly number[];
  /** The line after the last one. */
  readonly end: number;
  /** Start of the first piece, which includes the lines before its entry. */
  readonly from: number;
  readonly level: number;
  /** Returns the address of entries [first, last]. */
  readonly toAddress: (first: number, last: number) => string;
}

/** Makes one cut for as many entries of a file as fit into the target: cues, translations, settings. */
export function packEntries(
  lines: Lines,
  { starts, toAddress }: Pick<Entries, 'starts' | 'toAddress'>,
  targetChars: number,
): Cut[] {
  const cuts: Cut[] = [];
  let first = 0;
  for (let next = 1; next <= starts.length; next++) {
    const begin = first === 0 ? 0 : (starts[first] as number);
    const isFull = next < starts.length && lines.size(begin, starts[next + 1] ?? lines.count) > targetChars;
    if (!isFull && next < starts.length) continue;
    cuts.push(addressAt(begin, 1, toAddress(first, next - 1)));
    first = next;
  }
  return cuts;
}

const RANGE = 50;

/** Cuts into ranges of fifty entries, halved until they fit into the target, as JSON arrays are. */
export function cutRanges(lines: Lines, entries: Entries, targetChars: number): Cut[] {
  const { starts, end, from, level, toAddress } = entries;
  const cuts: Cut[] = [];
  for (let first = 0; first < starts.length; first += RANGE) {
    const open = [[first, Math.min(first + RANGE, starts.length)] as const];
    for (let range = open.pop(); range; range = open.pop()) {
      const [low, high] = range;
      const begin = low === 0 ? from : (starts[low] as number);
      if (high - low > 1 && lines.size(begin, starts[high] ?? end) > targetChars) {
        const middle = (low + high) >> 1;
        open.push([middle, high], [low, middle]);
      } else cuts.push(addressAt(begin, level, toAddress(low, high - 1)));
    }
  }
  return cuts;
}
