import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel, KernelBuild } from '../../../src/kernel/contract.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { orderFactorOf } from '../../support/word-order-oracle.ts';

const toWords = (query: string, prefix = false) => {
  const words = query.split(' ');
  return words.map((text, i) => ({ text, prefix: prefix && i === words.length - 1 }));
};

describe.each<KernelBuild>(['simd', 'js'])('the order of words in the %s build', (build) => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await loadNodeKernel(build);
  });
  const whole = (query: string, body: string, headings: string[] = [], prefix = false): number =>
    kernel.orderFactors(toWords(query, prefix), [{ texts: [body], headings }])[0] as number;
  /** Without the gain of all words: the words themselves in separate texts have nothing else. */
  const factor = (query: string, body: string, headings: string[] = [], prefix = false): number => {
    const forms = kernel
      .tokens([body, ...headings].join(' · '))
      .flatMap(({ text, parts }) => (parts.length > 0 ? parts : [text]));
    const [alone] = kernel.orderFactors(toWords(query, prefix), [{ texts: forms, headings: [] }]);
    return Math.round((whole(query, body, headings, prefix) / (alone as number)) * 1e12) / 1e12;
  };

  it('adds two fifths if the text has every word as typed, and little if one is missing', () => {
    expect(whole('red blue green', 'blue, red, green')).toBe(1.4);
    expect(whole('red blue green', 'blue, red, greens')).toBeCloseTo(1 + 0.4 * (2 / 3) ** 4, 12);
    const words = [...toWords('red green'), { text: 'the', prefix: false, stop: true }];
    expect(kernel.orderFactors(words, [{ texts: ['green; red'], headings: [] }])[0]).toBe(1.4);
  });

  it('doubles the score of a text with the words in query order', () => {
    expect(factor('read the variable', 'This will Read the VARIABLE.')).toBe(2);
    expect(factor('read the variable', 'the variable')).toBe(1.25);
    expect(factor('read the variable', 'variable the read')).toBe(1);
    expect(factor('read the variable', 'reads the variables')).toBe(1);
    expect(factor('variable', 'variable')).toBe(1);
    expect(factor('', 'variable')).toBe(1);
  });

  it('also compares headings, and adds a fifth if one of its own is in the query', () => {
    expect(factor('glob drive letters', 'Drive letters', ['Paths'])).toBe(1.25);
    expect(factor('glob drive letters', '', ['Drive Letters', 'Paths'])).toBeCloseTo(1.45, 12);
    expect(factor('glob drive letters', '', ['Drive'])).toBe(1.2);
    expect(factor('glob drive letters', '', ['Drive and letters'])).toBe(1);
    expect(factor('glob drive letters', '', ['…'])).toBe(1);
  });

  it('counts pairs of query words, not the parts of one identifier', () => {
    expect(factor('http-proxy agent', 'HTTP proxy for an agent')).toBe(1);
    expect(factor('http-proxy agent', 'HttpProxyAgent')).toBe(2);
    expect(factor('日本語 検索', '日本語検索')).toBe(1.25);
    expect(factor('日本語 検索', '日本語 検索')).toBe(2);
    expect(factor('1.5.0', 'v1.5.0')).toBe(2);
    expect(factor('1.5.0', '1.0.5')).toBe(1);
    expect(factor('日本語', '日本の国語')).toBe(1);
  });

  it('treats the word being typed as a prefix', () => {
    expect(factor('read the vari', 'read the variable', [], true)).toBe(2);
    expect(factor('read the vari', 'read the variable')).toBe(1.25);
  });

  it('uses the first 32 words of a long query', () => {
    const words = Array.from({ length: 40 }, (_, i) => `w${String.fromCharCode(97 + (i % 26))}${i < 26 ? 'x' : 'y'}`);
    expect(factor(words.join(' '), words.slice(0, 32).join(' '))).toBe(2);
    expect(factor(words.join(' '), words.slice(31).join(' '))).toBe(1);
  });

  it('agrees with searching every pair of neighbours in every text [E2]', () => {
    const piece = fc.constantFrom(
      ...'the The THE read Reader a A x café cafe e\u0301 getUserName get_user user-name URLs'.split(' '),
      ...'utf8 404'.split(' '),
      ...['日本語', '本', 'ไทย', 'it’s', 'end.', '-', '…', '\u00ad', 'ß', `${'long'.repeat(20)}`, 'İ', '😀', 'ﬁ'],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(' ')),
      fc
        .array(fc.oneof(piece, fc.constantFrom('-', '_', '\n', '/', ' ')), { maxLength: 12 })
        .map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    const words = fc.array(fc.oneof(piece, text), { maxLength: 6 });
    const chunks = fc.array(
      fc.record({ texts: fc.array(text, { maxLength: 2 }), headings: fc.array(text, { maxLength: 2 }) }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(words, fc.boolean(), chunks, (query, prefix, all) => {
        const asked = query.map((text, i) => ({ text, prefix: prefix && i === query.length - 1 }));
        const factors = [...kernel.orderFactors(asked, all)];
        expect(factors).toEqual(all.map((chunk) => orderFactorOf(kernel, asked, chunk)));
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});
