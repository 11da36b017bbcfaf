import { currentRoute } from '../route.ts';
import { createSignal } from '../signal.ts';

/** Ids of all collections, as the library has them. */
export const allCollections = createSignal<readonly string[]>([]);

/** The open one first: where not all fit into memory, it must. */
export function listAll(): readonly string[] {
  const route = currentRoute();
  const open = 'collectionId' in route ? route.collectionId : undefined;
  const ids = allCollections.get();
  return [...ids.filter((id) => id === open), ...ids.filter((id) => id !== open)];
}
