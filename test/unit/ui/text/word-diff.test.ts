import { describe, expect, it } from 'vitest';
import { diffWords } from '../../../../src/ui/text/word-diff.ts';

const show = (from: string, to: string): string =>
  diffWords(from, to)
    .map(({ what, text }) => (what === 'same' ? text : what === 'removed' ? `-${text}-` : `+${text}+`))
    .join(' ');

describe('a difference of words', () => {
  it('keeps common words and shows what replaces what', () => {
    expect(show('herons wade in deep water', 'herons rest in deep, cold water')).toBe(
      'herons -wade- +rest+ in -deep- +deep, cold+ water',
    );
    expect(show('', 'all new')).toBe('+all new+');
    expect(show('same  words\n', 'same words')).toBe('same words');
  });

  it('keeps the line breaks of both texts', () => {
    const runs = diffWords('if a:\n    return 1\n', 'if b:\n    return 1\n');
    expect(runs.map(({ text, after }) => text + after)).toEqual(['if ', 'a:\n    ', 'b:\n    ', 'return 1\n']);
  });

  it('of long texts with few different words contains only those words', () => {
    const text = 'word '.repeat(5_000);
    expect(show(`${text}one ${text}`, `${text}two ${text}`).replaceAll('word ', '')).toBe('-one- +two+ word');
  });

  it('is bounded', () => {
    const runs = diffWords('a '.repeat(100_000), 'b '.repeat(100_000));
    expect(runs.length).toBe(2);
  });
});
