import { expect, it } from 'vitest';
import { makePages } from '../../bench/publish-pages.ts';
import { type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { isWhole } from '../../support/sample-size.ts';
import { publishToMap } from '../../support/static-host.ts';

/** Each page in a folder of its own, as documentation sites have them. */
function toFiles(pages: ReturnType<typeof makePages>): MadeFiles {
  return Object.fromEntries(pages.map(({ path, markdown }) => [`${path}/index.md`, markdown]));
}

it.runIf(isWhole)('the head of a published collection grows slower than the text', { timeout: 120_000 }, async () => {
  const pages = makePages('node_modules', 400);
  const { engine } = await makeEngine();
  const toHeadBytesPerChunk = async (own: typeof pages): Promise<number> => {
    const folder = await publishToMap(engine, await makeCollection(engine, toFiles(own)));
    const { body } = JSON.parse(Buffer.from(folder.get('collection/manifest.json') as Uint8Array).toString());
    return (body.parts.head.end - body.parts.head.start) / body.stats.total_chunks;
  };
  // 241,846 bytes for the 76,281 chunks of MDN are 3.2 a chunk.
  expect(await toHeadBytesPerChunk(pages)).toBeLessThan(await toHeadBytesPerChunk(pages.filter((_, i) => i % 4 === 0)));
});
