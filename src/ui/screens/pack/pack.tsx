import { useState } from 'react';
import type { PickedChunk } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { TOKEN_FACTORS } from '../../../model/token-family.ts';
import { SelectField } from '../../parts/controls/select-field.tsx';
import { baskets } from '../../state/basket.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';
import { Basket } from './basket.tsx';
import { BudgetBox } from './budget-box.tsx';
import { PackPreview } from './pack-preview.tsx';
import { usePack } from './use-pack.ts';

const FORMATS = [
  ['markdown', words.pack.formats.markdown],
  ['xml', words.pack.formats.xml],
] as const;

const COUNTERS = (['o200k', ...TOKEN_FACTORS.map(({ family }) => family)] as const).map(
  (family) => [family, words.pack.counters[family]] as const,
);

/** A question, a basket or both, and a budget that holds for the formatted text. */
export function Pack({ collection }: { readonly collection: Collection }) {
  const { budgetTokens, packFormat, packCounter } = useSignal(preferences);
  const picks = useSignal(baskets)[collection.id] ?? NO_PICKS;
  const [query, setQuery] = useState('');
  const [mask, setMask] = useState(true);
  const { answer, isWaiting } = usePack({ collection, picks, query, mask, budgetTokens, packFormat, packCounter });
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
            <label className="check">
              <input type="checkbox" checked={mask} onChange={(event) => setMask(event.target.checked)} />
              {words.pack.mask}
            </label>
            <Basket collectionId={collection.id} picks={picks} />
          </div>
          <PackPreview answer={answer} isWaiting={isWaiting} budget={budgetTokens} name={name} />
        </div>
      </div>
    </div>
  );
}

const NO_PICKS: readonly PickedChunk[] = [];
