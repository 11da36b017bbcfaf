import { describe, expect, it } from 'vitest';
import { findDifferences } from '../../../scripts/check-same-everywhere.mjs';

const whats = (text: string) => findDifferences('x.ts', text).map(({ what }) => what);

describe('the lint rule behind [E2]', () => {
  it.each([
    ['/\\p{L}+/u.test(text)', '\\p{…}'],
    ["new RegExp('\\\\P{Lu}', 'u')", '\\p{…}'],
    ['RegExp(String.raw`\\p{L}`)', '\\p{…}'],
    ['text.toLowerCase()', 'toLowerCase'],
    ['text?.toUpperCase()', 'toUpperCase'],
    ["text['normalize']('NFC')", 'normalize'],
    ['names.sort((a, b) => a.localeCompare(b))', 'localeCompare'],
    ['new Intl.Collator()', 'Intl'],
    ['globalThis.Math; Math.log(2)', 'Math.log'],
    ['Math.exp(1)', 'Math.exp'],
    ['Math.pow(2, 3)', 'Math.pow'],
    ['2 ** 3', '**'],
    ['x **= 2', '**='],
  ])('catches %s', (text, what) => {
    expect(whats(text)).toContain(what);
  });

  it('reports path and line', () => {
    expect(findDifferences('src/read/x.ts', 'const a = 1;\nMath.log(a);')).toEqual([
      { path: 'src/read/x.ts', line: 2, what: 'Math.log' },
    ]);
  });

  it.each([
    'Math.floor(1.5)',
    'kernel.log(2)',
    '// text.toLowerCase()',
    "const what = 'Intl'",
    'a * b',
    "const mapping = '[^\\\\p{L}]+'",
    'text.replace(/p{2}/, x)',
  ])('allows %s', (text) => {
    expect(whats(text)).toEqual([]);
  });
});
