import type { EngineDeps } from '../deps.ts';
import type { OpenCollection } from '../open/faces.ts';
import { type MaskedCopy, type MaskName, makeMaskedCopy } from './mask-collection.ts';

/** Masked copies without allowed secrets, for agents, packs and single artifacts. */
export interface MaskedCopies {
  /** Calls `work` with the masked copy of this generation. The copy stays for a while, since requests come in series. */
  withCopy<T>(open: OpenCollection, work: (masked: OpenCollection, maskName: MaskName) => Promise<T>): Promise<T>;
}

/** Lifetime of an unused copy. A copy is fully in memory, so only one is cached, briefly. */
const KEEP_MS = 30_000;
const MAX_KEPT_BYTES = 200_000_000;

export function createMaskedCopies(deps: EngineDeps): MaskedCopies {
  let cached: { readonly original: OpenCollection; readonly copy: Promise<MaskedCopy> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function evict(): void {
    const { copy } = cached ?? {};
    cached = undefined;
    copy?.then(({ open }) => open.release()).catch(() => undefined);
  }

  function get(open: OpenCollection): Promise<MaskedCopy> {
    if (cached?.original === open) return cached.copy;
    evict();
    const copy = makeMaskedCopy(deps, { open, allowed: new Set() });
    cached = { original: open, copy };
    return copy;
  }

  function evictLater(): void {
    clearTimeout(timer);
    const isLarge = (cached?.original.collection.stats.total_bytes ?? 0) > MAX_KEPT_BYTES;
    timer = setTimeout(evict, isLarge ? 0 : KEEP_MS);
    // In Node a timer keeps the process alive.
    (timer as { unref?: () => void }).unref?.();
  }

  return {
    async withCopy(open, work) {
      // Published collections were masked at publication, or are public.
      if (open.isRemote) return work(open, (text) => text);
      clearTimeout(timer);
      try {
        let copy = await get(open);
        // A request for another collection evicted it meanwhile.
        while (!copy.open.retain()) copy = await get(open);
        try {
          return await work(copy.open, copy.maskName);
        } finally {
          copy.open.release();
        }
      } catch (error) {
        if (cached?.original === open) evict();
        throw error;
      } finally {
        evictLater();
      }
    },
  };
}
