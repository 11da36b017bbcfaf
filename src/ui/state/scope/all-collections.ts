import { currentRoute, type Route, type Scope } from '../route.ts';
import { createSignal } from '../signal.ts';

/** Ids of all collections, in the order of the library. */
export const allCollections = createSignal<readonly string[]>([]);

/** Lists the open collection first: when not all fit into memory, it must. */
export function listAll(): readonly string[] {
  const route = currentRoute();
  const open = 'collectionId' in route ? route.collectionId : undefined;
  const ids = allCollections.get();
  return [...ids.filter((id) => id === open), ...ids.filter((id) => id !== open)];
}

/** Keeps the scope of the query on the next screen. */
export function keepScope(scope: Scope): { readonly scope?: Scope } {
  return scope === undefined ? {} : { scope };
}

/** Scope of the last screen of a collection. */
export const lastScope = createSignal<Scope>(undefined);

/** Returns the scope in the address; on screens without a collection, the last one. */
export function currentScope(): Scope {
  return findScope(currentRoute(), lastScope.get());
}

export function findScope(route: Route, last: Scope): Scope {
  return isOfCollection(route) ? route.scope : last;
}

export function isOfCollection(route: Route): route is Extract<Route, { readonly collectionId: string }> {
  return 'collectionId' in route && route.collectionId !== undefined;
}
