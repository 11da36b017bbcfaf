import { isOpen } from '../../../model/job.ts';
import { Icon } from '../../kit/icon.tsx';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { type Asked, type Route, toHash, useRoute } from '../../state/route.ts';
import { useScope } from '../../state/scope.ts';
import { toAsked } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection, useIsSite } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import * as css from './shell.module.css';

type Place = (typeof PLACES)[number];

/** Each has an icon of its name. */
const PLACES = ['library', 'search', 'files', 'pack', 'export', 'jobs', 'changes', 'settings'] as const;

/** Places of screens that are not in the rail. */
const PLACES_OF_OTHERS: Readonly<Partial<Record<Route['place'], Place>>> = {
  home: 'search',
  pages: 'jobs',
  selections: 'pack',
  cite: 'pack',
  diagnostics: 'settings',
};

/** Places where readers of a published site have nothing to do. */
const NOT_ON_SITES: readonly Place[] = ['library', 'jobs', 'changes'];

/** `menuId`: the places are a menu, which a button with this target opens. */
export function Rail({ menuId }: { readonly menuId?: string }) {
  const app = useApp();
  const { place: here } = useRoute();
  const current = PLACES_OF_OTHERS[here] ?? here;
  const collection = useCurrentCollection();
  const isBusy = useSignal(app.state.jobs).some(isOpen);
  const isSite = useIsSite();
  const { scope } = useScope();
  // The last query, so that a return to Search restores it.
  const asked = toAsked(useSignal(getSearch(app, collection?.id ?? '', scope).view));
  return (
    <nav
      className={menuId === undefined ? css.rail : css.menu}
      aria-label={words.places.label}
      id={menuId}
      popover={menuId && 'auto'}
    >
      <ul>
        {PLACES.filter((place) => !isSite || !NOT_ON_SITES.includes(place)).map((place) => (
          <li key={place}>
            <a
              href={toHash(toRoute(place, collection?.id, asked))}
              onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
              aria-current={place === current ? 'page' : undefined}
            >
              <Icon name={place} />
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
  return { place, collectionId, scope: asked.scope };
}
