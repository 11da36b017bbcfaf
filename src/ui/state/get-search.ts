import type { Engine } from '../../engine/contract.ts';
import { createSearch, type Search } from './search.ts';

/** The search box and the results share one search per collection; it outlives both, so it is unchanged on return. */
const searches = new Map<string, Search>();

export function getSearch(engine: Engine, collectionId: string): Search {
  const known = searches.get(collectionId);
  if (known !== undefined) return known;
  const search = createSearch(engine, collectionId);
  searches.set(collectionId, search);
  return search;
}
