import { describe, expect, it } from 'vitest';
import { countPossibleWords, toWordFilter } from '../../../src/citations/word-filter.ts';

describe('a word filter', () => {
  it('contains every word of its text, and few others', () => {
    const words = Array.from({ length: 900 }, (_, i) => `word${i * 7}`);
    const filter = toWordFilter(words.join(' '));
    expect(countPossibleWords(filter, words)).toBe(900);
    const others = Array.from({ length: 1_000 }, (_, i) => `other${i}`);
    expect(countPossibleWords(filter, others)).toBeLessThan(150);
  });

  it('is small', () => {
    expect(toWordFilter('a b c').length).toBe(16);
    expect(toWordFilter('x'.repeat(8_000)).length).toBe(16);
  });
});
