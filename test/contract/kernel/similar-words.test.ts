import { describe, expect, it } from 'vitest';
import type { KernelBuild } from '../../../src/kernel/contract.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import { sampleSize } from '../../support/sample-size.ts';

const WORDS = 2_000;
/** Few letters, so that words are similar; several of one to four bytes share their first byte. */
const LETTERS = [...'aabcdeжзλμᚠᚡ𐐨𐐩'];
const random = createRandom(23);

describe.each<[KernelBuild, number]>([
  ['simd', sampleSize({ sample: 40, whole: 120 })],
  ['js', 20],
])('similar words, %s', (build, queries) => {
  it('equal those found by comparing every word of the dictionary', async () => {
    const kernel = await loadNodeKernel(build);
    const words = makeWords();
    // Each word in a chunk of its own; every third is a symbol too, so that name keys are compared with name keys. No word is near the path.
    const chunks = words.map((word, i) => ({ body: word, heading: '', symbol: i % 3 === 0 ? word : '' }));
    const terms = kernel.makeTerms(chunks);
    const segment = kernel.mergeTerms([{ path: '0000000000', isCode: false, terms }], false);
    const shard = kernel.openShard({ segment, table: new Uint8Array() });
    let found = 0;
    for (let i = 0; i < queries; i++) {
      const asked = i % 10 === 0 ? makeWord() : misspell(words[random.below(WORDS)] as string);
      const fuzzy = ((i % 2) + 1) as 1 | 2;
      const { chunk } = kernel.rank({
        shards: [{ shard, fileOrder: new Uint32Array(1) }],
        words: [{ text: asked, line: 0, prefix: false, fuzzy }],
        minus: [],
        required: [],
        stemming: false,
        limit: WORDS,
        offset: 0,
      });
      const expected = words.flatMap((word, at) => (isNear(asked, word, fuzzy) ? [at] : []));
      expect(
        [...chunk].sort((a, b) => a - b),
        `${asked} ±${fuzzy}`,
      ).toEqual(expected);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(queries);
    shard.close();
  });
});

function makeWord(): string {
  const long = random.below(20) === 0 ? 5 : 0;
  return Array.from({ length: 2 + random.below(7) + long }, () => random.pick(LETTERS)).join('');
}

function makeWords(): string[] {
  const made = new Set<string>();
  while (made.size < WORDS) {
    const word = makeWord();
    made.add(word);
    if (made.size < WORDS && random.below(2) === 0) made.add(misspell(word));
  }
  return [...made];
}

function misspell(word: string): string {
  const letters = [...word];
  const at = random.below(letters.length);
  const how = random.below(4);
  if (how === 0 && letters.length > 2) letters.splice(at, 1);
  else if (how === 1) letters.splice(at, 0, random.pick(LETTERS));
  else if (how === 2) letters[at] = random.pick(LETTERS);
  else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse());
  return letters.join('');
}

function isNear(a: string, b: string, limit: number): boolean {
  // Lengths in bytes rule out most words.
  if (Math.abs(a.length - b.length) > 2 * limit) return false;
  return distance([...a], [...b]) <= limit;
}

/** Optimal string alignment, with the whole table. */
function distance(a: readonly string[], b: readonly string[]): number {
  const rows = a.map(() => [] as number[]).concat([[]]);
  const cell = (i: number, j: number): number => rows[i]?.[j] as number;
  for (let i = 0; i <= a.length; i++)
    for (let j = 0; j <= b.length; j++) {
      const edits = [i === 0 ? j : j === 0 ? i : Number.POSITIVE_INFINITY];
      if (i > 0 && j > 0)
        edits.push(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits.push(cell(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = Math.min(...edits);
    }
  return cell(a.length, b.length);
}
