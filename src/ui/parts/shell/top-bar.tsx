import { Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { isImport, isOpen } from '../../../model/job.ts';
import { Button } from '../../kit/button.tsx';
import { useWindowEvent } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { loadLater } from '../../kit/use-loaded.ts';
import { useApp, usePwa, useRequestCount } from '../../state/context.ts';
import { usePackRequest } from '../../state/pack.ts';
import { toHash } from '../../state/route.ts';
import { useScope } from '../../state/scope.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection, useIsSite } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { MiddleText } from '../controls/middle-text.tsx';
import { Rail } from './rail.tsx';
import { SearchBox } from './search-box.tsx';
import * as css from './top-bar.module.css';

export function TopBar({ bare }: { readonly bare: boolean }) {
  const collection = useCurrentCollection();
  const isSite = useIsSite();
  const hasCopies = (useSignal(useApp().state.collections)?.length ?? 0) > 1;
  return (
    <header className={bare ? `${css.bar} ${css.bare}` : css.bar}>
      {isSite ? (
        <a className={`${css.wordmark} ${css.site}`} href="#/">
          {toShortName(collection?.name ?? words.appName, 200)}
        </a>
      ) : (
        <a className={css.wordmark} href="#/" aria-label={words.appName}>
          Qu<span>i</span>re
        </a>
      )}
      {bare ? <span /> : (!isSite || hasCopies) && <CollectionSwitcher />}
      {!bare && collection !== undefined && <SearchBox collection={collection} />}
      {!bare && collection !== undefined && <PackMeter collection={collection} />}
      <StatusChips />
    </header>
  );
}

/** The screens of a published site other than its pages. */
function SiteMenu() {
  const id = useId();
  return (
    <>
      <Button look="quiet" popoverTarget={id}>
        {words.places.more}
        <Icon name="down" size={16} />
      </Button>
      <Rail menuId={id} />
    </>
  );
}

function PackMeter({ collection }: { readonly collection: Collection }) {
  const { choices } = useApp().state;
  const collectionId = collection.id;
  const { scope } = useScope();
  useEffect(() => {
    const load = () => void choices.load(collectionId);
    // Another tab may change them while this one is hidden.
    const follow = () => (document.visibilityState === 'visible' ? load() : void choices.flush(collectionId));
    load();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [choices, collectionId]);
  // A field that the user leaves is stored without waiting for a pause in typing.
  useWindowEvent('focusout', () => void choices.flush(collectionId));
  useWindowEvent('pagehide', choices.keep);
  const { options, picks, files } = usePackRequest(collection);
  // Visitors who pack nothing need not learn what a pack is.
  if (useIsSite() && options === undefined) return null;
  return (
    <a className={css.packMeter} href={toHash({ place: 'pack', collectionId, scope })}>
      {words.meter(picks.length + files.length)}
    </a>
  );
}

const CollectionMenu = loadLater(() => import('./collection-menu.tsx'), 'CollectionMenu');

/** The menu is loaded on the first click; until then this is a plain button. */
function CollectionSwitcher() {
  const collection = useCurrentCollection();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="own"
        className={`${look.sheet} ${css.switcher}`}
        ref={setAnchor}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${words.switcher.label}: ${toShortName(collection?.name ?? words.switcher.none, 200)}`}
        onClick={() => setOpen(true)}
      >
        <strong>
          <MiddleText text={collection?.name ?? words.switcher.none} max={32} />
        </strong>
        <Icon name="down" size={16} />
      </Button>
      <Suspense>{isOpen && anchor && <CollectionMenu anchor={anchor} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** One status; its dialog has the details. The engine's place is announced, and shown when it runs in its fallback. */
function StatusChips() {
  const { connection, state } = useApp();
  const collection = useCurrentCollection();
  const isSite = useIsSite();
  const count = words.count.requests(useRequestCount());
  const { look: dot, text } = useStatus();
  return (
    <div className={css.chips}>
      <span
        className={connection.reason === undefined ? look.srOnly : look.chip}
        role="status"
        aria-label={words.status.engine}
        title={connection.reason}
      >
        {connection.where}
      </span>
      {!isSite && (
        <span role="status" aria-label={words.status.requests}>
          <Button look="own" className={look.chip} title={count} onClick={() => state.dialog.set({ type: 'status' })}>
            <span className={`${css.dot} ${dot}`} aria-hidden />
            {text}
            <span className={look.srOnly}>. {count}</span>
          </Button>
        </span>
      )}
      {isSite && collection !== undefined && !collection.readingOnly && <SiteMenu />}
    </div>
  );
}

function useStatus(): { readonly look: string; readonly text: string } {
  const { offlineReady, updateReady } = usePwa();
  const job = useSignal(useApp().state.jobs).find((one) => isOpen(one) && isImport(one));
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const { importing, offline, updateNow, ready, online } = words.status;
  if (job !== undefined) return { look: css.waiting ?? '', text: importing(job.done, job.total) };
  if (!isOnline) return { look: css.warn ?? '', text: offline };
  if (updateReady) return { look: css.warn ?? '', text: updateNow };
  return offlineReady ? { look: '', text: ready } : { look: css.waiting ?? '', text: online };
}

function subscribeOnline(listener: () => void): () => void {
  const ended = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, listener, ended);
  return () => ended.abort();
}
