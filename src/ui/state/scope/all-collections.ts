import { currentRoute, type Scope } from '../route.ts';
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

/** For an address: whoever asks all collections goes on asking them in the next place. */
export function keepScope(scope: Scope): { readonly scope?: Scope } {
  return scope === undefined ? {} : { scope };
}

export function currentScope(): Scope {
  const route = currentRoute();
  return 'scope' in route ? route.scope : undefined;
}
