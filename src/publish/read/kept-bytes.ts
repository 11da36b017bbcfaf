import type { Span } from '../../lib/span.ts';
import type { KeptBytes } from '../contract.ts';

const PREFIX = 'quire-published ';
/** Limit per collection. People who read more can keep a copy. */
const MAX_BYTES = 64_000_000;
/** Collections whose blocks are kept; the oldest is removed first. */
const MAX_COLLECTIONS = 8;

/** Opens Cache Storage, with one entry per span. Undefined if the browser has none (plain http, private windows). */
export function openKeptBytes(storage: CacheStorage | undefined, address: string): KeptBytes | undefined {
  if (storage === undefined) return undefined;
  const name = PREFIX + address;
  const toKey = (file: string, [start, end]: Span): string => new URL(`${file}?${start}-${end}`, address).href;
  const opening = openCache(storage, name);
  let bytesLeft = 0;

  return {
    async read(file, span) {
      try {
        const found = await (await opening)?.match(toKey(file, span));
        return found && new Uint8Array(await found.arrayBuffer());
      } catch {
        return undefined;
      }
    },
    write(file, span, bytes) {
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) return;
      const own = bytes.slice();
      opening.then((cache) => cache?.put(toKey(file, span), new Response(own))).catch(() => {});
    },
    keepOnly(files) {
      const current = new Set(files.map((file) => new URL(file, address).pathname));
      bytesLeft = MAX_BYTES;
      opening
        .then(async (cache) => {
          for (const request of (await cache?.keys()) ?? []) {
            const { pathname, search } = new URL(request.url);
            const [start = 0, end = 0] = search.slice(1).split('-').map(Number);
            if (current.has(pathname)) bytesLeft -= end - start;
            else await cache?.delete(request);
          }
        })
        .catch(() => {});
    },
  };
}

async function openCache(storage: CacheStorage, name: string): Promise<Cache | undefined> {
  try {
    const cache = await storage.open(name);
    const own = (await storage.keys()).filter((other) => other.startsWith(PREFIX) && other !== name);
    for (const old of own.slice(0, Math.max(0, own.length - MAX_COLLECTIONS + 1))) await storage.delete(old);
    return cache;
  } catch {
    return undefined;
  }
}
