import { useEffect } from 'react';
import { baskets, loadBasket } from '../../state/basket.ts';
import { useApp } from '../../state/context.ts';
import { preferences } from '../../state/preferences.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatCompact } from '../../text/format.ts';
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
      {!bare && collection !== undefined && <PackMeter collectionId={collection.id} />}
      <StatusChips />
    </header>
  );
}

function PackMeter({ collectionId }: { readonly collectionId: string }) {
  const { engine } = useApp().connection;
  // Of a collection that is gone there is no basket to show.
  useEffect(() => void loadBasket(engine, collectionId).catch(() => {}), [engine, collectionId]);
  const picks = useSignal(baskets)[collectionId] ?? [];
  const { budgetTokens } = useSignal(preferences);
  const tokens = picks.reduce((sum, pick) => sum + pick.tokens, 0);
  const used = words.pack.used(`~${formatCompact(tokens)}`, formatCompact(budgetTokens));
  const whole = `${words.pack.meter} · ${words.count.chunks(picks.length)} · ${used}`;
  return (
    <a className="pack-meter" href={toHash({ place: 'pack', collectionId })} title={whole}>
      <span className="sr-only">{whole}</span>
      <span aria-hidden>{picks.length === 0 ? words.pack.meterEmpty : used}</span>
      <Meter share={tokens / budgetTokens} />
    </a>
  );
}
