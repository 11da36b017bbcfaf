import { describe, expect, it } from 'vitest';
import { diffWords } from '../../../../src/ui/text/word-diff.ts';

const show = (from: string, to: string): string =>
  diffWords(from, to)
    .map(({ what, text }) => (what === 'same' ? text : what === 'removed' ? `-${text}-` : `+${text}+`))
    .join(' ');

describe('a difference of words', () => {
  it('keeps what both have and says what takes the place of what', () => {
    expect(show('herons wade in deep water', 'herons rest in deep, cold water')).toBe(
      'herons -wade- +rest+ in -deep- +deep, cold+ water',
    );
    expect(show('', 'all new')).toBe('+all new+');
    expect(show('same  words\n', 'same words')).toBe('same words');
  });

  it('is bounded', () => {
    const runs = diffWords('a '.repeat(100_000), 'b '.repeat(100_000));
    expect(runs.length).toBe(2);
  });
});
