import type { Engine } from '../../engine/contract.ts';
import type { Scope } from './route.ts';
import { listAll } from './scope/all-collections.ts';
import { createSearch, createSearchOf, type Search } from './search.ts';

/** One search per collection, shared by the search box and the results, and one over all collections. Kept here, so that it is unchanged on return. */
const searches = new Map<string, Search>();

export function getSearch(engine: Engine, collectionId: string, scope?: Scope): Search {
  const key = scope ?? collectionId;
  const known = searches.get(key);
  if (known !== undefined) return known;
  const search =
    scope === undefined
      ? createSearch(engine, collectionId)
      : createSearchOf((text, options) => engine.searchTogether(listAll(), text, options), scope);
  searches.set(key, search);
  return search;
}
