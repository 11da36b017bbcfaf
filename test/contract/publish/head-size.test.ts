import { describe, expect, it } from 'vitest';
import { makePages } from '../../bench/publish-pages.ts';
import { type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { type PublishedFolder, publishToMap, startStaticHost } from '../../support/static-host.ts';
import { makeReader, PUBLISHED_SOURCE } from './published-engine.ts';

const PAGES = sampleSize({ sample: 100, whole: 400 });
/** One in four pages gives its title as a query. */
const EVERY = 4;

/** Each page in a folder of its own, as documentation sites have them. */
function toFiles(pages: ReturnType<typeof makePages>): MadeFiles {
  return Object.fromEntries(pages.map(({ path, markdown }) => [`${path}/index.md`, markdown]));
}

function readSizes(folder: PublishedFolder): { readonly headBytes: number; readonly chunks: number } {
  const { body } = JSON.parse(Buffer.from(folder.get('collection/manifest.json') as Uint8Array).toString());
  return { headBytes: body.parts.head.end - body.parts.head.start, chunks: body.stats.total_chunks };
}

describe('the head of a published collection', { timeout: 120_000 }, () => {
  it('grows slower than the text, and queries have the first ten hits of the local collection', async () => {
    const pages = makePages('node_modules', PAGES);
    const { engine } = await makeEngine();
    const sample = await makeCollection(engine, toFiles(pages.filter((_, i) => i % EVERY === 0)));
    const id = await makeCollection(engine, toFiles(pages), PUBLISHED_SOURCE);
    const folder = await publishToMap(engine, id);
    const [small, large] = [readSizes(await publishToMap(engine, sample)), readSizes(folder)];
    // 241,846 bytes for the 76,281 chunks of MDN are 3.2 a chunk.
    expect(large.headBytes / large.chunks).toBeLessThan(small.headBytes / small.chunks);
    const host = await startStaticHost(folder);
    const reader = await makeReader();
    try {
      const remote = (await reader.openPublished(host.url)).id;
      for (const { title } of pages.filter((_, i) => i % EVERY === 0)) {
        const { hits } = await engine.search(id, title, { limit: 10 });
        expect((await reader.search(remote, title, { limit: 10 })).hits, title).toEqual(hits);
      }
    } finally {
      await host.close();
    }
  });
});
