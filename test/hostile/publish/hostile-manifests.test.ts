import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { makeReader } from '../../contract/publish/published-engine.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import {
  neverEnds,
  type PublishedFolder,
  publishToMap,
  type StaticHost,
  startStaticHost,
} from '../../support/static-host.ts';

type Json = Record<string, unknown>;

let host: StaticHost;
let published: PublishedFolder;
let reader: Engine;

beforeAll(async () => {
  const { engine } = await makeEngine();
  published = await publishToMap(
    engine,
    await makeCollection(engine, { 'a.md': '# A\n\nword\n', 'b.md': '# B\n\nword\n' }),
  );
  host = await startStaticHost(new Map(published));
});
beforeEach(async () => {
  reader = await makeReader({ idleMs: 5_000 });
});
afterAll(() => host.close());

/** Serves a manifest with a correct hash, as any author can. */
function serveManifest(change: (body: Json) => unknown): void {
  const { body } = JSON.parse(Buffer.from(published.get('collection/manifest.json') as Uint8Array).toString()) as {
    body: Json;
  };
  const changed = JSON.stringify(change(body));
  const hash = createHash('sha256').update(changed).digest('hex');
  host.files.set('collection/manifest.json', Buffer.from(`{"quire":3,"hash":"${hash}","body":${changed}}`));
}

const withFile =
  (role: string, file: unknown) =>
  (body: Json): Json => ({ ...body, files: { ...(body.files as Json), [role]: file } });
const withPart =
  (part: unknown) =>
  (body: Json): Json => ({ ...body, parts: { ...(body.parts as Json), head: part } });
const withText = (change: object) => withFile('text', { name: NAME, bytes: 1, ...change });
const HASH = '0'.repeat(32);

const NAME = 'text-0123456789abcdef.bin';
const NAMES = [
  ...[`../${NAME}`, `/${NAME}`, '/etc/passwd', `//host.test/${NAME}`, `https://host.test/${NAME}`, `a/${NAME}`],
  ...[
    `${NAME}?x`,
    `${NAME}\n`,
    'text-0123456789ABCDEF.bin',
    NAME.replace('text', 'TEXT'),
    'text-.bin',
    `%2e%2e/${NAME}`,
  ],
  ...['__proto__', '', null, 7],
];
const SIZES = [-1, 1.5, 2 ** 53, 1e300, '1', null];
const HASHES = ['', 'zz'.repeat(16), '0'.repeat(31), '0'.repeat(33), null];

/** Changes, and the field that the error names. */
const REFUSED: readonly (readonly [string, string, (body: Json) => unknown])[] = [
  ...NAMES.map((name) => [`the name ${JSON.stringify(name)}`, 'files.text.name', withText({ name })] as const),
  ...SIZES.map((bytes) => [`the size ${bytes}`, 'files.text.bytes', withText({ bytes })] as const),
  ...HASHES.map((hash) => [`the hash ${hash}`, 'parts.head.hash', withPart({ start: 0, end: 1, hash })] as const),
  [
    'a thousand dictionaries',
    'files.words',
    withFile('words', Array(1000).fill({ name: 'words-0000000000000000.bin', bytes: 1 })),
  ],
  ['no files at all', 'files', (body) => ({ ...body, files: undefined })],
  ['settings that are none', 'settings', (body) => ({ ...body, settings: { stemming: 'yes' } })],
  ['a name that is a book', 'name', (body) => ({ ...body, name: 'x'.repeat(5_000) })],
  ['nothing', '', () => null],
  ['a list', '', () => []],
  ['everything in its prototype', 'name', (body) => JSON.parse(`{"__proto__":${JSON.stringify(body)}}`)],
];

const DAMAGED: Readonly<Record<string, (body: Json) => unknown>> = {
  'a part that ends before it begins': withPart({ start: 10, end: 5, hash: HASH }),
  'a part behind the end of its file': withPart({ start: 0, end: 9e9, hash: HASH }),
  'a part of a gigabyte': (body) =>
    withPart({ start: 0, end: 2 ** 30, hash: HASH })(
      withFile('index', { name: 'index-0000000000000000.bin', bytes: 2 ** 31 })(body),
    ),
  'a part with another hash': (body) => withPart({ ...((body.parts as Json).head as Json), hash: HASH })(body),
  'sizes that are not those of the files': (body) =>
    withFile('text', { ...((body.files as Json).text as Json), bytes: 7 })(body),
};

describe('a hostile manifest', () => {
  it.each(REFUSED)('with %s is refused', async (_, place, change) => {
    serveManifest(change);
    await expect(reader.openPublished(host.url)).rejects.toMatchObject({
      code: 'publish/bad-manifest',
      details: { file: 'manifest.json', place: expect.stringContaining(place) },
    });
  });

  it('with a wrong hash is refused', async () => {
    const text = Buffer.from(published.get('collection/manifest.json') as Uint8Array).toString();
    host.files.set('collection/manifest.json', Buffer.from(text.replace('"made"', '"fade"')));
    await expect(reader.openPublished(host.url)).rejects.toMatchObject({
      code: 'publish/bad-manifest',
      details: { place: 'hash' },
    });
  });

  it.each(Object.entries(DAMAGED))('with %s is an error that names the file', async (_, change) => {
    serveManifest(change);
    await expect(reader.openPublished(host.url)).rejects.toMatchObject({
      code: 'publish/damaged',
      details: { file: expect.stringMatching(/^index-/) },
    });
  });

  it('with prototype keys changes nothing', async () => {
    serveManifest((body) =>
      JSON.parse(
        `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${JSON.stringify(body).slice(1)}`,
      ),
    );
    const { name } = await reader.openPublished(host.url);
    expect(name).toBe('made');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('of another format is reported as such', async () => {
    host.files.set('collection/manifest.json', Buffer.from('{"quire":99}'));
    await expect(reader.openPublished(host.url)).rejects.toMatchObject({ code: 'publish/newer-format' });
    for (const text of ['', '<!doctype html><title>Not found</title>', '[1]', '{}', '{"quire":"1"}']) {
      host.files.set('collection/manifest.json', Buffer.from(text));
      await expect(reader.openPublished(host.url)).rejects.toMatchObject({
        code: expect.stringMatching(/not-published|bad-manifest/),
      });
    }
  });
});

describe('a body that never ends', () => {
  it('is not read beyond the limit of a manifest', async () => {
    host.files.set('collection/manifest.json', new Uint8Array(1));
    host.habit = neverEnds('manifest');
    await expect(reader.openPublished(host.url)).rejects.toMatchObject({
      code: 'publish/bad-manifest',
      details: { file: 'manifest.json' },
    });
  });

  it('is not read beyond the size of its file', async () => {
    host.files.set('collection/manifest.json', published.get('collection/manifest.json') as Uint8Array);
    host.habit = neverEnds('index');
    await expect(reader.openPublished(host.url)).rejects.toMatchObject({
      code: 'publish/damaged',
      details: { file: expect.stringMatching(/^index-/) },
    });
  });
});
