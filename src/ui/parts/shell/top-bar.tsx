import { useEffect } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { isEverything } from '../../../model/outputs/selection.ts';
import { useApp } from '../../state/context.ts';
import { preferences } from '../../state/preferences.ts';
import { toHash } from '../../state/route.ts';
import { keepScope } from '../../state/scope/all-collections.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { loadSelections, useSelection } from '../../state/selections.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { toSelectionName } from '../../text/describe-selection.ts';
import { formatCompact } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { Meter } from '../controls/meter.tsx';
import { CollectionSwitcher } from './collection-switcher.tsx';
import { SearchBox } from './search-box.tsx';
import { StatusChips } from './status-chips.tsx';

export function TopBar({ bare }: { readonly bare: boolean }) {
  const collection = useCurrentCollection();
  return (
    <header className="top-bar">
      <a className="wordmark" href="#/" aria-label={words.appName}>
        Qu<span>i</span>re
      </a>
      {bare ? <span /> : <CollectionSwitcher />}
      {!bare && collection !== undefined && <SearchBox collection={collection} />}
      {!bare && collection !== undefined && <PackMeter collection={collection} />}
      <StatusChips />
    </header>
  );
}

function PackMeter({ collection }: { readonly collection: Collection }) {
  const { engine } = useApp().connection;
  const collectionId = collection.id;
  const { scope } = useScope();
  useEffect(() => {
    // Of a collection that is gone there are none to show.
    const load = () => void loadSelections(engine, collectionId).catch(() => {});
    const loadWhenSeen = () => document.visibilityState === 'visible' && load();
    load();
    // Another tab may have changed them meanwhile.
    document.addEventListener('visibilitychange', loadWhenSeen);
    return () => document.removeEventListener('visibilitychange', loadWhenSeen);
  }, [engine, collectionId]);
  const preferred = useSignal(preferences).budgetTokens;
  const selection = useSelection(collection);
  const { picks, budgetTokens = preferred } = selection;
  const tokens = picks.reduce((sum, pick) => sum + pick.tokens, 0);
  const used = words.pack.used(`~${formatCompact(tokens)}`, formatCompact(budgetTokens));
  const whole = `${words.pack.meter} · ${words.count.chunks(picks.length)} · ${used}`;
  return (
    <a className="pack-meter" href={toHash({ place: 'pack', collectionId, ...keepScope(scope) })} title={whole}>
      <span className="sr-only">{whole}</span>
      <span aria-hidden>
        {picks.length > 0
          ? used
          : isEverything(selection)
            ? words.pack.meterEmpty
            : toShortName(toSelectionName(selection), 20)}
      </span>
      <Meter share={tokens / budgetTokens} />
    </a>
  );
}
