import { useEffect } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { useWindowEvent } from '../../kit/hooks.ts';
import { useApp } from '../../state/context.ts';
import { usePackRequest } from '../../state/pack/pack-options.ts';
import { toHash } from '../../state/route.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection, useIsSite } from '../../state/use-current-collection.ts';
import { describePack } from '../../text/describe-pack.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { CollectionSwitcher } from './collection-switcher.tsx';
import { SearchBox } from './search-box.tsx';
import { StatusChips } from './status-chips.tsx';
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

function PackMeter({ collection }: { readonly collection: Collection }) {
  const { choices, madePack } = useApp().state;
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
  const { options, key, picks, budgetTokens } = usePackRequest(collection);
  const made = useSignal(madePack);
  // Visitors who pack nothing need not learn what a pack is.
  if (useIsSite() && options === undefined) return null;
  const answer = made?.key === key ? made.answer : undefined;
  const text =
    options === undefined
      ? words.pack.meterEmpty
      : answer !== undefined
        ? `${words.pack.meter} ${describePack(answer, budgetTokens).short}`
        : picks.length > 0
          ? `${words.pack.meter}: ${words.pack.meterAdded(picks.length)}`
          : words.pack.meter;
  return (
    <a className={css.packMeter} href={toHash({ place: 'pack', collectionId, scope })}>
      {text}
    </a>
  );
}
