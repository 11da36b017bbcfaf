import { describe, expect, it } from 'vitest';
import { diffWords, foldSame } from '../../../../src/ui/text/word-diff.ts';

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

const showFolded = (from: string, to: string) =>
  foldSame(diffWords(from, to)).map((run) =>
    run.what === 'gap' ? `gap of ${run.hidden}` : `${run.what}: ${run.text}`,
  );

describe('a folded difference', () => {
  it('shows only unchanged text near a change', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `line ${i} of the text\n`).join('');
    const shown = showFolded(`${lines}end\n`, `${lines.replace('line 30', 'row 30')}end\n`);
    expect(shown.map((run) => run.split(':')[0])).toEqual([
      'gap of same',
      'same',
      'removed',
      'added',
      'same',
      'gap of same',
    ]);
    expect(shown[1]).toMatch(/^same: line 2\d of the text\n/);
    expect(shown.join('').length).toBeLessThan(500);
  });

  it('is whole where it is short', () => {
    expect(showFolded('one two three', 'one 2 three')).toEqual([
      'same: one',
      'removed: two',
      'added: 2',
      'same: three',
    ]);
  });

  it('of an all-new text shows its beginning, and cuts no character in half', () => {
    const [first, rest] = foldSame(diffWords('', '\u{1F426}'.repeat(5_000)));
    expect(first).toMatchObject({ what: 'added' });
    expect((first as { text: string }).text).toMatch(/^(\u{1F426})+$/u);
    expect(rest).toMatchObject({ what: 'gap', hidden: 'added' });
  });
});
