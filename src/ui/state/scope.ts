import { useEffect, useMemo } from 'react';
import { useApp } from './context.ts';
import { type Scope, useRoute } from './route.ts';
import { createSignal, useSignal } from './signal.ts';
import { useCurrentCollection } from './use-current-collection.ts';

/** Ids of all collections, the open one first: where not all fit into memory, it must. */
export const allCollections = createSignal<readonly string[]>([]);

/** Follows the library. One hook on the page is enough. */
export function useAllCollections(): void {
  const { state } = useApp();
  const collections = useSignal(state.collections);
  const current = useCurrentCollection()?.id;
  useEffect(() => {
    const ids = (collections ?? []).map(({ id }) => id);
    allCollections.set([...ids.filter((id) => id === current), ...ids.filter((id) => id !== current)]);
  }, [collections, current]);
}

/** What the address says is asked. With one collection there is nothing to choose. */
export function useScope(): { readonly scope: Scope; readonly canChoose: boolean } {
  const route = useRoute();
  const canChoose = useSignal(allCollections).length > 1;
  return { scope: canChoose && 'scope' in route ? route.scope : undefined, canChoose };
}

/** Names of collections by id. */
export function useCollectionNames(): ReadonlyMap<string, string> {
  const { state } = useApp();
  const collections = useSignal(state.collections);
  return useMemo(() => new Map((collections ?? []).map(({ id, name }) => [id, name])), [collections]);
}
