import { type FacetChoice, navigate } from '../route.ts';
import { type Search, toAsked } from '../search.ts';

/** Asks something else, in the words of a person who has not typed it. */
export function askFor(search: Search, collectionId: string, query: string): void {
  search.setText(query);
  navigate({ place: 'search', collectionId, ...toAsked(search.view.get()) });
}

/** Narrows a search, or widens it again. It is in the address: going back undoes it, and a reload keeps it. */
export function chooseFacets(search: Search, collectionId: string, choice: FacetChoice): void {
  search.setChoice(choice);
  navigate({ place: 'search', collectionId, ...toAsked(search.view.get()) });
}
