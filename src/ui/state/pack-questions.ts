import { createSignal } from './signal.ts';

/** What a pack is wanted with beside its selection, by collection: it is there on return. */
export interface PackWish {
  /** Keys of items that are not wanted. */
  readonly leaveOut: readonly string[];
  /** The snapshot since which something changed, where the pack is about that. */
  readonly since?: { readonly id: string; readonly at: string };
}

export const NO_WISH: PackWish = { leaveOut: [] };

export const packWishes = createSignal<Readonly<Record<string, PackWish>>>({});

export function setPackWish(collectionId: string, wish: PackWish): void {
  packWishes.update((all) => ({ ...all, [collectionId]: wish }));
}
