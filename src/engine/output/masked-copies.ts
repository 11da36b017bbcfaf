import type { EngineDeps } from '../deps.ts';
import type { OpenCollection } from '../open/faces.ts';
import type { MaskName } from './mask-collection.ts';
import type { MaskedStream } from './select-files.ts';

/** Lifetime of an unused copy. Its index is in memory, so only one is cached, briefly. */
const KEEP_MS = 30_000;
const MAX_KEPT_BYTES = 200_000_000;

interface Cached {
  readonly original: OpenCollection;
  readonly masking: Promise<MaskedStream>;
  /** Built for the first search. */
  searchable?: Promise<OpenCollection>;
}

export function createMaskedCopies(deps: EngineDeps) {
  let cached: Cached | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function evict(): void {
    const { searchable } = cached ?? {};
    cached = undefined;
    searchable?.then((open) => open.release()).catch(() => undefined);
  }

  function find(open: OpenCollection): Cached {
    if (cached?.original === open) return cached;
    evict();
    const mask = async () => (await import('./select-files.ts')).maskFiles(deps, { open, allowed: new Set() });
    cached = { original: open, masking: mask() };
    return cached;
  }

  /** Keeps `open` as long as the copy, which reads its texts. */
  async function makeSearchable(open: OpenCollection, masking: Promise<MaskedStream>): Promise<OpenCollection> {
    if (!open.retain()) throw new Error('the collection is closed');
    try {
      return (await (await masking).stream?.toSearchable(open.release)) ?? open;
    } catch (error) {
      open.release();
      throw error;
    }
  }

  function evictLater(): void {
    clearTimeout(timer);
    const isLarge = (cached?.original.collection.stats.total_bytes ?? 0) > MAX_KEPT_BYTES;
    timer = setTimeout(evict, isLarge ? 0 : KEEP_MS);
    // In Node a timer keeps the process alive.
    (timer as { unref?: () => void }).unref?.();
  }

  async function use<T>(open: OpenCollection, work: () => Promise<T>): Promise<T> {
    clearTimeout(timer);
    try {
      return await work();
    } catch (error) {
      if (cached?.original === open) evict();
      throw error;
    } finally {
      evictLater();
    }
  }

  return {
    /** Masks this generation for reading file by file. The caller keeps `open` as long as it reads. */
    get: (open: OpenCollection) => use(open, () => find(open).masking),
    /** Calls `work` with a masked collection that can be searched. Its index stays for a while, since requests come in series. */
    async withSearchable<T>(
      open: OpenCollection,
      work: (masked: OpenCollection, maskName: MaskName) => Promise<T>,
    ): Promise<T> {
      // Published collections were masked at publication, or are public.
      if (open.isRemote) return work(open, (text) => text);
      return use(open, async () => {
        for (;;) {
          const copy = find(open);
          copy.searchable ??= makeSearchable(open, copy.masking);
          const masked = await copy.searchable;
          // A request for another collection evicted it meanwhile.
          if (!masked.retain()) continue;
          try {
            return await work(masked, (await copy.masking).maskName);
          } finally {
            masked.release();
          }
        }
      });
    },
  };
}

/** Masked collections without allowed secrets, for agents, packs and single artifacts. */
export type MaskedCopies = ReturnType<typeof createMaskedCopies>;
