import { FILTERS } from '../../../lib/match-lines.ts';
import type { Collection } from '../../../model/collection.ts';
import type { OtherFilter } from '../../../model/hit.ts';
import type { SkipReason } from '../../../model/skip.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { askFor, chooseFacets, getSearch } from '../../state/get-search.ts';
import { FACETS, navigate, toHash } from '../../state/route.ts';
import { useScope } from '../../state/scope.ts';
import { type Search, type SearchView, withoutFacet } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useIsReading } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { toFacetName, toFacetTitle } from './facets.tsx';

/** No matches: possible reasons and suggestions. */
export function NoHits({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const suggestions = useSuggestions(search, collection);
  if (useIsReading(collection.id)) {
    return (
      <div className={look.notice} role="status">
        <strong>{searchWords.noneYet}</strong>
        <span>{searchWords.noneYetHint}</span>
      </div>
    );
  }
  return (
    <div className={look.notice}>
      <strong>{searchWords.none}</strong>
      <span>{searchWords.noneHint}</span>
      {suggestions.map(({ label, matches, run }) => (
        <Button key={label} onClick={run}>
          {label} <span className={look.faint}>{searchWords.matches(matches)}</span>
        </Button>
      ))}
      <LimitNote collection={collection} />
    </div>
  );
}

const BY_LIMIT: readonly SkipReason[] = ['too-large', 'total'];

/** Says what is missing because of a limit, with a way to raise it. Empty when no limit skipped anything. */
export function LimitNote({ collection }: { readonly collection: Collection }) {
  const { id: collectionId, stats, publishedAt } = collection;
  const { engine } = useApp().connection;
  // The publisher set the limits of a published collection, so they can't be raised here, and listing its files would cost requests.
  const isAsked = stats.skipped > 0 && publishedAt === undefined;
  const { value: skips = [] } = useLoaded(
    () => (isAsked ? engine.listSkips(collectionId) : undefined),
    [engine, collectionId, isAsked],
    { onFailure: 'ignore' },
  );
  const count = skips.filter(({ reason }) => BY_LIMIT.includes(reason)).length;
  if (count === 0) return null;
  return (
    <span>
      <a href={toHash({ place: 'files', collectionId, filter: 'skipped' })}>{searchWords.overLimit(count)}</a>{' '}
      <a href={toHash({ place: 'settings' })}>{searchWords.raiseLimit}</a>
    </span>
  );
}

/** Returns changes to a search without matches that find something, most matches first. */
function useSuggestions(search: Search, collection: Collection) {
  const app = useApp();
  const view = useSignal(search.view);
  const { canChoose } = useScope();
  const load = async () => {
    const tries = listTries(app, { search, view, collection, canChoose });
    const counted = await Promise.all(tries.map(async ({ count, ...rest }) => ({ ...rest, matches: await count() })));
    return counted.filter(({ matches }) => matches > 0).sort((a, b) => b.matches - a.matches);
  };
  return useLoaded(load, [search, view.answered, view.choice, canChoose], { onFailure: 'ignore' }).value ?? [];
}

interface Tried {
  readonly label: string;
  readonly count: () => Promise<number>;
  readonly run: () => void;
}

interface Failed {
  readonly search: Search;
  readonly view: SearchView;
  readonly collection: Collection;
  readonly canChoose: boolean;
}

/** Lists another name for a filter, the search without each filter, and in all collections. */
function listTries(app: AppContext, { search, view, collection, canChoose }: Failed): readonly Tried[] {
  const { text, choice, scope, instead = [] } = view;
  const toText = (label: string, query: string): Tried => ({
    label,
    count: () => search.count(query, choice),
    run: () => askFor(search, collection.id, query),
  });
  const chosen = FACETS.filter((key) => choice[key] !== undefined);
  const everywhere = getSearch(app, collection.id, 'all');
  return [
    ...instead.map((other) =>
      toText(searchWords.otherFilter(toShortName(`${other.works}:${other.value}`, 40)), renameFilter(text, other)),
    ),
    ...listFilters(text).map((filter) =>
      toText(searchWords.dropFilter(toShortName(filter, 40)), dropFilter(text, filter)),
    ),
    ...chosen.map((key) => {
      const name = `${toFacetTitle(key, scope)} ${toShortName(toFacetName(key, choice[key] ?? '', collection), 40)}`;
      const less = withoutFacet(choice, key);
      return {
        label: searchWords.dropFilter(name),
        count: () => search.count(text, less),
        run: () => chooseFacets(search, collection.id, less),
      };
    }),
    ...(canChoose && scope === undefined
      ? [
          {
            label: words.scope.search,
            count: () => everywhere.count(text, {}),
            run: () => navigate({ place: 'search', collectionId: collection.id, query: text, scope: 'all' as const }),
          },
        ]
      : []),
  ];
}

export function listFilters(query: string): readonly string[] {
  return query.match(FILTERS) ?? [];
}

/** Replaces the name of a filter: `kind:rust` becomes `lang:rust`. */
function renameFilter(query: string, { key, value, works }: OtherFilter): string {
  return query.replace(FILTERS, (found) => {
    const own = found.slice(found.indexOf(':') + 1);
    const isMeant = found.toLowerCase().startsWith(`${key}:`) && own.replace(/"/g, '') === value;
    return isMeant ? `${works}:${own}` : found;
  });
}

export function dropFilter(query: string, filter: string): string {
  let isDropped = false;
  const rest = query.replace(FILTERS, (found) => {
    if (isDropped || found !== filter) return found;
    isDropped = true;
    return '';
  });
  return rest.replace(/\s+/g, ' ').trim();
}
