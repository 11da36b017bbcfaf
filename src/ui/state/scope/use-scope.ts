import { useEffect, useMemo } from 'react';
import { useApp } from '../context.ts';
import { type Scope, useRoute } from '../route.ts';
import { useSignal } from '../signal.ts';
import { findScope, isOfCollection } from './all-collections.ts';

/** Follows `currentScope`. With one collection, the user has no choice. */
export function useScope(): { readonly scope: Scope; readonly canChoose: boolean } {
  const { collections, lastScope } = useApp().state;
  const route = useRoute();
  const scope = findScope(route, useSignal(lastScope));
  const canChoose = (useSignal(collections)?.length ?? 0) > 1;
  const isNews = isOfCollection(route) && canChoose;
  useEffect(() => {
    if (isNews) lastScope.set(scope);
  }, [lastScope, isNews, scope]);
  return { scope: canChoose ? scope : undefined, canChoose };
}

/** Names of collections by id. */
export function useCollectionNames(): ReadonlyMap<string, string> {
  const { state } = useApp();
  const collections = useSignal(state.collections);
  return useMemo(() => new Map((collections ?? []).map(({ id, name }) => [id, name])), [collections]);
}
