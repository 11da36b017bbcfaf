import { toWords } from './match-quote.ts';

/**
 * Which words a text may hold, in a few hundred bytes: whoever looks for a quotation reads only texts that can have it. A word sets two bits; a filter
 * has about eight bits for each word and says yes by mistake about once in twenty times.
 */
export function toWordFilter(text: string): Uint8Array {
  const words = new Set(toWords(text));
  const filter = new Uint8Array(toFilterBytes(words.size));
  for (const word of words)
    for (const bit of toBits(word, filter.length)) filter[bit >> 3] = (filter[bit >> 3] as number) | (1 << (bit & 7));
  return filter;
}

/** How many of the words it may hold. */
export function countHeld(filter: Uint8Array, words: readonly string[]): number {
  return words.filter((word) =>
    toBits(word, filter.length).every((bit) => (((filter[bit >> 3] as number) >> (bit & 7)) & 1) === 1),
  ).length;
}

/** A power of two, so that a hash is cut to it. */
function toFilterBytes(words: number): number {
  let bytes = 16;
  while (bytes < words && bytes < 2_048) bytes *= 2;
  return bytes;
}

/** FNV-1a over UTF-16 units: the same everywhere, and kept with the texts. */
function toBits(word: string, filterBytes: number): [number, number] {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  const mask = filterBytes * 8 - 1;
  return [(hash >>> 0) & mask, (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 3) & mask];
}
