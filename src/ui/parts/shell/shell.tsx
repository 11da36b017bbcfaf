import { type RefObject, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { Diagnostics } from '../../../engine/contract.ts';
import { findPublishedAddress } from '../../../model/collection.ts';
import { isOpen } from '../../../model/job.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { NotReady } from '../../kit/form.tsx';
import { usePreference, useWindowEvent } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { Notice } from '../../kit/notice.tsx';
import { type LoadState, loadLater, useLoaded } from '../../kit/use-loaded.ts';
import { FirstRun } from '../../screens/library/first-run.tsx';
import { isKeyNeeded, isLocked, openPublished } from '../../state/actions/open-published.ts';
import { newJobId, runJob } from '../../state/actions/run-job.ts';
import type { Toast } from '../../state/app-state.ts';
import { useApp, usePwa } from '../../state/context.ts';
import { navigate, type Route, useRoute } from '../../state/route.ts';
import { currentScope } from '../../state/scope.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection, useIsSite } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { DropAnywhere } from './drop-anywhere.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Rail, toRoute } from './rail.tsx';
import * as css from './shell.module.css';
import { TopBar } from './top-bar.tsx';

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
  // The places of a site are in a menu of its top bar.
  const hasRail = !isFirstRun && !isSite;
  const { isOpening, locked, failed } = useOpenByAddress(route);
  useShortcuts();
  usePrefetch();
  useTitle(route);
  const main = useFocusOnPlace(route);
  useKeptFocus(main);
  return (
    <div className={hasRail ? css.app : `${css.app} ${css.bare}`}>
      <Button look="own" className={css.skipLink} label={words.skipToContent} onClick={() => main.current?.focus()} />
      <TopBar bare={isFirstRun} />
      {hasRail && <Rail />}
      <main id="main" tabIndex={-1} ref={main}>
        <Notices />
        <ErrorBoundary resetKey={route.place}>
          <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
            {locked !== undefined && <Unlock key={locked} address={locked} />}
            {failed !== undefined && <NotReady load={failed} />}
            {locked === undefined &&
              failed === undefined &&
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
  const Screen = COLLECTION_SCREENS[collection.readingOnly && place !== 'files' ? 'search' : place];
  return <Screen key={collection.id} collection={collection} />;
}

function isFree(place: Route['place']): place is keyof typeof FREE_SCREENS {
  return place in FREE_SCREENS;
}

function Opening() {
  return (
    <p className="loading" role="status">
      {words.status.opening}
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

/**
 * Opens the published collection of `#/open/<address>`, or of a link into one. `locked` is an address that needs a key; `failed` is a
 * collection of the library whose host gives no answer: its place stays, so that it can be tried again.
 */
function useOpenByAddress(route: Route): { isOpening: boolean; locked?: string; failed?: LoadState } {
  const app = useApp();
  const collections = useSignal(app.state.collections);
  const named = 'collectionId' in route ? route.collectionId : undefined;
  const listed = collections?.find(({ id }) => id === named);
  const isListed = listed !== undefined;
  const isKnown = collections === undefined || (isListed && listed.generation > 0);
  const linked = named === undefined || isKnown ? undefined : findPublishedAddress(named);
  const address = route.place === 'open' ? route.address : linked;
  const openLinked = async (id: string, linkedAddress: string) => {
    await app.connection.engine.openPublished(linkedAddress);
    await app.state.refresh();
    // A search that failed while the host gave no answer.
    const search = app.state.searches.get(id);
    if (search?.view.get().problem !== undefined) search.again();
  };
  const load = () => {
    if (address === undefined) return undefined;
    return named === undefined ? openPublished(app, address) : openLinked(named, address);
  };
  const opened = useLoaded(load, [address, named, app], { onFailure: 'return' });
  const { problem } = opened;
  const isKeyMissing = problem !== undefined && isLocked(problem);
  useEffect(() => {
    if (problem === undefined || isKeyNeeded(problem) || (isListed && !isKeyMissing)) return;
    app.state.report(problem);
    if (!isKeyMissing) navigate({ place: 'library' }, { replace: true });
  }, [app, problem, isListed, isKeyMissing]);
  const isOpening = address !== undefined;
  if (!isOpening || problem === undefined) return { isOpening };
  return isKeyMissing ? { isOpening, locked: address } : isListed ? { isOpening, failed: opened } : { isOpening };
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

/** A toast takes a lost focus first. */
const LOST_MS = 300;

/** Gives the focus to the screen, or to the open dialog, when its element is gone or disabled, and back to the element once it is enabled again. */
function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isUsable = () => last?.isConnected === true && !last.matches(':disabled');
    const isAway = () => document.activeElement === document.body || document.activeElement === main.current;
    const restore = () => {
      timer = undefined;
      if (last === undefined || !isAway()) return;
      if (isUsable()) (last as HTMLElement).focus();
      else if (document.activeElement === document.body)
        (document.querySelector<HTMLElement>('dialog[open]') ?? main.current)?.focus({ preventScroll: true });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(restore, LOST_MS);
    };
    const observer = new MutationObserver(() => {
      if (timer === undefined && last !== undefined && (isAway() || !isUsable())) wait();
    });
    const ended = new AbortController();
    const note = ({ target }: FocusEvent) => {
      if (target !== main.current) last = target as Element;
    };
    // The user, or the page, took the focus from an element that could keep it. Chromium sends the event of a removed element while it is still there.
    const drop = () =>
      queueMicrotask(() => {
        if (last === document.activeElement) return;
        if (isUsable()) last = undefined;
        else wait();
      });
    addEventListener('focusin', note, ended);
    addEventListener('focusout', drop, ended);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      ended.abort();
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [main]);
}

/** One polite live region for announcements, one for toasts. Both are always in the page: screen readers ignore a region that was just added. */
function Toasts() {
  const { toasts, announcement } = useApp().state;
  const list = useSignal(toasts.list);
  const said = useSignal(announcement);
  return (
    <>
      <div className={look.srOnly} aria-live="polite" data-testid="announcement">
        {said}
      </div>
      <div className={css.toasts} aria-live="polite">
        {list.map((toast) => (
          <ToastRow key={toast.id} toast={toast} onClose={() => toasts.dismiss(toast.id)} />
        ))}
      </div>
    </>
  );
}

/** Stays while it has the pointer or the focus. Its action takes the focus if that was lost with what the user deleted. */
function ToastRow({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const { text, tone, action, shownMs } = toast;
  const row = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (shownMs === undefined) return;
    const end = setInterval(() => row.current?.matches(':hover, :focus-within') || close(), shownMs);
    return () => clearInterval(end);
  }, [shownMs]);
  useEffect(() => {
    let left = FOCUS_TIMES;
    const take = setInterval(() => {
      if (document.activeElement === document.body) button.current?.focus();
      if (--left === 0) clearInterval(take);
    }, FOCUS_MS);
    return () => clearInterval(take);
  }, []);
  return (
    <div ref={row} className={`${look.sheet} ${css.toast}`} data-tone={tone}>
      <span>{text}</span>
      {action && (
        <Button
          ref={button}
          label={action.label}
          onClick={() => {
            action.run();
            onClose();
          }}
        />
      )}
      <IconButton icon="close" label={words.common.close} onClick={onClose} />
    </div>
  );
}

/** A closed menu tries to give the focus back first, and loses it when its button is gone. */
const FOCUS_MS = 100;
const FOCUS_TIMES = 20;

/** Lets the requests of the first render go first. */
const WAIT_MS = 200;

/** Opens the current collection before the first query. Re-indexes a collection of an older release from its stored bytes. */
function usePrefetch(): void {
  const app = useApp();
  const { engine } = app.connection;
  const { id, isOlder = false } = useCurrentCollection() ?? {};
  useEffect(() => {
    if (id === undefined || !isOlder) return;
    const jobId = newJobId();
    void runJob(app, jobId, async () => {
      await engine.changeSettings(id, {}, jobId);
    });
  }, [app, engine, id, isOlder]);
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => engine.prefetch(id).catch(() => {}), WAIT_MS);
    return () => clearTimeout(timer);
  }, [engine, id]);
}

