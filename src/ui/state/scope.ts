import { useEffect, useMemo } from 'react';
import type { Collection } from '../../model/collection.ts';
import type { AppState } from './app-state.ts';
import { useApp } from './context.ts';
import { currentRoute, type Route, type Scope, useRoute } from './route.ts';
import { useSignal } from './signal.ts';

/** Follows `currentScope`. With one collection, the user has no choice. */
export function useScope(): { readonly scope: Scope; readonly canChoose: boolean } {
  const { collections, lastScope } = useApp().state;
  const route = useRoute();
  const scope = findScope(route, useSignal(lastScope));
  const canChoose = (useSignal(collections)?.length ?? 0) > 1;
  const isChosen = isOfCollection(route) && canChoose;
  useEffect(() => {
    if (isChosen) lastScope.set(scope);
  }, [lastScope, isChosen, scope]);
  return { scope: canChoose ? scope : undefined, canChoose };
}

/** Names of collections by id. */
export function useCollectionNames(): ReadonlyMap<string, string> {
  const { state } = useApp();
  const collections = useSignal(state.collections);
  return useMemo(() => new Map((collections ?? []).map(({ id, name }) => [id, name])), [collections]);
}

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

function findScope(route: Route, last: Scope): Scope {
  return isOfCollection(route) ? route.scope : last;
}

function isOfCollection(route: Route): route is Extract<Route, { readonly collectionId: string }> {
  return 'collectionId' in route && route.collectionId !== undefined;
}
