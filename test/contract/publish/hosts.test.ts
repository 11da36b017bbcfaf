import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import {
  compressesRanges,
  cutsOff,
  flipsBits,
  hangs,
  ignoresRanges,
  type PublishedFolder,
  publishToMap,
  type StaticHost,
  sendsWrongTypes,
  startStaticHost,
} from '../../support/static-host.ts';
import { makeReader, PUBLISHED_SOURCE } from './published-engine.ts';

const QUERY = 'word of page';
let local: Engine;
let localId: string;
let published: PublishedFolder;
let host: StaticHost | undefined;

function makeFiles(count: number, word: string): Record<string, string> {
  const toPage = (i: number): string =>
    `# Page ${i}\n\nThe ${word} of page ${i}.\n\n${`number${i} and more text that fills this page\n`.repeat(20 + (i % 7))}`;
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`pages/${i}.md`, toPage(i)]));
}

beforeAll(async () => {
  local = (await makeEngine()).engine;
  localId = await makeCollection(local, makeFiles(400, 'word'), PUBLISHED_SOURCE);
  published = await publishToMap(local, localId);
}, 60_000);

afterEach(async () => {
  await host?.close();
  host = undefined;
});

async function serve(options: { path?: string } = {}): Promise<StaticHost> {
  host = await startStaticHost(new Map(published), options);
  return host;
}

async function expectSameHits(reader: Engine, url: string): Promise<string> {
  const { id } = await reader.openPublished(url);
  expect(await reader.search(id, QUERY)).toEqual(await local.search(localId, QUERY));
  return id;
}

describe('[B2] a host', () => {
  it('with ranges serves two files to open and parts of two for a query', async () => {
    const { url, log } = await serve();
    const reader = await makeReader();
    const id = await expectSameHits(reader, url);
    expect(log[0]).toMatch(/^GET collection\/manifest\.json$/);
    expect(log[1]).toMatch(/^GET collection\/index-\w+\.bin bytes=/);
    expect(log.slice(1).every((line) => line.includes('bytes='))).toBe(true);
    const { roundTrips, wholeFiles } = await reader.publishedTraffic(id);
    expect({ roundTrips, wholeFiles }).toEqual({ roundTrips: 5, wholeFiles: false });
  });

  it('does not serve the table of all files for a hit', async () => {
    const { url, log } = await serve();
    const reader = await makeReader();
    const { id } = await reader.openPublished(url);
    const [hit] = (await reader.search(id, QUERY)).hits;
    const path = hit?.path ?? '';
    expect(await reader.readFile(id, path)).toEqual(await local.readFile(localId, path));
    expect(await reader.findChunkAt(id, path, 3)).toEqual(await local.findChunkAt(localId, path, 3));
    expect(await reader.listOutline(id, path)).toEqual(await local.listOutline(localId, path));
    expect(log.filter((line) => line.includes('files-'))).toEqual([]);
  });

  it('gets no request twice for the same bytes', async () => {
    const { url, log } = await serve();
    const reader = await makeReader();
    await expectSameHits(reader, url);
    const before = log.length;
    await expectSameHits(reader, url);
    expect(log.length).toBe(before);
  });

  it('that ignores ranges serves whole files, each once', async () => {
    const served = await serve();
    served.habit = ignoresRanges;
    const reader = await makeReader();
    const id = await expectSameHits(reader, served.url);
    expect((await reader.publishedTraffic(id)).wholeFiles).toBe(true);
    expect(new Set(served.log.map((line) => line.split(' ')[1])).size).toBe(served.log.length);
  });

  it('that compresses the files it cuts ranges from serves whole files', async () => {
    const served = await serve();
    served.habit = compressesRanges;
    const reader = await makeReader();
    const id = await expectSameHits(reader, served.url);
    expect((await reader.publishedTraffic(id)).wholeFiles).toBe(true);
  });

  it('may serve the collection below a path and with wrong content types', async () => {
    const served = await serve({ path: '/a/b%20c/'.replace('%20', '-') });
    served.habit = sendsWrongTypes;
    await expectSameHits(await makeReader(), served.url);
  });

  it('is found by the address of the page, of the folder and of the manifest', async () => {
    const { url } = await serve({ path: '/docs/' });
    const reader = await makeReader();
    const ids = ['', 'index.html', 'index.html#/search', 'collection/', 'collection/manifest.json'].map(
      async (end) => (await reader.openPublished(url + end)).id,
    );
    expect(new Set(await Promise.all(ids)).size).toBe(1);
  });
});

