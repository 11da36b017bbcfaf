import type { EngineDeps } from '../deps.ts';
import type { OpenCollection } from '../open/open-collection.ts';
import { type MaskedTwin, type MaskName, makeMaskedTwin } from './mask-collection.ts';

/** Masked twins in which nothing is allowed: what agents, packs and single artifacts are made from. */
export interface MaskedTwins {
  /** Calls `work` with the twin of the generation that is open. It stays for a while: who asks once asks again. */
  use<T>(open: OpenCollection, work: (masked: OpenCollection, maskName: MaskName) => Promise<T>): Promise<T>;
}

/** A twin lies in memory whole, so one is kept, and not for long. */
const KEEP_MS = 30_000;
const MAX_KEPT_BYTES = 200_000_000;

export function createMaskedTwins(deps: EngineDeps): MaskedTwins {
  let kept: { readonly of: OpenCollection; readonly twin: Promise<MaskedTwin> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let users = 0;

  function evict(): void {
    const { twin } = kept ?? {};
    kept = undefined;
    twin?.then(({ open }) => open.release()).catch(() => undefined);
  }

  function get(open: OpenCollection): Promise<MaskedTwin> {
    if (kept?.of === open) return kept.twin;
    evict();
    const twin = makeMaskedTwin(deps, { open, allowed: new Set() });
    kept = { of: open, twin };
    return twin;
  }

  function restLater(): void {
    const isLarge = (kept?.of.generation.row.collection.stats.total_bytes ?? 0) > MAX_KEPT_BYTES;
    timer = setTimeout(evict, isLarge ? 0 : KEEP_MS);
    // In Node a timer keeps the process alive.
    (timer as { unref?: () => void }).unref?.();
  }

  return {
    async use(open, work) {
      // Masked when it was published, or public as it is.
      if (open.isRemote) return work(open, (text) => text);
      clearTimeout(timer);
      users++;
      try {
        let twin = await get(open);
        // Somebody asked about another collection meanwhile.
        while (!twin.open.retain()) twin = await get(open);
        try {
          return await work(twin.open, twin.maskName);
        } finally {
          twin.open.release();
        }
      } catch (error) {
        if (kept?.of === open) evict();
        throw error;
      } finally {
        users--;
        if (users === 0) restLater();
      }
    },
  };
}
