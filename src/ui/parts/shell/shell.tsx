import { Suspense, useEffect, useRef, useState } from 'react';
import { findPublishedAddress } from '../../../model/collection.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import { loadLater } from '../../kit/use-loaded.ts';
import { FirstRun } from '../../screens/library/first-run.tsx';
import { isLocked, openPublished } from '../../state/actions/open-published.ts';
import { useApp } from '../../state/context.ts';
import { navigate, type Route, useRoute } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection, useIsSite } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { DropAnywhere } from './drop-anywhere.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Notices, Unlock } from './notices.tsx';
import { Rail } from './rail.tsx';
import * as css from './shell.module.css';
import { Toasts } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';
import { usePrefetch } from './use-prefetch.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Dialogs = loadLater(() => import('../dialogs/dialogs.tsx'), 'Dialogs');
const Library = loadLater(() => import('../../screens/library/library.tsx'), 'Library');
const SearchScreen = loadLater(() => import('../../screens/search/search-screen.tsx'), 'SearchScreen');

/** Screens without a collection. */
const FREE_SCREENS = {
  open: Opening,
  library: Library,
  jobs: loadLater(() => import('../../screens/jobs/jobs.tsx'), 'Jobs'),
  settings: loadLater(() => import('../../screens/settings/settings.tsx'), 'Settings'),
  diagnostics: loadLater(() => import('../../screens/settings/diagnostics.tsx'), 'Diagnostics'),
};

const COLLECTION_SCREENS = {
  home: SearchScreen,
  search: SearchScreen,
  files: loadLater(() => import('../../screens/files/files.tsx'), 'Files'),
  pack: loadLater(() => import('../../screens/pack/pack.tsx'), 'Pack'),
  selections: loadLater(() => import('../../screens/selections/selections.tsx'), 'Selections'),
  cite: loadLater(() => import('../../screens/cite/cite.tsx'), 'Cite'),
  export: loadLater(() => import('../../screens/export/export.tsx'), 'Export'),
  changes: loadLater(() => import('../../screens/changes/changes.tsx'), 'Changes'),
  pages: loadLater(() => import('../../screens/pages/pages.tsx'), 'Pages'),
};

export function Shell() {
  const { state } = useApp();
  const route = useRoute();
  const collections = useSignal(state.collections);
  const dialog = useSignal(state.dialog);
  const isSite = useIsSite();
  // A site that could not be read has no collection; its job gives the reason. Read once: the job list changes four times a second.
  const hasFailedSite = route.place === 'jobs' && state.jobs.get().some(isSiteJob);
  const isFirstRun =
    collections !== undefined &&
    collections.length === 0 &&
    !hasFailedSite &&
    route.place !== 'settings' &&
    route.place !== 'diagnostics';
  const { isOpening, locked } = useOpenByAddress(route);
  useShortcuts();
  usePrefetch();
  useTitle(route);
  const main = useFocusOnPlace(route);
  return (
    <div className={isFirstRun ? `${css.app} ${css.bare}` : css.app}>
      <Button look="own" className={css.skipLink} label={words.skipToContent} onClick={() => main.current?.focus()} />
      <TopBar bare={isFirstRun} />
      {!isFirstRun && <Rail />}
      <main id="main" tabIndex={-1} ref={main}>
        <Notices />
        <ErrorBoundary resetKey={route.place}>
          <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
            {locked !== undefined && <Unlock key={locked} address={locked} />}
            {locked === undefined &&
              (isFirstRun && !isOpening ? !isSite && <FirstRun /> : <Place place={route.place} />)}
          </Suspense>
        </ErrorBoundary>
      </main>
      <DropAnywhere />
      <ErrorBoundary resetKey={dialog?.type ?? ''}>
        <Suspense>{dialog !== undefined && <Dialogs dialog={dialog} />}</Suspense>
      </ErrorBoundary>
      <Toasts />
    </div>
  );
}

function Place({ place }: Pick<Route, 'place'>) {
  const collection = useCurrentCollection();
  if (isFree(place) || collection === undefined) {
    const Screen = isFree(place) ? FREE_SCREENS[place] : Library;
    return <Screen />;
  }
  const Screen = COLLECTION_SCREENS[place];
  return <Screen key={collection.id} collection={collection} />;
}

function isFree(place: Route['place']): place is keyof typeof FREE_SCREENS {
  return place in FREE_SCREENS;
}

function Opening() {
  return (
    <p className="loading" role="status">
      {words.library.opening}
    </p>
  );
}

function useTitle(route: Route): void {
  const isSite = useIsSite();
  const collection = useCurrentCollection();
  const name = collection === undefined ? '' : toShortName(collection.name);
  useEffect(() => {
    const place = route.place === 'home' || route.place === 'open' ? words.places.search : words.places[route.place];
    document.title = isSite && name !== '' ? name : [name, place, words.appName].filter(Boolean).join(' · ');
  }, [route.place, name, isSite]);
}

/** Opens the published collection of `#/open/<address>`, or of a link into one. */
function useOpenByAddress(route: Route): { isOpening: boolean /** An address that needs a key. */; locked?: string } {
  const app = useApp();
  const collections = useSignal(app.state.collections);
  const named = 'collectionId' in route ? route.collectionId : undefined;
  const isKnown = collections === undefined || collections.some(({ id, generation }) => id === named && generation > 0);
  const linked = named === undefined || isKnown ? undefined : findPublishedAddress(named);
  const address = route.place === 'open' ? route.address : linked;
  const isLink = route.place !== 'open';
  const [locked, setLocked] = useState<string>();
  useEffect(() => {
    if (address === undefined) return;
    const { engine } = app.connection;
    const opening = isLink ? engine.openPublished(address).then(app.state.refresh) : openPublished(app, address);
    opening.catch((error: unknown) => {
      app.state.report(error);
      if (isLocked(error)) return setLocked(address);
      navigate({ place: 'library' }, { replace: true });
    });
  }, [address, isLink, app]);
  const isOpening = address !== undefined;
  return isOpening && locked === address ? { isOpening, locked } : { isOpening };
}

/** Moves the focus to a new screen, for assistive technology; Search keeps it in its box. */
function useFocusOnPlace(route: Route) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(route.place);
  useEffect(() => {
    if (before.current === route.place) return;
    before.current = route.place;
    if (route.place !== 'search' && route.place !== 'home') main.current?.focus({ preventScroll: true });
  }, [route.place]);
  return main;
}
