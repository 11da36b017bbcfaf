import { useEffect } from 'react';
import type { Collection } from '../../model/collection.ts';
import type { Connection } from './connection.ts';
import { useApp } from './context.ts';
import { useRoute } from './route.ts';
import { useSignal } from './signal.ts';

/** Returns the collection in the address; on screens without one, the last one that was open. */
export function useCurrentCollection(): Collection | undefined {
  const { state } = useApp();
  const route = useRoute();
  const collections = useSignal(state.collections) ?? [];
  const { lastCollection } = useSignal(state.preferences.values);
  const named = 'collectionId' in route ? route.collectionId : undefined;
  const found = collections.find((collection) => collection.id === (named ?? lastCollection));
  const current = found ?? (named === undefined ? collections[0] : undefined);
  const id = current?.id;
  useEffect(() => {
    if (named !== undefined && id === named && lastCollection !== named) state.preferences.set('lastCollection', named);
  }, [state, named, id, lastCollection]);
  return current;
}

/** Whether the page shows the collection published with it, as its publisher's site: readers manage nothing there. */
export function isSite({ beside, isSinglePage }: Connection, collection: Collection | undefined): boolean {
  const isPublished = beside !== undefined || isSinglePage === true;
  return isPublished && (collection === undefined || collection.publishedAt !== undefined);
}

export function useIsSite(): boolean {
  return isSite(useApp().connection, useCurrentCollection());
}
