import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitHidden, splitName, toVisibleName, truncateMiddle } from '../../../../src/ui/text/visible-text.ts';

describe('names from outside', () => {
  it('show overrides, controls and tags as escapes', () => {
    expect(toVisibleName('bad-\u202Egnp.exe')).toBe('bad-\\u{202e}gnp.exe');
    expect(toVisibleName('\u001b[31mred')).toBe('\\u{1b}[31mred');
    expect(toVisibleName('a\u{E0041}b')).toBe('a\\u{e0041}b');
  });

  it('keep emoji families whole', () => {
    expect(toVisibleName('👩‍👩‍👧.md')).toBe('👩‍👩‍👧.md');
  });

  it('are truncated in the middle, never inside a surrogate pair', () => {
    expect(truncateMiddle('short', 10)).toBe('short');
    const cut = truncateMiddle(`${'😀'.repeat(500)}end.md`, 20);
    expect(cut).toMatch(/^(😀)+….*end\.md$/u);
    expect(Array.from(cut)).toHaveLength(20);
  });

  it('of any length and content stay within the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 4, max: 80 }), (text, max) => {
        expect(Array.from(truncateMiddle(text, max)).length).toBeLessThanOrEqual(Math.max(max, 4));
      }),
    );
  });

  it('split into runs that join to the same text when nothing is hidden', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const runs = splitHidden(text);
        if (runs.every((run) => !run.hidden)) expect(runs.map((run) => run.text).join('')).toBe(text);
      }),
    );
    expect(splitHidden('a\u202Eb\tc')).toEqual([
      { text: 'a', hidden: false },
      { text: '\\u{202e}', hidden: true },
      { text: 'b\tc', hidden: false },
    ]);
  });
});

describe('marks of direction', () => {
  it('are plain in text that runs from the right, and shown where they can only hide something', () => {
    expect(splitHidden('\u200fשלום\u200e!')).toEqual([{ text: '\u200fשלום\u200e!', hidden: false }]);
    expect(splitHidden('pay\u200fpal').filter(({ hidden }) => hidden)).toHaveLength(1);
    expect(splitHidden('שלום\u202e').filter(({ hidden }) => hidden)).toHaveLength(1);
  });
});

describe('a name that may be truncated', () => {
  it.each([
    ['django/contrib/admin/tests/contenttypes/test_checks.py', '/test_checks.py'],
    ['Flask.blueprint.register_blueprint', '_blueprint'],
    ['sphinx/domains/extensions/autodoc.rst', '/autodoc.rst'],
    ['docs/ref/models/querysets.txt', '/querysets.txt'],
  ])('%s ends with whole words', (name, end) => {
    const [head, tail] = splitName(name, 24);
    expect(head + tail).toBe(name);
    expect(tail.endsWith(end)).toBe(true);
    expect('/._').toContain(tail[0]);
  });

  it('has no separate end where its last word is too long', () => {
    expect(splitName('x'.repeat(80), 24)).toEqual(['x'.repeat(80), '']);
  });

  it('keeps every character', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (name, tail) => {
        expect(splitName(name, tail).join('')).toBe(name);
      }),
    );
  });
});
