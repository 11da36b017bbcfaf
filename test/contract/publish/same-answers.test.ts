import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { SearchOptions } from '../../../src/model/hit.ts';
import { ingestFiles, type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { publishToMap, type StaticHost, startStaticHost } from '../../support/static-host.ts';
import { makeReader, PUBLISHED_SOURCE } from './published-engine.ts';

const QUERIES = (
  [
    ['kernel'],
    ['the order of the words'],
    ['"stored bytes"'],
    ['index -search'],
    ['path:d shard'],
    ['kind:markdown'],
    ['heading:What'],
    ['symbol:open'],
    ['tag:pond'],
    ['sear', { typing: true }],
    ['serach'],
    ['openCollection'],
    ['collection', { fold: true, limit: 10 }],
    ['collection', { limit: 10, offset: 30 }],
    ['bytes', { filters: { kind: ['code', 'type_script'] } }],
    ['東京'],
    ['password'],
    ['zzzzqqqq'],
    [''],
  ] as const
).map(([query, options = {}]): [string, SearchOptions] => [query, options]);

const FIXTURES: Readonly<
  Record<string, { readonly files: MadeFiles; readonly second?: MadeFiles; readonly mask?: boolean }>
> = {
  documents: { files: readFolder('docs', /^(?!decisions).*\.md$/) },
  code: { files: readFolder('src/engine', /^(collection|open|search|shards)\b.*\.ts$/) },
  'odd files of two sources, masked': {
    files: {
      'empty.md': '',
      'blank.txt': '\n\n\n',
      'binary.dat': new Uint8Array([0, 1, 2, 3]),
      'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>Open the collection</title></svg>',
      'page.html': '<title>The title of the index</title><h1>Search</h1><p>Stored bytes, the kernel and its order.</p>',
      'long.json': JSON.stringify(
        Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`shard${i}`, `bytes of shard ${i}`])),
      ),
      'de/haus.md': '# Wohnen\n\nIn diesem Haus ist es warm, aber nicht sehr hell, und das ist auch gut so für alle.\n',
      'wide/東京.md': '# 東京タワー\n\n東京の塔です。search\n',
      'secret.env':
        'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\npassword = "hunter2-hunter2-9931"\n',
    },
    second: { 'd/notes.md': '# What\n\nThe kernel, once more. #pond/reed\n\n## Index\n\nshard and collection\n' },
    mask: true,
  },
};

