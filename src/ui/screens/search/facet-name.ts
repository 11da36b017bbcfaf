import type { Collection } from '../../../model/collection.ts';
import type { FacetChoice } from '../../state/route.ts';
import { words } from '../../words/words.ts';

/** A value of a facet as people know it. */
export function toFacetName(key: keyof FacetChoice, value: string, { sources }: Collection): string {
  if (key === 'kind') return words.search.kinds[value] ?? value;
  const source = key === 'source' ? sources.find((other) => other.slug === value) : undefined;
  return source === undefined ? value : `${source.name} (${words.library.types[source.type]})`;
}
