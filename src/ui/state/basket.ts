import type { Engine } from '../../engine/contract.ts';
import type { PickedChunk } from '../../model/choices.ts';
import { createSignal } from './signal.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;

/** Chunks picked by hand, by collection. A basket is kept with its collection, so it is copied and deleted with it. */
export const baskets = createSignal<Readonly<Record<string, readonly PickedChunk[]>>>({});

let keeper: Choosing | undefined;

/** Reads the basket of a collection that was not open yet. */
export async function loadBasket(engine: Choosing, collectionId: string): Promise<void> {
  keeper = engine;
  if (collectionId in baskets.get()) return;
  baskets.update((all) => ({ ...all, [collectionId]: [] }));
  const { basket } = await engine.readChoices(collectionId);
  // Whoever was faster than the store keeps what was picked.
  baskets.update((all) => ({ ...all, [collectionId]: [...basket, ...(all[collectionId] ?? [])] }));
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
