import { createSignal } from './signal.ts';

/** What was asked for on the pack screen and what was left out of the answer, by collection: both are there on return. */
export interface PackWish {
  readonly query: string;
  /** Keys of items that are not wanted. */
  readonly leaveOut: readonly string[];
}

export const packWishes = createSignal<Readonly<Record<string, PackWish>>>({});

export function setPackWish(collectionId: string, wish: PackWish): void {
  packWishes.update((all) => ({ ...all, [collectionId]: wish }));
}