const PLACE_KEYS = {
  s: 'search',
  f: 'files',
  p: 'pack',
  e: 'export',
  j: 'jobs',
  c: 'changes',
  l: 'library',
} as const;

/** Keyboard shortcuts of the app. Single keys do nothing while typing, and can be switched off. */
function useShortcuts(): void {
  const { state } = useApp();
  const collectionId = useCurrentCollection()?.id;
  const { searchBox, activeHit, copyChunk, addToPack } = state.elements;
  const placeKeyUntil = useRef(0);
  const goTo = (place: Parameters<typeof toRoute>[0]) =>
    navigate(toRoute(place, collectionId, { query: '', scope: currentScope(state) }));
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      state.dialog.set({ type: 'palette' });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (!state.preferences.values.get().singleKeys || state.dialog.get() !== undefined) return;
    const place = PLACE_KEYS[event.key as keyof typeof PLACE_KEYS];
    if (Date.now() < placeKeyUntil.current && place !== undefined) {
      placeKeyUntil.current = 0;
      goTo(place);
    } else if (event.key === 'g') placeKeyUntil.current = Date.now() + 1_500;
    else if (event.key === '?') state.dialog.set({ type: 'shortcuts' });
    else if (event.key === 'e') goTo('export');
    else if (event.key === '/') {
      searchBox.current?.focus();
      searchBox.current?.select();
    } else if (event.key === 'j' || event.key === 'k') activeHit.current?.focus();
    else if (event.key === 'y') copyChunk.current?.click();
    else if (event.key === 'a') addToPack.current?.click();
    else return;
    event.preventDefault();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="tree"]',
    ) !== null
  );
}

