import type { PackItem } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { toScope } from '../../../model/outputs/follow-sources.ts';
import type { Selection } from '../../../model/outputs/selection.ts';
import { TOKEN_FACTORS } from '../../../model/outputs/token-family.ts';
import { LeftOut } from '../../parts/controls/left-out.tsx';
import { ScopeCheck } from '../../parts/controls/scope-check.tsx';
import { SelectField } from '../../parts/controls/select-field.tsx';
import { SelectionField } from '../../parts/selection/selection-field.tsx';
import { PlaceHead } from '../../parts/shell/place-head.tsx';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { NO_WISH, packWishes, setPackWish } from '../../state/pack-questions.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { navigate, toHash } from '../../state/route.ts';
import { allCollections, keepScope, listAll } from '../../state/scope/all-collections.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { changeSelection, useSelection } from '../../state/selections.ts';
import { useSignal } from '../../state/signal.ts';
import { formatDate } from '../../text/format.ts';
import { words } from '../../words/words.ts';
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

/** A question, a selection or both, and a budget that holds for the formatted text. */
export function Pack({ collection }: { readonly collection: Collection }) {
  const { engine } = useApp().connection;
  const { scope } = useScope();
  useSignal(allCollections);
  const { packCounter, packDetail, packOrder, ...preferred } = useSignal(preferences);
  const selection = useSelection(collection);
  const { budgetTokens = preferred.budgetTokens, format = preferred.packFormat, mask } = selection;
  const wish = useSignal(packWishes)[collection.id] ?? NO_WISH;
  const { leaveOut, since } = wish;
  // What was searched for is most likely what the pack is for.
  const { query = since === undefined ? getSearch(engine, collection.id, scope).view.get().text : '' } = selection;
  const change = (part: Partial<Selection>) => changeSelection(collection, (now) => ({ ...now, ...part }));
  const setLeaveOut = (keys: readonly string[]) => setPackWish(collection.id, { ...wish, leaveOut: keys });
  const pack = usePack(
    {
      collectionId: collection.id,
      ...(query.trim() === '' ? {} : { query }),
      // Ticks and globs are about one collection; what was picked by hand comes along.
      ...(scope === undefined
        ? { selection: toScope(selection), ...(since === undefined ? {} : { since: since.id }) }
        : { together: listAll(), picks: selection.picks.map(({ id }) => id) }),
      budgetTokens,
      format,
      counter: packCounter,
      detail: packDetail,
      order: packOrder,
      leaveOut,
      mask,
    },
    collection,
  );
  const { answer } = pack;
  const name = `${collection.name}.pack.${format === 'xml' ? 'xml' : 'md'}`;
  return (
    <div className="place">
      <div className="place-inner">
        <PlaceHead title={words.pack.title} intro={words.pack.intro} />
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
                onChange={(event) => change({ query: event.target.value })}
              />
            </div>
            <ScopeCheck
              onChange={(next) => navigate({ place: 'pack', collectionId: collection.id, ...keepScope(next) })}
            />
            {since !== undefined && scope === undefined && (
              <div className="notice">
                <p>{words.pack.since(formatDate(since.at))}</p>
                <button type="button" className="button" onClick={() => setPackWish(collection.id, { leaveOut })}>
                  {words.pack.withoutSince}
                </button>
              </div>
            )}
            {scope === undefined && <SelectionField collection={collection} canEdit />}
            <PackChoices budgetTokens={budgetTokens} format={format} onChange={change} />
            <label className="check">
              <input type="checkbox" checked={mask} onChange={(event) => change({ mask: event.target.checked })} />
              {words.pack.mask}
            </label>
            <LeftOut collections={answer?.leftOut} />
            <PackItems
              collectionId={collection.id}
              items={answer?.items ?? NO_ITEMS}
              leftOut={leaveOut.length}
              onLeaveOut={(key) => setLeaveOut([...leaveOut, key])}
              onBringBack={() => setLeaveOut(NOTHING)}
            />
            <a
              className="button quiet"
              href={toHash({ place: 'cite', collectionId: collection.id, ...keepScope(scope) })}
            >
              {words.cite.link}
            </a>
          </div>
          <PackPreview pack={pack} budget={budgetTokens} name={name} />
        </div>
      </div>
    </div>
  );
}

interface ChoicesProps {
  readonly budgetTokens: number;
  readonly format: 'markdown' | 'xml';
  readonly onChange: (part: Partial<Selection>) => void;
}

/** How packs are made. Budget and format are the selection's, and this browser's for selections to come; it remembers the rest. */
function PackChoices({ budgetTokens, format, onChange }: ChoicesProps) {
  const { packCounter, packDetail, packOrder } = useSignal(preferences);
  return (
    <>
      <BudgetBox
        value={budgetTokens}
        onChange={(tokens) => {
          if (tokens === budgetTokens) return;
          setPreference('budgetTokens', tokens);
          onChange({ budgetTokens: tokens });
        }}
      />
      <SelectField
        id="pack-format"
        label={words.pack.format}
        value={format}
        options={FORMATS}
        onChange={(chosen) => {
          setPreference('packFormat', chosen);
          onChange({ format: chosen });
        }}
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

const NO_ITEMS: readonly PackItem[] = [];
const NOTHING: readonly string[] = [];
