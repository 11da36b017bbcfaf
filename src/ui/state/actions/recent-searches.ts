import { type AppContext, useApp } from '../context.ts';
import { useSignal } from '../signal.ts';

const SHOWN = 6;
const MAX_KEPT = 60;

/** Returns the last searches of a collection that found something. */
export function useRecentSearches(collectionId: string): readonly string[] {
  const { recentSearches } = useSignal(useApp().state.preferences.values);
  return recentSearches
    .filter((row) => row.startsWith(`${collectionId} `))
    .slice(0, SHOWN)
    .map((row) => row.slice(collectionId.length + 1));
}

/** Remembers a search. Replaces its own beginnings, which are pauses in typing. */
export function rememberSearch({ state }: AppContext, collectionId: string, text: string): void {
  const own = `${collectionId} ${text.trim()}`;
  const { recentSearches } = state.preferences.values.get();
  const others = recentSearches.filter((row, i) => row !== own && !(i === 0 && own.startsWith(row)));
  state.preferences.set('recentSearches', [own, ...others].slice(0, MAX_KEPT));
}

export function forgetSearches({ state }: AppContext, collectionId: string): void {
  const { recentSearches } = state.preferences.values.get();
  const others = recentSearches.filter((row) => !row.startsWith(`${collectionId} `));
  state.preferences.set('recentSearches', others);
}
