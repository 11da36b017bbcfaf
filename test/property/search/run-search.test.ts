import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { SearchedCollection } from '../../../src/engine/open/faces.ts';
import { runSearch } from '../../../src/engine/search/run-search.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { makeSearchTarget } from '../../support/search-target.ts';

let kernel: Kernel;
let target: SearchedCollection;
beforeAll(async () => {
  kernel = await loadNodeKernel();
  target = makeSearchTarget(kernel, {
    'a/read me.md': '# Title\n\nSome text about 日本語 and café, getUserName, 😀 x_y-z.\n',
    'b.json': '{"a": [1, 2, {"path": "kind:"}]}',
    'c.txt': 'one two three four five six seven\n',
  });
}, 60_000);

const pieces = fc.constantFrom(
  ...'"¦-¦path:¦kind:¦heading:"¦ ¦\n¦text¦getUser¦日本¦😀¦\ud800¦*¦\\¦(¦~¦café¦\u0301'.split('¦'),
);
const queries = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
);

it('no query makes search throw, and every mark is inside its snippet [E3]', async () => {
  await fc.assert(
    fc.asyncProperty(queries, fc.boolean(), async (query, typing) => {
      const answer = await runSearch(kernel, target, query, { typing });
      expect(answer.total).toBeGreaterThanOrEqual(answer.hits.length);
      for (const { snippet, ranges } of answer.hits) {
        let last = 0;
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(snippet.length);
          last = end;
        }
      }
    }),
    { numRuns: 400, seed: 7 },
  );
});

it('every word of a chunk finds that chunk', async () => {
  const tokens = kernel.tokens('Some text about 日本語 and café, getUserName, 😀 x_y-z.');
  for (const { text } of tokens) {
    const { hits } = await runSearch(kernel, target, text);
    expect(hits.map(({ path }) => path)).toContain('a/read me.md');
  }
});
