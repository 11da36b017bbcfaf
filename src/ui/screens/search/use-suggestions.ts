import type { Collection } from '../../../model/collection.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { askFor, chooseFacets } from '../../state/actions/choose-facets.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { FACETS, navigate } from '../../state/route.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { type Search, type SearchView, withoutFacet } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { toFacetName, toFacetTitle } from './facet-name.ts';
import { dropFilter, listFilters, renameFilter } from './query-filters.ts';

/** Returns changes to a search without matches that find something, most matches first. */
export function useSuggestions(search: Search, collection: Collection) {
  const app = useApp();
  const view = useSignal(search.view);
  const { canChoose } = useScope();
  const load = async () => {
    const tries = listTries(app, { search, view, collection, canChoose });
    const counted = await Promise.all(tries.map(async ({ count, ...rest }) => ({ ...rest, matches: await count() })));
    return counted.filter(({ matches }) => matches > 0).sort((a, b) => b.matches - a.matches);
  };
  return (
    useLoaded(load, [search, view.answered, view.choice, view.exact, canChoose], { onFailure: 'ignore' }).value ?? []
  );
}

interface Tried {
  readonly label: string;
  readonly count: () => Promise<number>;
  readonly go: () => void;
}

interface Failed {
  readonly search: Search;
  readonly view: SearchView;
  readonly collection: Collection;
  readonly canChoose: boolean;
}

/** Lists another name for a filter, the search without each filter, without exactness, and in all collections. */
function listTries(app: AppContext, { search, view, collection, canChoose }: Failed): readonly Tried[] {
  const { text, choice, exact, scope, instead = [] } = view;
  const toText = (label: string, query: string): Tried => ({
    label,
    count: () => search.count(query, choice),
    go: () => askFor(search, collection.id, query),
  });
  const chosen = FACETS.filter((key) => choice[key] !== undefined);
  const everywhere = getSearch(app, collection.id, 'all');
  return [
    ...instead.map((other) =>
      toText(words.search.otherFilter(toShortName(`${other.works}:${other.value}`, 40)), renameFilter(text, other)),
    ),
    ...listFilters(text).map((filter) =>
      toText(words.search.dropFilter(toShortName(filter, 40)), dropFilter(text, filter)),
    ),
    ...chosen.map((key) => {
      const name = `${toFacetTitle(key, scope)} ${toShortName(toFacetName(key, choice[key] ?? '', collection), 40)}`;
      const less = withoutFacet(choice, key);
      return {
        label: words.search.dropFilter(name),
        count: () => search.count(text, less),
        go: () => chooseFacets(search, collection.id, less),
      };
    }),
    ...(exact.case || exact.word
      ? [{ label: words.search.notExact, count: () => search.count(text, choice, {}), go: () => search.setExact({}) }]
      : []),
    ...(canChoose && scope === undefined
      ? [
          {
            label: words.scope.search,
            count: () => everywhere.count(text, {}),
            go: () => navigate({ place: 'search', collectionId: collection.id, query: text, scope: 'all' as const }),
          },
        ]
      : []),
  ];
}
