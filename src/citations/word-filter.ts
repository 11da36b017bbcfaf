import { toWords } from './match-quote.ts';

/**
 * Builds a Bloom filter of the words in a text, so that looking up a quotation reads only texts that may contain it. A word sets two bits; a
 * filter has about eight bits per word, and about one false positive in twenty.
 */
export function toWordFilter(text: string): Uint8Array {
  const words = new Set(toWords(text));
  const filter = new Uint8Array(toFilterBytes(words.size));
  for (const word of words)
    for (const bit of toBits(word, filter.length)) filter[bit >> 3] = (filter[bit >> 3] as number) | (1 << (bit & 7));
  return filter;
}

/** Counts the words that the filter may contain. */
export function countPossibleWords(filter: Uint8Array, words: readonly string[]): number {
  return words.filter((word) =>
    toBits(word, filter.length).every((bit) => (((filter[bit >> 3] as number) >> (bit & 7)) & 1) === 1),
  ).length;
}

/** Returns a power of two, so that a bit mask can reduce a hash to a bit position. */
function toFilterBytes(words: number): number {
  let bytes = 16;
  while (bytes < words && bytes < 2_048) bytes *= 2;
  return bytes;
}

/** FNV-1a over UTF-16 units: the same in every engine, and stored with the texts. */
function toBits(word: string, filterBytes: number): [number, number] {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  const mask = filterBytes * 8 - 1;
  return [(hash >>> 0) & mask, (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 3) & mask];
}
