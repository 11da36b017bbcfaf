import type { Collection } from '../../../model/collection.ts';
import type { FacetChoice, Scope } from '../../state/route.ts';
import { formatLanguage } from '../../text/format.ts';
import { words } from '../../words/words.ts';

export function toFacetTitle(key: keyof FacetChoice, scope: Scope): string {
  return key === 'source' && scope === 'all' ? words.scope.facet : words.search.facets[key];
}

/** Returns the display name of a facet value. */
export function toFacetName(key: keyof FacetChoice, value: string, { sources }: Collection): string {
  // In a search over all collections, their names with a slash replace the sources.
  if (key === 'source' && value.endsWith('/')) return value.slice(0, -1);
  if (key === 'kind') return words.search.kinds[value] ?? value;
  if (key === 'language') return formatLanguage(value);
  const source = key === 'source' ? sources.find((other) => other.slug === value) : undefined;
  return source === undefined ? value : `${source.name} (${words.library.types[source.type]})`;
}
