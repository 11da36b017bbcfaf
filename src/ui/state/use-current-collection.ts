import { useEffect, useMemo } from 'react';
import type { Collection } from '../../model/collection.ts';
import { isOpen } from '../../model/job.ts';
import type { AppState } from './app-state.ts';
import type { Connection } from './connection.ts';
import { useApp } from './context.ts';
import { useRoute } from './route.ts';
import { useSignal } from './signal.ts';

/** Returns the collection in the address; on screens without one, the last one that was open, in this tab if there was one. */
export function useCurrentCollection(): Collection | undefined {
  const { state } = useApp();
  const route = useRoute();
  const last = useSignal(state.lastCollection);
  const collections = useCollectionsByUse();
  const named = 'collectionId' in route ? route.collectionId : undefined;
  const found = collections.find((collection) => collection.id === (named ?? last));
  const id = found?.id;
  useEffect(() => {
    if (named !== undefined && id === named && last !== named) noteUse(state, named);
  }, [state, named, id, last]);
  return found ?? (named === undefined ? collections[0] : undefined);
}

/** Whether the page shows the collection published with it, as its publisher's site: readers manage nothing there. */
export function isSite({ beside, isSinglePage }: Connection, collection: Collection | undefined): boolean {
  const isPublished = beside !== undefined || isSinglePage === true;
  return isPublished && (collection === undefined || collection.publishedAt !== undefined);
}

export function useIsSite(): boolean {
  return isSite(useApp().connection, useCurrentCollection());
}

const MAX_USED = 100;

/** Makes a collection the last one that was used. */
export function noteUse(
  { preferences, lastCollection }: Pick<AppState, 'preferences' | 'lastCollection'>,
  id: string,
): void {
  lastCollection.set(id);
  const others = preferences.values.get().usedCollections.filter((other) => other !== id);
  preferences.set('usedCollections', [id, ...others].slice(0, MAX_USED));
}

/** Returns all collections: the last used first, then those that changed last. */
export function useCollectionsByUse(): readonly Collection[] {
  const { state } = useApp();
  const collections = useSignal(state.collections);
  const used = useSignal(state.preferences.values).usedCollections;
  return useMemo(() => sortByUse(collections ?? [], used), [collections, used]);
}

export function sortByUse(collections: readonly Collection[], used: readonly string[]): readonly Collection[] {
  const toRank = ({ id }: Collection) => (used.includes(id) ? used.indexOf(id) : used.length);
  return [...collections].sort((a, b) => toRank(a) - toRank(b) || (a.changedAt < b.changedAt ? 1 : -1));
}

/** True while a job of this tab adds to the collection, or is about to: a missing hit may appear soon. */
export function useIsReading(collectionId: string): boolean {
  const { state } = useApp();
  const jobs = useSignal(state.jobs).filter((job) => job.collectionId === collectionId);
  const collection = useSignal(state.collections)?.find(({ id }) => id === collectionId);
  // The collection exists before the first event of its job.
  return (jobs.length === 0 && collection?.awaitsSource === true) || jobs.some(isOpen);
}
