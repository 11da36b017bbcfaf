import { useEffect, useMemo } from 'react';
import type { Collection } from '../../model/collection.ts';
import type { AppState } from './app-state.ts';
import { useApp } from './context.ts';
import { currentRoute, type Route, type Scope, toGroupName, useRoute } from './route.ts';
import { useSignal } from './signal.ts';
import { readStoredJson, writeStored } from './stored.ts';

/** Follows `currentScope`. With one collection, the user has no choice; a group without one of them is the open collection. */
export function useScope(): { readonly scope: Scope; readonly canChoose: boolean } {
  const { collections, lastScope } = useApp().state;
  const route = useRoute();
  const scope = findScope(route, useSignal(lastScope));
  const known = useSignal(collections);
  const canChoose = (known?.length ?? 0) > 1;
  const isChosen = isOfCollection(route) && canChoose;
  useEffect(() => {
    if (isChosen) lastScope.set(scope);
  }, [lastScope, isChosen, scope]);
  return { scope: canChoose && !isUnknownGroup(scope, known) ? scope : undefined, canChoose };
}

/** Names of collections by id. */
export function useCollectionNames(): ReadonlyMap<string, string> {
  const { state } = useApp();
  const collections = useSignal(state.collections);
  return useMemo(() => new Map((collections ?? []).map(({ id, name }) => [id, name])), [collections]);
}

/** Lists the ids of the collections in a scope, the open one first, so that it is searched even if not all fit into memory. */
export function listScope(scope: Scope, collections: readonly Collection[] = []): readonly string[] {
  const route = currentRoute();
  const open = 'collectionId' in route ? route.collectionId : undefined;
  const group = findGroup(scope);
  const ids = collections.map(({ id }) => id).filter((id) => group === undefined || group.ids.includes(id));
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

/** Collections that are searched together, under a name. */
export interface Group {
  readonly name: string;
  readonly ids: readonly string[];
}

/** Backups have it with every other `quire.…` text. */
const GROUPS = 'quire.groups';

export function readGroups(): readonly Group[] {
  const stored = readStoredJson(GROUPS);
  const isGroup = (one: Partial<Group> | null) => typeof one?.name === 'string' && Array.isArray(one.ids);
  return Array.isArray(stored) ? stored.filter(isGroup) : [];
}

/** Keeps a group in place of those with the same name, or deletes it if it has no collections. */
export function keepGroup(group: Group): void {
  const others = readGroups().filter(({ name }) => name !== group.name);
  writeStored(GROUPS, JSON.stringify(group.ids.length > 0 ? [...others, group] : others));
}

export function findGroup(scope: Scope): Group | undefined {
  const name = toGroupName(scope);
  return name === undefined ? undefined : readGroups().find((group) => group.name === name);
}

function isUnknownGroup(scope: Scope, collections: readonly Collection[] = []): boolean {
  if (toGroupName(scope) === undefined) return false;
  const ids = findGroup(scope)?.ids ?? [];
  return !collections.some(({ id }) => ids.includes(id));
}
