import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { findCompounds, toQuestion } from '../../../src/search/classify-query.ts';
import { parseQuery } from '../../../src/search/parse-query.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await loadNodeKernel();
});
const compounds = (text: string): string[] => findCompounds(kernel, parseQuery(text), true);

describe('a question', () => {
  it('turns phrases into plain words and keeps filters', () => {
    const { words, phrases, filters } = toQuestion(parseQuery('path:src why "no number is assigned"'));
    expect(phrases).toEqual([]);
    expect(words.map(({ text }) => text)).toEqual(['why', 'no', 'number', 'is', 'assigned']);
    expect(filters).toEqual({ path: ['src'] });
  });

  it('also joins neighbouring words', () => {
    expect(compounds('the man page of epub')).toEqual(['theman', 'manpag', 'pageof', 'ofepub']);
  });

  it('does not join single letters, names or words of a pasted text', () => {
    expect(compounds('a page')).toEqual([]);
    expect(compounds('getUserName fails')).toEqual([]);
    expect(compounds('man page\nof two lines')).toEqual([]);
  });

  it('joins a limited number of words', () => {
    const words = Array.from({ length: 200 }, (_, i) => `${'xyz'.repeat(1 + (i % 7))}w${'ab'.repeat(i % 11)}`);
    expect(compounds(words.join(' ')).length).toBe(24);
  });
});
