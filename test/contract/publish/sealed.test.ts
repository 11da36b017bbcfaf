import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, PublishLock } from '../../../src/engine/contract.ts';
import { toBase64Url } from '../../../src/lib/bytes.ts';
import { createCollectionCipher } from '../../../src/publish/format/cipher.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import {
  flipsBits,
  type Habit,
  type PublishedFolder,
  publishToMap,
  type StaticHost,
  sendRange,
  startStaticHost,
} from '../../support/static-host.ts';
import { openManifestText, openPiece, type SealedManifestText, toFileKey, toPassphraseKey } from './open-sealed.ts';
import { makeReader, PUBLISHED_SOURCE } from './published-engine.ts';

const QUERY = 'lantern of page';
const PAGES = 150;
const createKey = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
const KEY = createKey();
const PASSPHRASE = 'correct horse battery staple';
const MANIFEST = 'collection/manifest.json';

let local: Engine;
let localId: string;
let sealed: PublishedFolder;
let open: PublishedFolder;
let host: StaticHost | undefined;

beforeAll(async () => {
  local = (await makeEngine()).engine;
  localId = await makeCollection(local, makeFiles('lantern'), PUBLISHED_SOURCE);
  sealed = await publishToMap(local, localId, { lock: { key: KEY } });
  open = await publishToMap(local, localId, { allowOpen: true });
}, 60_000);

afterEach(async () => {
  await host?.close();
  host = undefined;
});

function makeFiles(word: string): Record<string, string> {
  const toPage = (i: number): string =>
    `# Headline ${i}\n\nThe ${word} of page ${i}.\n\n${`number${i} and plenty of text that fills this page\n`.repeat(20 + (i % 7))}`;
  return Object.fromEntries(Array.from({ length: PAGES }, (_, i) => [`folder/secretname${i}.md`, toPage(i)]));
}

async function serve(files: PublishedFolder): Promise<StaticHost> {
  host = await startStaticHost(new Map(files));
  return host;
}

async function ask(url: string, secret?: string): Promise<unknown> {
  const reader = await makeReader();
  const { id } = await reader.openPublished(url, secret);
  return reader.search(id, QUERY);
}

const readManifest = (files: PublishedFolder): SealedManifestText =>
  JSON.parse(Buffer.from(files.get(MANIFEST) as Uint8Array).toString()) as SealedManifestText;

describe('an encrypted website', () => {
  it('answers readers with the link as the collection does, for at most a tenth more bytes', async () => {
    const expected = await local.search(localId, QUERY);
    const bytes: number[] = [];
    for (const [files, end] of [
      [open, ''],
      [sealed, `#key=${KEY}`],
    ] as const) {
      const { url } = await serve(files);
      const reader = await makeReader();
      const { id } = await reader.openPublished(url + end);
      expect(await reader.search(id, QUERY)).toEqual(expected);
      const path = 'folder/secretname7.md';
      bytes.push((await reader.publishedTraffic(id)).bytes);
      expect(await reader.listOutline(id, path)).toEqual(await local.listOutline(localId, path));
      expect(await reader.readFile(id, path)).toEqual(await local.readFile(localId, path));
      await host?.close();
    }
    expect((bytes[1] as number) / (bytes[0] as number)).toBeLessThan(1.1);
  });

  it('opens by passphrase and by any link into it, and asks the host for no key', async () => {
    const { url, log } = await serve(await publishToMap(local, localId, { lock: { passphrase: PASSPHRASE } }));
    const reader = await makeReader();
    const { id } = await reader.openPublished(url, PASSPHRASE);
    const linked = `${url}#/c/${encodeURIComponent(id)}/k/abc?q=lantern`;
    expect((await (await makeReader()).openPublished(linked)).id).toBe(id);
    expect(await ask(url, linked)).toEqual(await local.search(localId, QUERY));
    expect(log.join()).not.toContain('key');
  });

  it('contains no word, path or title, and no plain page', () => {
    const all = [...sealed].map(([name, bytes]) => `${name} ${Buffer.from(bytes).toString('latin1')}`).join('\n');
    for (const planted of ['lantern', 'number7', 'secretname', 'folder', 'Headline', 'plenty'])
      expect(all).not.toContain(planted);
    expect([...sealed.keys()].every((name) => name === MANIFEST || /^collection\/[0-9a-f]{32}\.bin$/.test(name))).toBe(
      true,
    );
  });

  it('is never written twice with the same key and nonce', async () => {
    const again = await publishToMap(local, localId, { lock: { key: KEY } });
    const names = [...sealed.keys(), ...again.keys()].filter((name) => name !== MANIFEST);
    expect(new Set(names).size).toBe(names.length);
    expect(readManifest(again).id).not.toBe(readManifest(sealed).id);
  });
});

/** Answers a range of one file with other bytes of the collection. */
function swaps(pick: (name: string, bytes: Uint8Array) => Uint8Array): Habit {
  return ({ name, bytes, range, response }) => {
    if (range === undefined) return false;
    const other = pick(name, bytes);
    sendRange(response, Buffer.alloc(bytes.length, other), range);
    return true;
  };
}

/** Turns the file by its first 64 bytes: every block is read at the place of another. */
const turned = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes.subarray(64), bytes.subarray(0, 64)]);

