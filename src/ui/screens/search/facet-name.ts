import type { Collection } from '../../../model/collection.ts';
import type { FacetChoice, Scope } from '../../state/route.ts';
import { words } from '../../words/words.ts';

export function toFacetTitle(key: keyof FacetChoice, scope: Scope): string {
  return key === 'source' && scope === 'all' ? words.scope.facet : words.search.facets[key];
}

/** A value of a facet as people know it. */
export function toFacetName(key: keyof FacetChoice, value: string, { sources }: Collection): string {
  // Where all are asked, collections take the place of sources, each with a slash.
  if (key === 'source' && value.endsWith('/')) return value.slice(0, -1);
  if (key === 'kind') return words.search.kinds[value] ?? value;
  const source = key === 'source' ? sources.find((other) => other.slug === value) : undefined;
  return source === undefined ? value : `${source.name} (${words.library.types[source.type]})`;
}
