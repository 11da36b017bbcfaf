import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { ingestFiles, type MadeFiles, makeCollection, makeFilled } from '../../support/make-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';

const words = fc.constantFrom(...'alpha beta gamma configuration getUserName 日本語 café 404 retry'.split(' '));
const text = fc.array(words, { minLength: 1, maxLength: 40 }).map((list) => list.join(' '));
const markdown = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), words, text), { maxLength: 6 })
  .map((sections) => sections.map(([level, title, body]) => `${'#'.repeat(level)} ${title}\n\n${body}\n`).join('\n'));
const path = fc.constantFrom('a.md', 'b.md', 'docs/c.md', 'docs/d.txt', 'e.json', 'src/f.ts');
const content = fc.oneof(markdown, text, fc.constant('{"a": [1, 2, {"b": "retry"}]}'));
const state = fc.dictionary(path, content, { maxKeys: 6 });

const QUERIES = 'retry¦configurati¦"alpha beta"¦getusername -404¦日本語¦kind:markdown¦cafe gamma path:docs'.split('¦');

async function observe(engine: Engine, collectionId: string): Promise<unknown> {
  const index = await (await engine.exportArtifact(collectionId, 'index.json')).text();
  const answers = [];
  for (const query of QUERIES) {
    const { hits, total } = await engine.search(collectionId, query, { typing: true });
    answers.push({ query, total, hits: hits.map((hit) => [hit.path, hit.lines, hit.score]) });
  }
  return { index, answers };
}

describe('[E1] pure', () => {
  it('an updated collection has the same artifacts, hits and scores as a fresh build', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 4 }), async (states) => {
        const { engine, id } = await makeFilled(states[0] as MadeFiles);
        for (const next of states.slice(1)) await ingestFiles(engine, id, next, { sourceId: 'made' });
        const fresh = await makeCollection(engine, states.at(-1) as MadeFiles);
        expect(await observe(engine, id)).toEqual(await observe(engine, fresh));
      }),
      { numRuns: sampleSize({ sample: 10, whole: 25 }), seed: 20261115 },
    );
  });
});
