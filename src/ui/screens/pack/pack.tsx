import { useState } from 'react';
import type { PackItem } from '../../../engine/contract.ts';
import type { PickedChunk } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { TOKEN_FACTORS } from '../../../model/outputs/token-family.ts';
import { LeftOut } from '../../parts/controls/left-out.tsx';
import { ScopeCheck } from '../../parts/controls/scope-check.tsx';
import { SelectField } from '../../parts/controls/select-field.tsx';
import { baskets } from '../../state/basket.ts';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { packWishes, setPackWish } from '../../state/pack-questions.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { navigate, toHash } from '../../state/route.ts';
import { allCollections, listAll } from '../../state/scope/all-collections.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';
import { Basket } from './basket.tsx';
import { BudgetBox } from './budget-box.tsx';
import { PackItems } from './pack-items.tsx';
import { PackPreview } from './pack-preview.tsx';
import { usePack } from './use-pack.ts';

const FORMATS = [
  ['markdown', words.pack.formats.markdown],
  ['xml', words.pack.formats.xml],
] as const;

const COUNTERS = (['o200k', ...TOKEN_FACTORS.map(({ family }) => family)] as const).map(
  (family) => [family, words.pack.counters[family]] as const,
);

const DETAILS = [
  ['signatures', words.pack.details.signatures],
  ['chunks', words.pack.details.chunks],
] as const;

const ORDERS = [
  ['path', words.pack.orders.path],
  ['best', words.pack.orders.best],
] as const;

/** A question, a basket or both, and a budget that holds for the formatted text. */
export function Pack({ collection }: { readonly collection: Collection }) {
  const { engine } = useApp().connection;
  const { scope } = useScope();
  useSignal(allCollections);
  const scoped = scope === undefined ? {} : { scope };
  const { budgetTokens, packFormat, packCounter, packDetail, packOrder } = useSignal(preferences);
  const picks = useSignal(baskets)[collection.id] ?? NO_PICKS;
  // What was searched for is most likely what the pack is for.
  const { query, leaveOut } = useSignal(packWishes)[collection.id] ?? {
    query: getSearch(engine, collection.id, scope).view.get().text,
    leaveOut: NOTHING,
  };
  const setQuery = (typed: string) => setPackWish(collection.id, { query: typed, leaveOut });
  const setLeaveOut = (keys: readonly string[]) => setPackWish(collection.id, { query, leaveOut: keys });
  const [mask, setMask] = useState(true);
  const { answer, problem, isWaiting } = usePack({
    collectionId: collection.id,
    ...(scope === undefined ? {} : { together: listAll() }),
    ...(query.trim() === '' ? {} : { query }),
    picks: picks.map((pick) => pick.id),
    budgetTokens,
    format: packFormat,
    counter: packCounter,
    detail: packDetail,
    order: packOrder,
    leaveOut,
    mask,
  });
  const name = `${collection.name}.pack.${packFormat === 'xml' ? 'xml' : 'md'}`;
  return (
    <div className="place">
      <div className="place-inner">
        <div>
          <h1>{words.pack.title}</h1>
          <p className="soft">{words.pack.intro}</p>
        </div>
        <div className="pack-grid">
          <div className="stack">
            <div className="field">
              <label htmlFor="pack-query">{words.pack.query}</label>
              <textarea
                id="pack-query"
                className="input"
                rows={3}
                placeholder={words.pack.queryPlaceholder}
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            </div>
            <ScopeCheck
              onChange={(next) =>
                navigate({ place: 'pack', collectionId: collection.id, ...(next === undefined ? {} : { scope: next }) })
              }
            />
            <PackChoices />
            <label className="check">
              <input type="checkbox" checked={mask} onChange={(event) => setMask(event.target.checked)} />
              {words.pack.mask}
            </label>
            <Basket collectionId={collection.id} picks={picks} />
            <LeftOut collections={answer?.leftOut} />
            <PackItems
              collectionId={collection.id}
              items={answer?.items ?? NO_ITEMS}
              leftOut={leaveOut.length}
              onLeaveOut={(key) => setLeaveOut([...leaveOut, key])}
              onBringBack={() => setLeaveOut(NOTHING)}
            />
            <a className="button quiet" href={toHash({ place: 'cite', collectionId: collection.id, ...scoped })}>
              {words.cite.link}
            </a>
          </div>
          <PackPreview answer={answer} problem={problem} isWaiting={isWaiting} budget={budgetTokens} name={name} />
        </div>
      </div>
    </div>
  );
}

/** How packs are made; this browser remembers it. */
function PackChoices() {
  const { budgetTokens, packFormat, packCounter, packDetail, packOrder } = useSignal(preferences);
  return (
    <>
      <BudgetBox value={budgetTokens} onChange={(tokens) => setPreference('budgetTokens', tokens)} />
      <SelectField
        id="pack-format"
        label={words.pack.format}
        value={packFormat}
        options={FORMATS}
        onChange={(format) => setPreference('packFormat', format)}
      />
      <SelectField
        id="pack-counter"
        label={words.pack.counter}
        value={packCounter}
        options={COUNTERS}
        onChange={(counter) => setPreference('packCounter', counter)}
      />
      <SelectField
        id="pack-detail"
        label={words.pack.detail}
        value={packDetail}
        options={DETAILS}
        onChange={(detail) => setPreference('packDetail', detail)}
      />
      <SelectField
        id="pack-order"
        label={words.pack.order}
        value={packOrder}
        options={ORDERS}
        onChange={(order) => setPreference('packOrder', order)}
      />
    </>
  );
}

const NO_PICKS: readonly PickedChunk[] = [];
const NO_ITEMS: readonly PackItem[] = [];
const NOTHING: readonly string[] = [];
