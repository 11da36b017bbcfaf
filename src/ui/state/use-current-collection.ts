import { useEffect } from 'react';
import type { Collection } from '../../model/collection.ts';
import { useApp } from './context.ts';
import { preferences, setPreference } from './preferences.ts';
import { useRoute } from './route.ts';
import { useSignal } from './signal.ts';

/** Returns the collection in the address; on screens without one, the last one that was open. */
export function useCurrentCollection(): Collection | undefined {
  const { state } = useApp();
  const route = useRoute();
  const collections = useSignal(state.collections) ?? [];
  const { lastCollection } = useSignal(preferences);
  const named = 'collectionId' in route ? route.collectionId : undefined;
  const found = collections.find((collection) => collection.id === (named ?? lastCollection));
  const current = found ?? (named === undefined ? collections[0] : undefined);
  const id = current?.id;
  useEffect(() => {
    if (named !== undefined && id === named && lastCollection !== named) setPreference('lastCollection', named);
  }, [named, id, lastCollection]);
  return current;
}
