import type { Collection } from '../../../model/collection.ts';
import type { AppState } from '../app-state.ts';
import { currentRoute, type Route, type Scope } from '../route.ts';

/** Lists the ids of all collections, the open one first, so that it is searched even if not all fit into memory. */
export function listAll(collections: readonly Collection[] = []): readonly string[] {
  const route = currentRoute();
  const open = 'collectionId' in route ? route.collectionId : undefined;
  const ids = collections.map(({ id }) => id);
  return [...ids.filter((id) => id === open), ...ids.filter((id) => id !== open)];
}

/** Returns the scope in the address; on screens without a collection, the last one. */
export function currentScope({ lastScope }: Pick<AppState, 'lastScope'>): Scope {
  return findScope(currentRoute(), lastScope.get());
}

export function findScope(route: Route, last: Scope): Scope {
  return isOfCollection(route) ? route.scope : last;
}

export function isOfCollection(route: Route): route is Extract<Route, { readonly collectionId: string }> {
  return 'collectionId' in route && route.collectionId !== undefined;
}
