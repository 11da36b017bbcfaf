import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { makeReader, PUBLISHED_SOURCE } from '../../contract/publish/published-engine.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { publishToMap, type StaticHost, startStaticHost } from '../../support/static-host.ts';

const THREE =
  'Der Hund ist nicht im Haus und auch nicht da. The dog is not in the house. El perro no es de la casa y ya.\n';
const FILES = {
  'three.md': THREE.repeat(50),
  'none.txt': '0123 4567 89\n',
  'long.txt': 'x'.repeat(sampleSize({ sample: 1 << 20, whole: 10 << 20 })),
  'front.md': '---\ntags: [heron\naliases: {x: 1}\ntitle: "unclosed\n---\n# Wrong\n\nHerons.\n',
  'a.md': 'Herons wade. [[b]] [[a]]\n',
  'b.md': 'Back. [[a]] [[c]]\n',
  'c.md': 'Round. [[b]] [[a]]\n',
  'tag.md': `#${'t'.repeat(10_000)} #short herons\n`,
};
const QUERIES = [
  'herons',
  'dog',
  'Hunde',
  'perros',
  '4567',
  'x',
  'tag:tttt',
  'tag:short',
  'language:en',
  'path:',
  'unclosed',
];

describe('hostile notes in the WebAssembly kernel, the JavaScript kernel and a published collection [E2][E3]', () => {
  const readers: [Engine, string][] = [];
  let host: StaticHost;
  beforeAll(async () => {
    for (const build of ['simd', 'js'] as const) {
      const { engine } = await makeEngine({ build });
      readers.push([engine, await makeCollection(engine, FILES, PUBLISHED_SOURCE)]);
    }
    host = await startStaticHost(await publishToMap(...(readers[0] as [Engine, string])));
    const reader = await makeReader();
    readers.push([reader, (await reader.openPublished(host.url)).id]);
  }, 120_000);
  afterAll(() => host.close());

  it.each(QUERIES)('%s has the same answer', async (query) => {
    const [ours, ...theirs] = await Promise.all(readers.map(([engine, id]) => engine.search(id, query)));
    for (const answer of theirs) expect(answer).toEqual(ours);
  });

  it('are all indexed with bounded tags, and links in a cycle are packed once', async () => {
    const packs = readers.map(async ([engine, collectionId]) => {
      const options = { format: 'markdown', counter: 'o200k', mask: false, budgetTokens: 4_000 } as const;
      const { items } = await engine.makePack({ ...options, collectionId, query: 'wade' });
      return items.map(({ path, why }) => [path, why]);
    });
    for (const items of await Promise.all(packs))
      expect(items).toEqual([
        ['a.md', 'hit'],
        ['b.md', 'linked'],
      ]);
    for (const [engine, id] of readers) {
      const files = await engine.listFiles(id);
      expect(files.filter(({ chunkCount }) => chunkCount > 0)).toHaveLength(Object.keys(FILES).length);
      const { facets } = await engine.search(id, 'herons');
      expect(facets?.tag).toEqual([['short', 1]]);
      expect((await engine.listLinks(id, 'c.md')).backlinks.map(({ path }) => path)).toEqual(['b.md']);
    }
  });
});
