import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { chooseFacets } from '../../state/actions/choose-facets.ts';
import { FACETS, type FacetChoice } from '../../state/route.ts';
import { type Search, type SearchView, withoutFacet } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount } from '../../text/format.ts';
import { words } from '../../words/words.ts';
import { toFacetName, toFacetTitle } from './facet-name.ts';
import * as css from './facets.module.css';

/** Counts of hits by source, kind, language, folder and tag; a click narrows the search, a second click widens it. */
export function FacetList({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const view = useSignal(search.view);
  const { choice } = view;
  const choose = (next: FacetChoice) => chooseFacets(search, collection.id, next);
  return (
    <section className={css.facets} aria-label={words.search.filters}>
      {view.partial && view.total > 0 && <p className={look.aside}>{words.search.countedSoFar}</p>}
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
