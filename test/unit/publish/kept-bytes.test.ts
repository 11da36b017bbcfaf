import { expect, it } from 'vitest';
import { createBlockReader } from '../../../src/publish/read/blocks.ts';
import { openKeptBytes } from '../../../src/publish/read/kept-bytes.ts';
import { createVerifiedHost } from '../../../src/publish/read/verified-host.ts';
import { createBlockWriter } from '../../../src/publish/write/block-writer.ts';
import { makeHost, makeSink, sha256 } from './make-published.ts';

const ADDRESS = 'https://host.test/docs/collection/';

/** The part of Cache Storage that is used. */
function makeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      match: async (url: string) => entries.get(url)?.clone(),
      put: async (url: string, response: Response) => void entries.set(url, response),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => entries.delete(url),
    };
  };
  const storage = { open, keys: async () => [...all.keys()], delete: async (name: string) => all.delete(name) };
  return { all, storage: storage as unknown as CacheStorage };
}

async function publish() {
  const sink = makeSink();
  const writer = await createBlockWriter(sink, 'words', sha256);
  await writer.write(Uint8Array.from({ length: 20_000 }, (_, i) => i % 13));
  return { ...(await writer.finish((name) => name)), files: sink.files };
}

async function visit(published: Awaited<ReturnType<typeof publish>>, storage: CacheStorage) {
  const kept = openKeptBytes(storage, ADDRESS);
  kept?.keepOnly([published.file.name]);
  const host = makeHost(published.files, kept);
  const reader = createBlockReader(
    createVerifiedHost(host, new Uint8Array(), sha256),
    published.file,
    published.directory,
  );
  let sum = 0;
  await reader.readSpans([[100, 9_000]], (bytes) => {
    for (const byte of bytes) sum += byte;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { asked: host.asked.length, sum };
}

it('[B4] the next visit does not fetch what one visit has read', async () => {
  const [published, { storage }] = [await publish(), makeCaches()];
  const first = await visit(published, storage);
  expect(first.asked).toBe(1);
  expect(await visit(published, storage)).toEqual({ asked: 0, sum: first.sum });
});

it('[B3] wrong kept bytes are fetched again, and never used', async () => {
  const [published, { all, storage }] = [await publish(), makeCaches()];
  const first = await visit(published, storage);
  for (const entries of all.values())
    for (const url of entries.keys()) entries.set(url, new Response('something else'));
  expect(await visit(published, storage)).toEqual(first);
});

it('[B2] bytes of an older version are dropped', async () => {
  const [published, { all, storage }] = [await publish(), makeCaches()];
  await visit(published, storage);
  openKeptBytes(storage, ADDRESS)?.keepOnly(['words-0000000000000000.bin']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([...all.values()].map((entries) => entries.size)).toEqual([0]);
});

it('the newest collections are kept, and caches of other code are not touched', async () => {
  const { all, storage } = makeCaches();
  await storage.open('quire-shell https://host.test/');
  for (let i = 0; i < 12; i++) {
    openKeptBytes(storage, `https://host.test/${i}/collection/`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(all.size).toBe(9);
  expect([...all.keys()].at(-1)).toContain('/11/');
  expect(all.has('quire-shell https://host.test/')).toBe(true);
});

it('a browser that blocks its storage changes nothing', async () => {
  const published = await publish();
  const refusing = { open: () => Promise.reject(new DOMException('no', 'SecurityError')) } as unknown as CacheStorage;
  expect((await visit(published, refusing)).asked).toBe(1);
  expect(openKeptBytes(undefined, ADDRESS)).toBeUndefined();
});
