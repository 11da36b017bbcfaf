import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel, KernelBuild } from '../../../../src/kernel/contract.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

describe.each<KernelBuild>(['simd', 'js'])('tokens in the %s build', (build) => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await loadNodeKernel(build);
  }, 120_000);
  const texts = (text: string) => kernel.tokens(text).map((token) => token.text);
  const parts = (text: string) => kernel.tokens(text).map((token) => token.parts.join(' '));

  it('are letters, marks and digits, folded', () => {
    expect(texts('Hello, WORLD! 404 x²')).toEqual(['hello', 'world', '404', 'x']);
    expect(texts('Ünïcödé straße Łódź İstanbul ﬁne ＡＢＣ１')).toEqual([
      'unicode',
      'strasse',
      'lodz',
      'istanbul',
      'fine',
      'abc1',
    ]);
    expect(texts('Привет ΣΊΣΥΦΟΣ हिन्दी')).toEqual(['привет', 'σίσυφοσ', 'हिन्दी']);
  });
  it('fold composed and combining diacritics alike', () => {
    expect(texts('cafe\u0301 café')).toEqual(['cafe', 'cafe']);
    expect(texts('n\u0303andu\u0301')).toEqual(['nandu']);
  });
  it('are pairs of characters in scripts without spaces', () => {
    expect(texts('日本語 検索')).toEqual(['日本', '本語', '語', '検索', '索']);
    expect(texts('한국어')).toEqual(['한국', '국어', '어']);
    expect(texts('Vueの設定')).toEqual(['vue', 'の設', '設定', '定']);
  });
  it('know the parts of identifiers', () => {
    expect(parts('getUserName user_name kebab-case-name utf8 HTTPServer2')).toEqual([
      'get user name',
      'user name',
      'kebab case name',
      'utf 8',
      'http server 2',
    ]);
    expect(parts('URLs APIs plain UPPER Title __init__')).toEqual(['', '', '', '', '', '']);
    expect(texts('__init__ -- foo__bar')).toEqual(['init', 'foo', 'bar']);
  });
  it('keep a hash whole and cut endless runs', () => {
    expect(parts('550e8400-e29b-41d4-a716-446655440000')).toEqual(['']);
    expect(texts('a'.repeat(150)).map(({ length }) => length)).toEqual([64, 64, 22]);
  });
  it('have UTF-16 spans', () => {
    const text = '😀 é日本 Größe';
    expect(kernel.tokens(text).map(({ start, end }) => text.slice(start, end))).toEqual(['é', '日本', '本', 'Größe']);
  });
  it('become terms: the stem of a word, the whole and the parts of an identifier', () => {
    expect(kernel.termsOf('configurations', true)).toEqual(['configur']);
    expect(kernel.termsOf('configurations', false)).toEqual(['configurations']);
    expect(kernel.termsOf('loadConfigurations', true)).toEqual(['loadconfigurations', 'load', 'configur']);
  });
  it('toAscii transliterates Latin and replaces the rest', () => {
    expect(kernel.toAscii('Ångström & Straße 日本 Æon')).toBe('Angstrom---Strasse----AEon');
  });
  it('log is the natural logarithm to the last digits', () => {
    for (const x of [1e-300, 0.1, 0.5, 1, 1.0000001, 2, 3.7, 10, 12345.678, 1e300]) {
      expect(Math.abs(kernel.log(x) - Math.log(x))).toBeLessThanOrEqual(Math.abs(Math.log(x)) * 2e-16);
    }
  });
});
