import { deepStrictEqual } from 'node:assert/strict';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { makeSearchTarget } from '../../support/search-target.ts';
import type { FuzzTarget } from '../contract.ts';
import { findSeeds, writeSeed } from '../find-seeds.ts';

/** Files per kind: a query over 16 files takes a third of the time of one over 48. */
const FILES_PER_KIND = 4;

/** Typed queries, and texts pasted by mistake, give the same hits in every kernel. */
export function createQueryTarget(kernels: readonly Kernel[]): FuzzTarget {
  const found = ['md', 'ts', 'json', 'py'].flatMap((extension) => findSeeds([extension]).slice(0, FILES_PER_KIND));
  const files = Object.fromEntries(found.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]));
  const targets = kernels.map((kernel) => ({ kernel, target: makeSearchTarget(kernel, files, 2) }));
  const [first, ...others] = targets as [(typeof targets)[number], ...typeof targets];
  const ask = ({ kernel, target }: typeof first, text: string, typing: boolean) =>
    runSearch(kernel, target, text, { typing, limit: 20 });
  return {
    name: 'query',
    weight: 5,
    seeds: [
      writeSeed('a', 'how to open the "token budget" path:docs -kind:json'),
      writeSeed('b', 'createEngine symbol:open heading:"the store" lang:typescript'),
      writeSeed('c', 'collcetion serach wrker'),
      writeSeed('d', 'getUserName -"not this" source:x OR AND ()'),
    ],
    tokens: '"¦-¦path:¦kind:¦symbol:¦heading:"¦"" ¦ ¦*¦~¦(¦:¦\\¦a¦store¦日本¦\0¦😀¦\n'.split('¦'),
    async check({ bytes }, random) {
      const text = new TextDecoder().decode(bytes);
      const typing = random.below(2) === 0;
      const answer = await ask(first, text, typing);
      if (random.below(20) !== 0) return;
      const other = await ask(random.pick(others), text, typing);
      deepStrictEqual(other.hits, answer.hits, 'another kernel gives other hits');
    },
  };
}