const FolderWatch = loadLater(() => import('./folder-watch.tsx'), 'FolderWatch');
const Unlock = loadLater(() => import('./published-notice.tsx'), 'Unlock');
const PublishedNotice = loadLater(() => import('./published-notice.tsx'), 'PublishedNotice');
const PartlyRead = loadLater(() => import('./partly-read.tsx'), 'PartlyRead');

/** A reload would interrupt a job, so the update waits until no tab has one. Crawls resume after a reload. */
function UpdateNotice() {
  const { connection, state } = useApp();
  const { updateReady, updateWaits } = usePwa();
  const isBusy = useSignal(state.jobs).some((job) => isOpen(job) && !isSiteJob(job));
  useEffect(() => connection.pwa.setBusy(isBusy), [connection, isBusy]);
  if (!updateReady) return null;
  const style = `${look.notice} ${look.ok}`;
  if (updateWaits) return <Notice look={style} text={words.status.updateWaits} />;
  const { updateReady: text, update: action } = words.status;
  return <Notice look={style} text={text} action={action} onAction={() => connection.pwa.applyUpdate()} />;
}

/** Shown on every screen: missing browser features with their fallbacks, and a new release. */
export function Notices() {
  const { connection } = useApp();
  const { besideProblem } = connection;
  const beside = besideProblem && isLocked(besideProblem) ? connection.beside : undefined;
  const collection = useCurrentCollection();
  const [watchFolders] = usePreference('watchFolders');
  const { value: diagnostics } = useLoaded(() => connection.engine.diagnostics(), [connection], {
    onFailure: 'ignore',
  });
  return (
    <div className={css.notices}>
      <UpdateNotice />
      {connection.isSinglePage && <p className={look.notice}>{words.status.singlePage}</p>}
      {diagnostics !== undefined &&
        listLacks(connection.isSinglePage ? { ...diagnostics, store: 'opfs' } : diagnostics).map((lack) => (
          <Notice key={lack.title} {...lack} />
        ))}
      {besideProblem && !isKeyNeeded(besideProblem) && collection?.publishedAt === undefined && (
        <Notice look={look.problem} title={words.status.besideFailed} text={describeProblem(besideProblem)} />
      )}
      {beside !== undefined && collection === undefined && (
        <Suspense>
          <Unlock address={beside} />
        </Suspense>
      )}
      {collection !== undefined && (
        <Suspense>
          {collection.publishedAt !== undefined && <PublishedNotice key={collection.id} collection={collection} />}
          <PartlyRead collection={collection} />
          {watchFolders && <FolderWatch key={collection.id} collection={collection} />}
        </Suspense>
      )}
    </div>
  );
}

function listLacks({ where, kernel, store }: Diagnostics): readonly { title: string; text: string }[] {
  const { lacks } = words.status;
  return [
    ...(store === 'memory' ? [lacks.storage] : []),
    ...(store === 'idb' ? [lacks.files] : []),
    ...(where === 'main thread' ? [lacks.worker] : []),
    ...(kernel === 'js' ? [lacks.wasm] : []),
  ];
}
