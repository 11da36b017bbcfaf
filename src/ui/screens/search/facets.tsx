import { nameLanguage } from '../../../kinds/programming-languages.ts';
import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { chooseFacets } from '../../state/get-search.ts';
import { FACETS, type FacetChoice, type Scope } from '../../state/route.ts';
import { type Search, type SearchView, withoutFacet } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount, formatLanguage } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { libraryWords } from '../../words/library.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import * as css from './facets.module.css';

/** Counts of hits by source, kind, language, folder and tag; a click narrows the search, a second click widens it. */
export function FacetList({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const view = useSignal(search.view);
  const { choice } = view;
  const choose = (next: FacetChoice) => chooseFacets(search, collection.id, next);
  return (
    <section className={css.facets} aria-label={searchWords.filters}>
      {view.partial && view.total > 0 && <p className={look.aside}>{searchWords.countedSoFar}</p>}
      {FACETS.map((key) => {
        const rows = toRows(view, key);
        // A single source is not worth listing.
        if (rows.length === 0 || (key === 'source' && view.scope === undefined && collection.sources.length < 2))
          return null;
        return (
          <div key={key}>
            <h2>{toFacetTitle(key, view.scope)}</h2>
            <ul>
              {rows.map(({ value, count, isBelow }) => {
                const isChosen = choice[key] === value;
                return (
                  <li key={value} className={isBelow ? css.below : undefined}>
                    <Button
                      look="own"
                      className={css.facet}
                      aria-pressed={isChosen}
                      onClick={() => choose(isChosen ? withoutFacet(choice, key) : { ...choice, [key]: value })}
                    >
                      <MiddleText text={toFacetName(key, value, collection)} tail={16} />
                      <span className={look.num}>{formatCount(count)}</span>
                    </Button>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

interface Row {
  readonly value: string;
  readonly count: number;
  /** True for a folder inside the chosen one. */
  readonly isBelow?: boolean;
}

/** Returns the rows of a facet, including the alternatives to the chosen value. */
function toRows({ facets, others, choice, total }: SearchView, key: keyof FacetChoice): readonly Row[] {
  const chosen = choice[key];
  const inside = (facets?.[key] ?? []).map(([value, count]) => ({ value, count }));
  if (chosen === undefined) return inside;
  const beside = (others?.[key] ?? []).map(([value, count]) => ({ value, count }));
  const at = beside.findIndex(({ value }) => value === chosen);
  const below =
    key === 'folder'
      ? inside
          .filter(({ value }) => value !== chosen && value.startsWith(chosen))
          .map((row) => ({ ...row, isBelow: true }))
      : [];
  const own = { value: chosen, count: total };
  if (at < 0) return [own, ...below, ...beside];
  return [...beside.slice(0, at), own, ...below, ...beside.slice(at + 1)];
}

/** The filters of the search, each with a remove button. */
export function FilterChips({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const { choice, scope } = useSignal(search.view);
  const chosen = FACETS.flatMap((key) => (choice[key] === undefined ? [] : [[key, choice[key]] as const]));
  if (chosen.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={searchWords.filters}>
      {chosen.map(([key, value]) => {
        const name = toFacetName(key, value, collection);
        return (
          <li key={key}>
            <Button
              look="own"
              className={look.filterChip}
              aria-label={searchWords.dropFilter(`${toFacetTitle(key, scope)} ${toShortName(name, 200)}`)}
              onClick={() => chooseFacets(search, collection.id, withoutFacet(choice, key))}
            >
              <span className={look.soft}>{toFacetTitle(key, scope)}</span>
              <MiddleText text={name} />
              <Icon name="close" size={14} />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

export function toFacetTitle(key: keyof FacetChoice, scope: Scope): string {
  return key === 'source' && scope !== undefined ? words.scope.facet : searchWords.facets[key];
}

/** Returns the display name of a facet value. */
export function toFacetName(key: keyof FacetChoice, value: string, { sources }: Collection): string {
  // In a search over all collections, their names with a slash replace the sources.
  if (key === 'source' && value.endsWith('/')) return value.slice(0, -1);
  if (key === 'kind') return searchWords.kinds[value] ?? value;
  if (key === 'language') return formatLanguage(value);
  if (key === 'lang') return nameLanguage(value);
  const source = key === 'source' ? sources.find((other) => other.slug === value) : undefined;
  return source === undefined ? value : `${source.name} (${libraryWords.types[source.type]})`;
}
