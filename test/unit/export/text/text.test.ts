import { describe, expect, it } from 'vitest';
import { compactRepeatedLines } from '../../../../src/export/artifacts/write-chunk-file.ts';
import { escapeHidden } from '../../../../src/export/text/hidden-text.ts';
import { toCodeSpan, toFullLabel, toLabel, toOutlineLabel } from '../../../../src/export/text/labels.ts';
import { toSafeNames, toSafeSegment } from '../../../../src/export/text/safe-names.ts';

const plain = { headingPath: [] as readonly string[], slug: 'file--slug' };

describe('labels', () => {
  it('use the symbol, otherwise the last two headings, the address, or the slug', () => {
    expect(toLabel({ ...plain, headingPath: ['A', 'B', 'C'], symbol: 'Store.open', address: '$.a' })).toBe(
      'Store.open',
    );
    expect(toLabel({ ...plain, headingPath: ['A', 'B', 'C'], address: '$.a' })).toBe('B > C');
    expect(toLabel({ ...plain, address: '$.a' })).toBe('$.a');
    expect(toLabel(plain)).toBe('file--slug');
  });

  it('are never only brackets or separators, but may be an operator', () => {
    expect(toLabel({ ...plain, symbol: '}', symbols: ['}'] })).toBe('file--slug');
    expect(toLabel({ ...plain, headingPath: ['Store', '()'], headings: ['()'] })).toBe('Store > ()');
    expect(toLabel({ ...plain, symbols: ['};', 'open'] })).toBe('open');
    expect(toLabel({ ...plain, symbols: ['<|>'] })).toBe('<|>');
  });

  it('name every symbol and heading that begins in the chunk, and count those that do not fit', () => {
    const symbols = ['open', 'close', 'Store.put'];
    expect(toLabel({ ...plain, symbol: 'open', symbols })).toBe('open · close · Store.put');
    expect(toLabel({ ...plain, headingPath: ['A', 'B'], headings: ['B', 'C', 'D'] })).toBe('A > B · C · D');
    const many = Array.from({ length: 20 }, (_, i) => `Store.method${i}`);
    expect(toLabel({ ...plain, symbols: many, part: 1, parts: 2 })).toBe(
      'Store.method0 · Store.method1 · Store.method2 · Store.method3 +16 (1/2)',
    );
    expect(toFullLabel({ ...plain, symbols: many })).toBe(many.join(' · '));
    expect(toLabel({ ...plain, symbols: ['x'.repeat(100), 'y'] })).toBe(`${'x'.repeat(69)} +1`);
  });

  it('are one line of at most 72 characters including the part number, never half a character', () => {
    expect(toLabel({ ...plain, headingPath: [' a\t\nb\u0007\u2028c '] })).toBe('a b c');
    const long = toLabel({ ...plain, headingPath: ['😀'.repeat(100)], part: 2, parts: 3 });
    expect([...long].length).toBe(72);
    expect(long.endsWith('😀 (2/3)')).toBe(true);
  });

  it('of the outline have three headings, and symbols in code spans longer than their content', () => {
    expect(toOutlineLabel({ ...plain, headingPath: ['A', 'B', 'C', 'D'] })).toBe('B > C > D');
    expect(toOutlineLabel({ ...plain, symbol: 'open' })).toBe('`open`');
    expect(toCodeSpan('a ``b`` c')).toBe('```a ``b`` c```');
    expect(toCodeSpan('`x`')).toBe('`` `x` ``');
  });
});

describe('compactRepeatedLines', () => {
  it('shortens runs of more than three and keeps runs of three', () => {
    expect(compactRepeatedLines('a\na\na')).toBe('a\na\na');
    expect(compactRepeatedLines('x\na\na\na\na\ny')).toBe('x\na\n... (previous line repeated 3 more times)\ny');
    expect(compactRepeatedLines('')).toBe('');
  });
});

describe('hidden text', () => {
  it('is shown as escapes, but not the joiners that scripts and emoji need', () => {
    expect(escapeHidden('a\u200bb\u{e0041}')).toBe('a\\u{200b}b\\u{e0041}');
    expect(escapeHidden('pass\u200dword')).toBe('pass\\u{200d}word');
    expect(escapeHidden('👩‍👩‍👧 می‌خواهم')).toBe('👩‍👩‍👧 می‌خواهم');
  });
});

describe('safe names', () => {
  it('contain nothing that Windows refuses', () => {
    const wanted = {
      'a<b>:"c|d?e*.png': 'a_b___c_d_e_.png',
      'con.png': '_con.png',
      COM1: '_COM1',
      'dot.': 'dot_',
      'sp ': 'sp_',
      '\u0001': '_',
    };
    for (const [name, safe] of Object.entries(wanted)) expect(toSafeSegment(name)).toBe(safe);
    expect(toSafeSegment('console.png')).toBe('console.png');
  });

  it('are unique ignoring case, and the first path keeps its name', () => {
    const { names, collisions } = toSafeNames('A/x.png a/X.png a?.png a_.png É.png é.png Я.gif я.gif'.split(' '));
    expect([...names.values()].join(' ')).toBe('A/x.png a/X~2.png a_.png a_~2.png É.png é~2.png Я.gif я~2.gif');
    expect(collisions).toEqual(['a/X.png', 'a_.png', 'é.png', 'я.gif']);
  });
});
