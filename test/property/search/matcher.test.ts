import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel, KernelBuild } from '../../../src/kernel/contract.ts';
import { createMatcher } from '../../../src/search/matcher.ts';
import { toPlainWord } from '../../../src/search/parse-query.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

const words = fc.constantFrom(
  ...'option Options getUserName user_name aB a x2y 日本語 本 café cafe\u0301 Привет 😀 running HTTPServer2'.split(' '),
);
const texts = fc
  .array(fc.tuple(words, fc.constantFrom(' ', '-', '.', '\n', '', '_')), { maxLength: 30 })
  .map((pieces) => pieces.flat().join(''));
const queries = fc.array(fc.record({ text: words, prefix: fc.boolean() }), { maxLength: 4 });

describe.each<KernelBuild>(['simd', 'js'])('a matcher of the %s build', (build) => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await loadNodeKernel(build);
  }, 120_000);

  it('finds the same in the tokens that begin like its words as in all tokens', () => {
    const everyToken = { tokens: (text: string) => kernel.tokens(text), termsOf: kernel.termsOf };
    fc.assert(
      fc.property(texts, queries, fc.boolean(), (text, query, stemming) => {
        const asked = query.map(({ text: word, prefix }) => ({ ...toPlainWord(word), prefix }));
        const found = createMatcher(kernel, asked, { stemming }).find(text);
        expect(found).toEqual(createMatcher(everyToken, asked, { stemming }).find(text));
      }),
      { numRuns: 300 },
    );
  });
  it('gets few other tokens', () => {
    const text = 'The options of getUserOption are optional; other words are not.';
    expect(kernel.tokens(text, ['option']).map((token) => token.text)).toEqual([
      'options',
      'getuseroption',
      'optional',
    ]);
  });
});