/** Reads from every file of the collection. */
async function askEverything(url: string): Promise<void> {
  const reader = await makeReader({ idleMs: 1000 });
  const { id } = await reader.openPublished(url);
  const { hits } = await reader.search(id, QUERY);
  await reader.getChunk(id, hits[0]?.id ?? '');
  await reader.listOutline(id, 'pages/1.md');
}

describe('[B3] wrong bytes', () => {
  it.each([
    ...['index', 'words', 'text', 'files', 'outlines', 'ids'].map(
      (stem) =>
        [`in ${stem} are an error that names the file`, flipsBits(`collection/${stem}-`), 'damaged', stem] as const,
    ),
    ...['manifest', 'index', 'words', 'text'].map(
      (stem) => [`that end early in ${stem} are an error that names the file`, cutsOff(stem), 'cut-off', stem] as const,
    ),
    ['that never arrive are an error after the idle timeout', hangs('words'), 'stalled', 'words'] as const,
  ])('%s', async (_, habit, code, stem) => {
    const served = await serve();
    served.habit = habit;
    await expect(askEverything(served.url)).rejects.toMatchObject({
      code: `publish/${code}`,
      details: { file: expect.stringContaining(stem) },
    });
  });

  it('in the manifest are an error', async () => {
    const served = await serve();
    served.habit = flipsBits('manifest');
    const reader = await makeReader();
    await expect(reader.openPublished(served.url)).rejects.toMatchObject({
      code: expect.stringMatching(/^publish\/(bad-manifest|not-published)$/),
    });
  });

  it('that were wrong once are fetched again', async () => {
    const served = await serve();
    const flip = flipsBits('text-');
    let flips = 3;
    served.habit = (request) => flips-- > 0 && flip(request);
    await expectSameHits(await makeReader(), served.url);
  });

  it('of a file that was not copied are an error that names it', async () => {
    const served = await serve();
    for (const name of served.files.keys()) if (name.includes('/text-')) served.files.delete(name);
    await expect(askEverything(served.url)).rejects.toMatchObject({
      code: 'publish/missing',
      details: { file: expect.stringContaining('text') },
    });
  });

  it('from an address without a published collection are an error', async () => {
    const served = await serve();
    const reader = await makeReader();
    await expect(reader.openPublished(`${served.url}elsewhere/`)).rejects.toMatchObject({
      code: 'publish/not-published',
    });
    for (const address of ['', 'nothing', 'ftp://a/b', 'https://user:pass@host/', 'javascript:1'])
      await expect(async () => reader.openPublished(address)).rejects.toMatchObject({ code: 'publish/not-published' });
  });
});

describe('[B2] a newer version', () => {
  it('that replaces the one being read is read instead, and generations are never mixed', async () => {
    const { url, files } = await serve();
    const reader = await makeReader();
    const { id } = await reader.openPublished(url);
    await reader.search(id, 'number7');
    const newerId = await makeCollection(local, makeFiles(350, 'newer'), PUBLISHED_SOURCE);
    files.clear();
    for (const [name, bytes] of await publishToMap(local, newerId)) files.set(name, bytes);
    expect(await reader.search(id, 'newer number301')).toEqual(await local.search(newerId, 'newer number301'));
  });

  it('next to the files of the older one does not affect its readers', async () => {
    const { url, files } = await serve();
    const reader = await makeReader();
    const { id } = await reader.openPublished(url);
    const newerId = await makeCollection(local, makeFiles(350, 'newer'), PUBLISHED_SOURCE);
    for (const [name, bytes] of await publishToMap(local, newerId)) files.set(name, bytes);
    expect(await reader.search(id, QUERY)).toEqual(await local.search(localId, QUERY));
    expect(await (await makeReader()).openPublished(url)).toMatchObject({ stats: { total_files: 350 } });
  });
});
