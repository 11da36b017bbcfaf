import type { AppContext } from './context.ts';
import type { Scope } from './route.ts';
import { listAll } from './scope/all-collections.ts';
import { createSearch, type Search } from './search.ts';

/** Returns the search of a collection, or the one over all collections. The search box and the results share it, also after a return. */
export function getSearch({ connection, state }: AppContext, collectionId: string, scope?: Scope): Search {
  const { engine } = connection;
  const key = scope ?? collectionId;
  const known = state.searches.get(key);
  if (known !== undefined) return known;
  const search = createSearch(
    (text, options) =>
      scope === undefined
        ? engine.search(collectionId, text, options)
        : engine.searchTogether(listAll(state.collections.get()), text, options),
    scope,
  );
  state.searches.set(key, search);
  return search;
}