describe('an encrypted website refuses', () => {
  const link = (url: string): string => `${url}#key=${KEY}`;

  it.each([
    ['a flipped bit', () => flipsBits('.bin')],
    ['a block of another place', () => swaps((_, bytes) => turned(bytes))],
    [
      'a block of another file',
      () =>
        swaps(
          (name) => [...sealed].find(([other, bytes]) => other !== name && bytes.length > 0)?.[1] ?? new Uint8Array(1),
        ),
    ],
  ])('%s', async (_, habit) => {
    const served = await serve(sealed);
    served.habit = habit();
    await expect(ask(link(served.url))).rejects.toMatchObject({ code: 'publish/damaged' });
  });

  it('a truncated file', async () => {
    const files: PublishedFolder = new Map(
      [...sealed].map(([name, bytes]) => [name, name === MANIFEST ? bytes : bytes.subarray(0, -16)]),
    );
    const { url } = await serve(files);
    await expect(ask(link(url))).rejects.toMatchObject({ code: expect.stringMatching(/^publish\/(damaged|cut-off)$/) });
  });

  it.each([
    ['no key', '', undefined, 'publish/key-needed'],
    ['the key of another collection', `#key=${createKey()}`, undefined, 'publish/wrong-key'],
    ['a passphrase where it opens by its link', '', 'open sesame', 'publish/wrong-key'],
  ])('%s', async (_, end, secret, code) => {
    const { url } = await serve(sealed);
    await expect(ask(url + end, secret)).rejects.toMatchObject({ code });
  });

  it('an open collection in its place', async () => {
    const { url } = await serve(open);
    await expect(ask(link(url))).rejects.toMatchObject({ code: 'publish/not-encrypted' });
  });

  it.each([
    ['fewer iterations', (manifest: SealedManifestText) => ({ ...manifest, salt: '0'.repeat(32), iterations: 1 })],
    ['a changed body', (manifest: SealedManifestText) => ({ ...manifest, body: `AAAA${manifest.body.slice(4)}` })],
    ['another id', (manifest: SealedManifestText) => ({ ...manifest, id: '0'.repeat(32) })],
  ])('a manifest with %s', async (_, change) => {
    const manifest = change(readManifest(sealed));
    const { url } = await serve(new Map([...sealed, [MANIFEST, Buffer.from(JSON.stringify(manifest))]]));
    await expect(ask(link(url))).rejects.toMatchObject({
      code: expect.stringMatching(/^publish\/(bad-manifest|wrong-key)$/),
    });
  });
});

describe('an encrypted website that is published again', () => {
  const publishNew = async (lock: PublishLock): Promise<PublishedFolder> =>
    publishToMap(local, await makeCollection(local, makeFiles('beacon'), PUBLISHED_SOURCE), { lock });

  it('with the same key shows the new state to an open page and to old links', async () => {
    const { url, files } = await serve(sealed);
    const reader = await makeReader();
    const { id } = await reader.openPublished(`${url}#key=${KEY}`);
    files.clear();
    for (const [name, bytes] of await publishNew({ key: KEY })) files.set(name, bytes);
    expect((await reader.search(id, 'beacon')).hits.length).toBeGreaterThan(0);
    expect((await (await makeReader()).openPublished(`${url}#key=${KEY}`)).stats.total_files).toBe(PAGES);
  });

  it('a new key locks old links out', async () => {
    const { url } = await serve(await publishNew({ key: createKey() }));
    await expect(ask(`${url}#key=${KEY}`)).rejects.toMatchObject({ code: 'publish/wrong-key' });
  });

  it('the same passphrase keeps the key', async () => {
    const lock = { passphrase: PASSPHRASE };
    const [first, second] = [
      await publishToMap(local, localId, { lock }),
      await publishToMap(local, localId, { lock }),
    ];
    const served = await serve(first);
    const { id } = await (await makeReader()).openPublished(served.url, PASSPHRASE);
    served.files.clear();
    for (const [name, bytes] of second) served.files.set(name, bytes);
    expect((await (await makeReader()).openPublished(id.replace('published:', ''))).id).toBe(id);
  });
});

describe('the format of an encrypted website', () => {
  it("is read by Node's crypto: manifest, head and every block", async () => {
    const files = await publishToMap(local, localId, { lock: { passphrase: PASSPHRASE } });
    const manifest = readManifest(files);
    const key = toPassphraseKey(PASSPHRASE, manifest.salt as string, manifest.iterations as number);
    const { body } = JSON.parse(openManifestText(key, manifest)) as {
      body: { index_id: string; parts: { head: { start: number; end: number } }; files: { index: { name: string } } };
    };
    expect(body.index_id).toMatch(/^[0-9a-f]{64}$/);
    const { name } = body.files.index;
    const stored = files.get(`collection/${name}`) as Uint8Array;
    const { start, end } = body.parts.head;
    expect(openPiece(toFileKey(key, name.slice(0, 32)), start, stored.subarray(start, end)).length).toBe(
      end - start - 16,
    );
  });

  it('has the vectors of docs/formats/published.md', async () => {
    const json = /```json vectors\n([\s\S]*?)\n```/.exec(readFileSync('docs/formats/published.md', 'utf8'))?.[1];
    const { key, id, check, pieces, passphrase } = JSON.parse(json ?? '{}') as {
      key: string;
      id: string;
      check: string;
      pieces: { start: number; plain: string; sealed: string }[];
      passphrase: { text: string; salt: string; iterations: number; key: string };
    };
    const raw = Buffer.from(key, 'base64url');
    const cipher = await createCollectionCipher(key);
    expect(await cipher.toCheck(id)).toBe(check);
    for (const { start, plain, sealed } of pieces) {
      expect(openPiece(toFileKey(raw, id), start, Buffer.from(sealed, 'hex')).toString()).toBe(plain);
      const own = await (await cipher.openFile(id)).seal(start, Buffer.from(plain));
      expect(Buffer.from(own).toString('hex')).toBe(sealed);
    }
    const derived = toPassphraseKey(passphrase.text, passphrase.salt, passphrase.iterations);
    expect(derived.toString('base64url')).toBe(passphrase.key);
  });
});
