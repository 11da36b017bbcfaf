import type { Engine } from '../../engine/contract.ts';
import { createSearch, type Search } from './search.ts';

/** The box in the bar and the list below it share one search per collection; it outlives both, so coming back finds it as it was. */
const searches = new Map<string, Search>();

export function getSearch(engine: Engine, collectionId: string): Search {
  const known = searches.get(collectionId);
  if (known !== undefined) return known;
  const search = createSearch(engine, collectionId);
  searches.set(collectionId, search);
  return search;
}
