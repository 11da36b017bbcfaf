import { useSyncExternalStore } from 'react';
import { isOpen } from '../../../model/job.ts';
import { Icon, type IconName } from '../../kit/icon.tsx';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { type Asked, type Route, type Scope, toHash, useRoute } from '../../state/route.ts';
import { keepScope } from '../../state/scope/all-collections.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { toAsked } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection, useIsSite } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import * as css from './rail.module.css';

type Place = keyof typeof PLACES;

const PLACES = {
  library: 'library',
  search: 'search',
  files: 'files',
  pack: 'pack',
  export: 'export',
  jobs: 'jobs',
  changes: 'changes',
  settings: 'settings',
} as const satisfies Record<string, IconName>;

/** Places where readers of a published site have nothing to do. */
const NOT_ON_SITES: readonly Place[] = ['library', 'jobs', 'changes'];

export function Rail() {
  const route = useRoute();
  const collection = useCurrentCollection();
  const isBusy = useIsBusy();
  const isSite = useIsSite();
  const { scope } = useScope();
  const asked = useAsked(collection?.id, scope);
  return (
    <nav className={css.rail} aria-label={words.places.label}>
      <ul>
        {(Object.keys(PLACES) as Place[])
          .filter((place) => !isSite || !NOT_ON_SITES.includes(place))
          .map((place) => (
            <li key={place}>
              <a
                href={toHash(toRoute(place, collection?.id, asked))}
                aria-current={isCurrent(route, place) ? 'page' : undefined}
              >
                <Icon name={PLACES[place]} />
                {words.places[place]}
                {place === 'jobs' && isBusy && <span className={css.count} aria-hidden />}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

export function toRoute(place: Place, collectionId: string | undefined, asked: Asked): Route {
  if (place === 'library' || place === 'jobs' || place === 'settings') return { place };
  if (collectionId === undefined) return { place: 'library' };
  if (place === 'search') return { place, collectionId, ...asked };
  return { place, collectionId, ...keepScope(asked.scope) };
}

function isCurrent(route: Route, place: Place): boolean {
  if (route.place === 'home') return place === 'search';
  if (route.place === 'pages') return place === 'jobs';
  if (route.place === 'selections') return place === 'pack';
  if (route.place === 'cite') return place === 'pack';
  if (route.place === 'diagnostics') return place === 'settings';
  return route.place === place;
}

function useIsBusy(): boolean {
  return useSignal(useApp().state.jobs).some(isOpen);
}

/** Returns the last query, so that a return to Search restores it. */
function useAsked(collectionId: string | undefined, scope: Scope): Asked {
  const app = useApp();
  const view = collectionId === undefined ? undefined : getSearch(app, collectionId, scope).view;
  return toAsked(useSyncExternalStore(view?.subscribe ?? neverChanges, () => view?.get() ?? NO_SEARCH));
}

const NO_SEARCH = { text: '', choice: {} };
const neverChanges = () => () => {};