describe.each(Object.entries(FIXTURES))('a published collection of %s', (_, { files, second, mask = false }) => {
  let local: Engine;
  let localId: string;
  let remote: Engine;
  let remoteId: string;
  let host: StaticHost;

  beforeAll(async () => {
    local = (await makeEngine()).engine;
    localId = await makeCollection(local, files, PUBLISHED_SOURCE);
    if (second !== undefined) await ingestFiles(local, localId, second, { name: 'second' });
    host = await startStaticHost(await publishToMap(local, localId, { mask }));
    remote = await makeReader();
    remoteId = (await remote.openPublished(host.url)).id;
  }, 60_000);
  afterAll(() => host.close());

  it.each(QUERIES)('[B5] answers %j like its original collection', async (query, options) => {
    const ours = await local.search(localId, query, { ...options, mask });
    const theirs = await remote.search(remoteId, query, options);
    expect(theirs).toEqual(ours);
  });

  it.runIf('de/haus.md' in files)('[B5] finds a German word by another form of it', async () => {
    const ours = await local.search(localId, 'Häuser', { mask });
    expect(ours.hits.map(({ path }) => path)).toEqual(['files/de/haus.md']);
    expect(await remote.search(remoteId, 'Häuser')).toEqual(ours);
  });

  it('[B5] shows the same chunks by ref, id and short id, and the same outlines, symbols, files and warnings', async () => {
    const { hits } = await local.search(localId, 'index', { mask });
    expect(hits.length).toBeGreaterThan(0);
    for (const { id, ref, path } of hits.slice(0, 5)) {
      const chunk = await local.getChunk(localId, ref, { mask });
      for (const name of [ref, id, id.slice(0, 12)]) expect(await remote.getChunk(remoteId, name)).toEqual(chunk);
      expect(await remote.listOutline(remoteId, path)).toEqual(await local.listOutline(localId, path, { mask }));
      expect(await remote.listSymbols(remoteId, path)).toEqual(await local.listSymbols(localId, path, { mask }));
      expect(await remote.findChunkAt(remoteId, path, 3)).toBeDefined();
    }
    expect(await remote.getChunk(remoteId, 'ffffffffffff')).toBeUndefined();
    if (!mask) expect(await remote.listFiles(remoteId)).toEqual(await local.listFiles(localId));
    if (!mask) expect(await remote.listWarnings(remoteId)).toEqual(await local.listWarnings(localId));
    expect((await remote.palette(remoteId, 'ind')).length).toBeGreaterThan(0);
  });

  it('[B5] shows a whole file as its first request', async () => {
    const path = (await local.listFiles(localId)).find(({ chunkCount }) => chunkCount > 0)?.path ?? '';
    const fresh = await makeReader();
    const { id } = await fresh.openPublished(host.url);
    const whole = await fresh.readFile(id, path);
    if (mask) expect(whole?.chunks.length).toBeGreaterThan(0);
    else expect(whole).toEqual(await local.readFile(localId, path));
  });

  it.each(['chunks', 'signatures'] as const)(
    '[B5] makes the same packs of %s as its first request, but for signatures of neighbours, without the table of files',
    async (detail) => {
      const options = { budgetTokens: 2_000, format: 'markdown', counter: 'other', detail, mask } as const;
      const query = 'the kernel of the index';
      const fresh = await makeReader();
      const { id } = await fresh.openPublished(host.url);
      const before = host.log.length;
      const theirs = await fresh.makePack({ ...options, collectionId: id, query });
      // Names that files use are not looked up over the network.
      const own = await local.makePack({ ...options, collectionId: localId, query, without: ['neighbours'] });
      expect(theirs).toEqual(own);
      expect(host.log.slice(before).filter((line) => line.includes('/files-'))).toEqual([]);
    },
  );

  it('keeps a copy that answers without its host', async () => {
    const copy = await remote.keepCopy(remoteId, 'keep');
    expect(copy.publishedAt).toBeUndefined();
    const requests = host.log.length;
    const ours = await local.search(localId, 'kernel', { mask });
    const kept = await remote.search(copy.id, 'kernel');
    expect(kept.hits.map(({ id, score }) => ({ id, score }))).toEqual(
      ours.hits.map(({ id, score }) => ({ id, score })),
    );
    expect(host.log.length).toBe(requests);
  });
});

it('publishes the same bytes every time', async () => {
  const { engine } = await makeEngine();
  const files = { 'a.md': '# A\n\none\n', 'b.md': '# B\n\ntwo\n' };
  const [first, second] = [await makeCollection(engine, files), await makeCollection(engine, files)];
  expect(await publishToMap(engine, second)).toEqual(await publishToMap(engine, first));
});

it('[B6] reveals nothing about where, when and what was excluded', async () => {
  const { engine } = await makeEngine();
  const collectionId = await makeCollection(engine, {
    'a.md': '# A\n',
    '.git/hidden-name': 'x',
    'node_modules/private-name/a.js': '1',
  });
  const published = await publishToMap(engine, collectionId);
  const all = [...published.values()].map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n');
  expect(all).not.toMatch(/hidden-name|private-name|"createdAt"|mtime/);
});

it('[B6] [E1] is the same for any folder name, and does not contain it', async () => {
  const { engine } = await makeEngine();
  const publishFrom = async (name: string): Promise<Map<string, Uint8Array>> => {
    const { id } = await engine.createCollection({ name: 'Notes' });
    const input = { type: 'files' as const, name, files: [{ path: 'a.md', file: new File(['# A\n\none\n'], 'a.md') }] };
    await engine.ingest({ collectionId: id, jobId: name, input });
    return publishToMap(engine, id);
  };
  const secret = await publishFrom('secret-customer');
  expect(await publishFrom('another')).toEqual(secret);
  const all = [...secret.values()].map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n');
  expect(all).not.toContain('secret-customer');
});

function readFolder(folder: string, pattern: RegExp): MadeFiles {
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => pattern.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
