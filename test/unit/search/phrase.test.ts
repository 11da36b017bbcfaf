import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { createPhraseTest } from '../../../src/search/phrase.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';

/** Compares every word of the text. */
function holdsSlowly(kernel: Kernel, text: string, phrase: string): boolean {
  const toWords = (of: string): string[] =>
    kernel.tokens(of).flatMap(({ text: word, parts }) => (parts.length > 0 ? parts : [word]));
  const [words, wanted] = [toWords(text), toWords(phrase)];
  return words.some((_, at) => wanted.every((word, i) => words[at + i] === word));
}

describe('a phrase', () => {
  it('is found exactly where comparing every word finds it', async () => {
    const kernel = await loadNodeKernel();
    const text = readFileSync('docs/benchmarks.md', 'utf8');
    const random = createRandom(3);
    const verdicts = { there: 0, missing: 0 };
    for (let i = 0; i < 600; i++) {
      const at = random.below(text.length - 900);
      const piece = text.slice(at, at + 300 + random.below(500));
      const from = random.below(text.length - 60);
      // A part of the piece, a part of the text, a part with a word missing, or an identifier.
      const own = piece
        .split(/\s+/)
        .slice(2, 4 + random.below(3))
        .join(' ');
      const phrase = [own, text.slice(from, from + random.below(30)), own.replace(/ \w+ /, ' '), 'getUserName'][
        i % 4
      ] as string;
      if (kernel.tokens(phrase).length === 0) continue;
      const expected = holdsSlowly(kernel, piece, phrase);
      verdicts[expected ? 'there' : 'missing']++;
      expect([piece, phrase, createPhraseTest(kernel, { required: [phrase], excluded: [] })([piece])]).toEqual([
        piece,
        phrase,
        expected,
      ]);
    }
    expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(100);
  });

  it('differs from the same words with others in between, whatever separates them', async () => {
    const kernel = await loadNodeKernel();
    const test = createPhraseTest(kernel, { required: ['open file'], excluded: [] });
    for (const text of ['open file', 'open-file', 'openFile', 'x open, (file)', 'a open_file b', 'OPEN\nFILE'])
      expect([text, test([text])]).toEqual([text, true]);
    for (const text of ['open a file', 'open 文 file', 'open é file', 'file open', 'opened file', 'open x_file'])
      expect([text, test([text])]).toEqual([text, false]);
  });

  it('can be excluded', async () => {
    const kernel = await loadNodeKernel();
    const test = createPhraseTest(kernel, { required: ['open'], excluded: ['open file'] });
    expect([test(['open door']), test(['open file'])]).toEqual([true, false]);
  });
});
