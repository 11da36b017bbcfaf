import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchedCollection } from '../../../src/engine/open/faces.ts';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { LIMITS } from '../../../src/model/limits.ts';
import { createOracle } from '../../support/bm25f-oracle.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import { makeSearchTarget } from '../../support/search-target.ts';
import { orderFactorOf } from '../../support/word-order-oracle.ts';

/** Long enough for a section to be a chunk of its own. */
const LONG = 'Something is said here about it. '.repeat(9);

const FILES = {
  'a-often.md':
    '# Modules\n\nModules, reading, variables: a module reads variables and a variable is read by modules.\n',
  'b-sentence.md':
    '# Notes\n\nMany other things stand here, one after the other, at some length, so that one line of it weighs little. This module will read the variable. More follows.\n',
  'c-manual.md': `# Guide\n\n${LONG}\n\n## Modes\n\n${LONG}\n\n### Playback mode\n\n${'A mode like the other modes. '.repeat(10)}\n`,
};

let kernel: Kernel;
let target: SearchedCollection;
beforeAll(async () => {
  kernel = await loadNodeKernel();
  target = makeSearchTarget(kernel, FILES, 2);
});
const first = async (query: string, options = {}) => (await runSearch(kernel, target, query, options)).hits[0];

describe('words in query order', () => {
  it('an exact sentence comes before chunks that have its words more often', async () => {
    expect((await first('module read variable'))?.path).toBe('a-often.md');
    expect((await first('this module will read the variable'))?.path).toBe('b-sentence.md');
    expect((await first('module will read the vari', { typing: true }))?.path).toBe('b-sentence.md');
  });

  it('a heading as the query finds its chunk', async () => {
    const { hits } = await runSearch(
      { ...kernel, orderFactors: (_, chunks) => new Float64Array(chunks.length).fill(1) },
      target,
      'guide modes',
    );
    expect(hits[0]?.headingPath).toEqual(['Guide', 'Modes', 'Playback mode']);
    expect((await first('guide modes'))?.headingPath).toEqual(['Guide', 'Modes']);
  });

  it('one word, several lines and misspelt words are ranked without order', async () => {
    const plain = (query: string) => runSearch({ ...kernel, orderFactors: () => fail() }, target, query);
    const fail = (): never => {
      throw new Error('the order was asked for');
    };
    for (const query of ['module', 'module\nread variable', 'modle varible raed', 'path:a-often', ''])
      await plain(query);
    await expect(plain('module read')).rejects.toThrow('the order was asked for');
  });
});

describe('many hits', () => {
  const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'running', 'run', 'the', 'of'];
  const makeFiles = (seed: number) => {
    const random = createRandom(seed);
    const words = (n: number) => Array.from({ length: n }, () => random.pick(WORDS)).join(' ');
    return Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [`doc-${100 + i}.txt`, `${words(3 + random.below(30))}\n`]),
    );
  };

  it('scores equal a brute-force BM25F, for the best 20 times the factor of word order; chunks with all words come first', async () => {
    const files = makeFiles(5);
    const own = makeSearchTarget(kernel, files, 3);
    const paths = Object.keys(files);
    const oracle = createOracle(
      kernel,
      paths.map((path) => ({ path, isCode: false, chunks: [{ body: (files[path] as string).trimEnd() }] })),
    );
    for (const query of ['alpha beta', 'delta running the', 'gamma of the alpha run']) {
      const words = query.split(' ');
      const ranked = oracle(words);
      const telling = words.filter((word) => !['the', 'of'].includes(word));
      const hasAll = ({ path }: { path: string }) =>
        telling.every((word) => oracle([word]).some((hit) => hit.path === path));
      const inOrder = (group: typeof ranked) => {
        const best = group.slice(0, LIMITS.maxOrdered).map((hit) => {
          const plain = words.map((text) => ({ text, prefix: false }));
          const factor = orderFactorOf(kernel, plain, { texts: [files[hit.path] as string], headings: [] });
          return { ...hit, score: hit.score * factor };
        });
        best.sort((a, b) => b.score - a.score || paths.indexOf(a.path) - paths.indexOf(b.path));
        return [...best, ...group.slice(LIMITS.maxOrdered)];
      };
      const isSentence = words.length - telling.length > 1;
      const all = isSentence ? [] : ranked.filter(hasAll);
      const wanted = [...inOrder(all), ...inOrder(ranked.filter((hit) => !all.includes(hit)))];
      const { hits, total } = await runSearch(kernel, own, query, { limit: 50 });
      expect(total).toBe(ranked.length);
      expect(hits.map(({ path }) => path)).toEqual(wanted.slice(0, 50).map(({ path }) => path));
      expect(hits.filter(({ some }) => !some).length).toBe(isSentence ? 50 : Math.min(50, all.length));
      for (const [i, { score }] of hits.entries()) expect(score).toBeCloseTo(wanted[i]!.score, 9);
    }
  });

  it('result pages of any size are parts of one list, in falling order after those with all words, with one total and the same facets', async () => {
    const own = makeSearchTarget(kernel, makeFiles(6), 2);
    for (const query of ['alpha beta', '"alpha beta" gamma', 'running the -delta']) {
      const all = await runSearch(kernel, own, query, { limit: 50 });
      for (const some of [undefined, true]) {
        const scores = all.hits.filter((hit) => hit.some === some).map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      }
      expect(all.hits.findIndex((hit) => hit.some)).toBe((all.all ?? 50) < 50 ? all.all : -1);
      for (const limit of [1, 7, 20]) {
        for (let offset = 0; offset < all.hits.length; offset += limit) {
          const page = await runSearch(kernel, own, query, { limit, offset });
          const ids = page.hits.map(({ id }) => id);
          const wanted = all.hits.slice(offset, offset + limit).map(({ id }) => id);
          expect(ids.slice(0, wanted.length)).toEqual(wanted);
          expect(ids.length).toBe(Math.min(limit, all.total - offset));
          expect([page.total, page.all, page.facets]).toEqual([all.total, all.all, all.facets]);
        }
      }
    }
  });
});
