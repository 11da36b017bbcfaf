import type { Collection } from '../../../model/collection.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import type { FacetChoice, Search } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount } from '../../text/format.ts';
import { words } from '../../words/words.ts';

const GROUPS = [
  ['source', words.search.facetSource],
  ['kind', words.search.facetKind],
  ['folder', words.search.facetFolder],
] as const;

/** Counts of hits by source, kind and folder; a click narrows the search, a second click undoes it. */
export function FacetList({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const { facets, choice, total } = useSignal(search.view);
  return (
    <section className="facets" aria-label={words.search.filters}>
      {GROUPS.map(([key, title]) => {
        const chosen = choice[key];
        const rows = toRows(facets?.[key] ?? [], chosen, total);
        if (rows.length === 0) return null;
        return (
          <div key={key}>
            <h2>{title}</h2>
            <ul>
              {key === 'source' && (
                <li>
                  <Facet
                    name={words.search.all}
                    count={chosen === undefined ? total : undefined}
                    pressed={chosen === undefined}
                    onClick={() => search.setChoice(without(choice, key))}
                  />
                </li>
              )}
              {rows.map(([value, count]) => (
                <li key={value}>
                  <Facet
                    name={toName(key, value, collection)}
                    count={count}
                    pressed={chosen === value}
                    onClick={() =>
                      search.setChoice(chosen === value ? without(choice, key) : { ...choice, [key]: value })
                    }
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

interface FacetProps {
  readonly name: string;
  readonly count: number | undefined;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function Facet({ name, count, pressed, onClick }: FacetProps) {
  return (
    <button type="button" className="facet" aria-pressed={pressed} onClick={onClick}>
      <MiddleText text={name} max={40} />
      {count !== undefined && <span className="num">{formatCount(count)}</span>}
    </button>
  );
}

function toRows(rows: readonly (readonly [string, number])[], chosen: string | undefined, total: number) {
  const shown = rows.slice(0, 12);
  if (chosen === undefined || shown.some(([value]) => value === chosen)) return shown;
  return [[chosen, total] as const, ...shown];
}

function without(choice: FacetChoice, key: keyof FacetChoice): FacetChoice {
  const { [key]: _, ...rest } = choice;
  return rest;
}

function toName(key: keyof FacetChoice, value: string, collection: Collection): string {
  if (key === 'source') return toSourceName(collection, value);
  return key === 'kind' ? (words.search.kinds[value] ?? value) : value;
}

function toSourceName(collection: Collection, slug: string): string {
  const source = collection.sources.find((other) => other.slug === slug);
  return source === undefined ? slug : `${source.name} (${words.library.types[source.type]})`;
}
