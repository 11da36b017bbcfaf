import { useMemo } from 'react';
import { useApp } from '../context.ts';
import { type Scope, useRoute } from '../route.ts';
import { useSignal } from '../signal.ts';
import { allCollections } from './all-collections.ts';

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
