import { currentRoute, type Route, type Scope } from '../route.ts';
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

/** What was asked in the last place of a collection. */
export const lastScope = createSignal<Scope>(undefined);

/** What the address says is asked; in places that are of no collection, what was asked before. */
export function currentScope(): Scope {
  return findScope(currentRoute(), lastScope.get());
}

export function findScope(route: Route, last: Scope): Scope {
  return isOfCollection(route) ? route.scope : last;
}

export function isOfCollection(route: Route): route is Extract<Route, { readonly collectionId: string }> {
  return 'collectionId' in route && route.collectionId !== undefined;
}
