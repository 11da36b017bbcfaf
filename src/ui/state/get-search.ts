import { resolveAges } from '../../lib/dates.ts';
import type { AppContext } from './context.ts';
import { type FacetChoice, navigate, type Scope } from './route.ts';
import { listScope } from './scope.ts';
import { createSearch, type Search, type SearchView, toAsked } from './search.ts';

/** Returns the search of a collection, or the one over several. The search box and the results share it, also after a return. */
export function getSearch({ connection, state }: AppContext, collectionId: string, scope?: Scope): Search {
  const { engine } = connection;
  const key = scope ?? collectionId;
  const known = state.searches.get(key);
  if (known !== undefined) return known;
  const search = createSearch((text, options) => {
    const query = resolveAges(text, Date.now());
    return scope === undefined
      ? engine.search(collectionId, query, options)
      : engine.searchTogether(listScope(scope, state.collections.get()), query, options);
  }, scope);
  state.searches.set(key, search);
  return search;
}

/** Starts another query for the user. */
export function askFor(search: Search, collectionId: string, query: string): void {
  search.setText(query);
  navigate({ place: 'search', collectionId, ...toAsked(search.view.get()) });
}

/** Sorts the hits; like the filters, in the address. */
export function sortHits(search: Search, collectionId: string, sort: SearchView['sort']): void {
  search.setSort(sort);
  navigate({ place: 'search', collectionId, ...toAsked(search.view.get()) });
}

/** Narrows or widens a search. The filters are in the address: Back undoes them, and a reload keeps them. */
export function chooseFacets(search: Search, collectionId: string, choice: FacetChoice): void {
  search.setChoice(choice);
  navigate({ place: 'search', collectionId, ...toAsked(search.view.get()) });
}
