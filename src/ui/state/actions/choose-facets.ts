import { type FacetChoice, navigate } from '../route.ts';
import { type Search, toAsked } from '../search.ts';

/** Starts another query for the user. */
export function askFor(search: Search, collectionId: string, query: string): void {
  search.setText(query);
  navigate({ place: 'search', collectionId, ...toAsked(search.view.get()) });
}

/** Narrows or widens a search. The filters are in the address: Back undoes them, and a reload keeps them. */
export function chooseFacets(search: Search, collectionId: string, choice: FacetChoice): void {
  search.setChoice(choice);
  navigate({ place: 'search', collectionId, ...toAsked(search.view.get()) });
}
