import type { Engine } from '../../engine/contract.ts';
import type { PickedChunk } from '../../model/choices.ts';
import { createSignal } from './signal.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;

/** Chunks picked by hand, by collection. A basket is kept with its collection, so it is copied and deleted with it. */
export const baskets = createSignal<Readonly<Record<string, readonly PickedChunk[]>>>({});

let keeper: Choosing | undefined;

/** Reads the baskets of collections that have not been loaded yet. */
export async function loadBaskets(engine: Choosing, collectionIds: readonly string[]): Promise<void> {
  keeper = engine;
  for (const id of collectionIds) {
    if (id in baskets.get()) continue;
    baskets.update((all) => ({ ...all, [id]: [] }));
    const { basket } = await engine.readChoices(id);
    // Picks made before the answer came are kept.
    baskets.update((all) => ({ ...all, [id]: [...basket, ...(all[id] ?? [])] }));
  }
}

export function togglePick(collectionId: string, pick: PickedChunk): 'added' | 'removed' {
  const list = baskets.get()[collectionId] ?? [];
  const isIn = list.some((other) => other.id === pick.id);
  setPicks(collectionId, isIn ? list.filter((other) => other.id !== pick.id) : [...list, pick]);
  return isIn ? 'removed' : 'added';
}

export function setPicks(collectionId: string, picks: readonly PickedChunk[]): void {
  baskets.update((all) => ({ ...all, [collectionId]: picks }));
  // Full or refused storage: the basket then lasts as long as the page.
  keeper?.writeChoices(collectionId, { basket: picks }).catch(() => {});
}
