import type { Random } from '../support/random.ts';
import type { Seed } from './contract.ts';

const MAX_BYTES = 24_000;
/** Size of nine inputs in ten: 6 KB show the same faults as 24 KB in a quarter of the time, or a sixteenth if a parser starts over. */
const USUAL_BYTES = 6_000;
const encoder = new TextEncoder();

/** Changes a seed one to six times in ways that parsers meet: flips bytes, cuts, doubles and moves parts, joins another file, inserts tokens. */
export function mutate(seed: Seed, others: readonly Seed[], tokens: readonly string[], random: Random): Seed {
  const maxBytes = random.below(10) === 0 ? MAX_BYTES : USUAL_BYTES;
  let bytes = window(seed.bytes, random);
  for (let n = 1 + random.below(6); n > 0; n--) bytes = change(bytes, others, tokens, random);
  return { name: seed.name, bytes: bytes.slice(0, maxBytes) };
}

/** Mostly small, sometimes large: small inputs run a hundred times as often in the same time, and most faults need few bytes. */
function size(most: number, random: Random): number {
  return 1 + (random.below(Math.max(1, Math.floor(most))) >> random.below(11));
}

/** Mostly from the start, where formats identify themselves. */
function window(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const length = size(bytes.length, random);
  const from = random.below(4) === 0 ? random.below(bytes.length) : 0;
  return bytes.slice(from, from + length);
}

function change(
  bytes: Uint8Array<ArrayBuffer>,
  others: readonly Seed[],
  tokens: readonly string[],
  random: Random,
): Uint8Array<ArrayBuffer> {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.below(1 + (bytes.length >> random.below(6))));
  switch (random.below(8)) {
    case 0: {
      const flipped = bytes.slice();
      for (let n = random.below(4); n >= 0 && flipped.length > 0; n--)
        flipped[random.below(flipped.length)] = random.below(256);
      return flipped;
    }
    case 1:
      return splice(bytes, at, end, new Uint8Array());
    case 2:
      return bytes.slice(0, at);
    case 3:
      return splice(bytes, at, at, bytes.slice(at, end));
    case 4:
      return splice(bytes, random.below(bytes.length + 1), at, bytes.slice(at, end));
    case 5: {
      const other = random.pick(others).bytes;
      const from = random.below(other.length);
      return splice(bytes, at, end, other.slice(from, from + size(2_000, random)));
    }
    case 6:
      return splice(bytes, at, at, encoder.encode(random.pick(tokens)));
    default:
      return splice(bytes, at, at, encoder.encode(repeat(tokens, random)));
  }
}

/** Repeats one or two tokens, which makes careless parsers recurse, backtrack or start over. */
function repeat(tokens: readonly string[], random: Random): string {
  const unit = random.pick(tokens) + (random.below(2) === 0 ? random.pick(tokens) : '');
  return unit.repeat(size(MAX_BYTES / 2 / Math.max(1, unit.length), random));
}

function splice(
  bytes: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
  put: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const [start, end] = from < to ? [from, to] : [to, from];
  const made = new Uint8Array(start + put.length + bytes.length - end);
  made.set(bytes.subarray(0, start));
  made.set(put, start);
  made.set(bytes.subarray(end), start + put.length);
  return made;
}
