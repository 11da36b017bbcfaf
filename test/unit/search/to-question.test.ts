import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { parseQuery } from '../../../src/search/parse-query.ts';
import { findCompounds, toQuestion } from '../../../src/search/to-question.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await loadNodeKernel();
});
const compounds = (text: string): string[] => findCompounds(kernel, parseQuery(text), true);

describe('a question', () => {
  it('quotes: its phrases are words like the others, and its filters stay', () => {
    const { words, phrases, filters } = toQuestion(parseQuery('path:src why "no number is assigned"'));
    expect(phrases).toEqual([]);
    expect(words.map(({ text }) => text)).toEqual(['why', 'no', 'number', 'is', 'assigned']);
    expect(filters).toEqual({ path: ['src'] });
  });

  it('has its neighbouring words as one, too', () => {
    expect(compounds('the man page of epub')).toEqual(['theman', 'manpag', 'pageof', 'ofepub']);
  });

  it('joins neither single letters, nor names, nor the words of a pasted text', () => {
    expect(compounds('a page')).toEqual([]);
    expect(compounds('getUserName fails')).toEqual([]);
    expect(compounds('man page\nof two lines')).toEqual([]);
  });

  it('is bounded', () => {
    const words = Array.from({ length: 200 }, (_, i) => `${'xyz'.repeat(1 + (i % 7))}w${'ab'.repeat(i % 11)}`);
    expect(compounds(words.join(' ')).length).toBe(24);
  });
});
