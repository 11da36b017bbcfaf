import { useState } from 'react';
import type { PackAnswer } from '../../../engine/contract.ts';
import type { PickedChunk } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { Empty } from '../../parts/controls/empty.tsx';
import { Meter } from '../../parts/controls/meter.tsx';
import { SelectField } from '../../parts/controls/select-field.tsx';
import { copyText } from '../../state/actions/copy-text.ts';
import { report } from '../../state/actions/report.ts';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { baskets } from '../../state/basket.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCompact, formatCount } from '../../text/format.ts';
import { words } from '../../words/words.ts';
import { Basket } from './basket.tsx';
import { BudgetBox } from './budget-box.tsx';
import { usePack } from './use-pack.ts';

const FORMATS = [
  ['markdown', words.pack.formats.markdown],
  ['xml', words.pack.formats.xml],
] as const;

const COUNTERS = [
  ['o200k', words.pack.counters.o200k],
  ['estimate', words.pack.counters.estimate],
] as const;

/** A question, a basket or both, and a budget that holds for the formatted text. */
export function Pack({ collection }: { readonly collection: Collection }) {
  const { budgetTokens, packFormat, packCounter } = useSignal(preferences);
  const picks = useSignal(baskets)[collection.id] ?? NO_PICKS;
  const [query, setQuery] = useState('');
  const [mask, setMask] = useState(true);
  const { answer, isWaiting } = usePack({ collection, picks, query, mask, budgetTokens, packFormat, packCounter });
  const name = `${collection.name}.pack.${packFormat === 'xml' ? 'xml' : 'md'}`;
  const canShare = typeof navigator.share === 'function';
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
          <section className="stack" aria-label={words.pack.preview}>
            <PackHead answer={answer} budget={budgetTokens} isWaiting={isWaiting} />
            <div className="row">
              <button
                type="button"
                className="button primary"
                disabled={answer === undefined || answer.chunks === 0}
                onClick={() => answer && void copyText(answer.text, words.pack.copied)}
              >
                {words.pack.copyPack}
              </button>
              <button
                type="button"
                className="button"
                disabled={answer === undefined || answer.chunks === 0}
                onClick={() => answer && saveBlob(new Blob([answer.text], { type: 'text/plain' }), name)}
              >
                {words.pack.download}
              </button>
              {canShare && answer !== undefined && answer.chunks > 0 && (
                <button type="button" className="button" onClick={() => void share(answer.text, name)}>
                  {words.pack.share}
                </button>
              )}
            </div>
            <Preview answer={answer} isWaiting={isWaiting} />
          </section>
        </div>
      </div>
    </div>
  );
}

const NO_PICKS: readonly PickedChunk[] = [];

interface HeadProps {
  readonly answer: PackAnswer | undefined;
  readonly budget: number;
  readonly isWaiting: boolean;
}

function PackHead({ answer, budget, isWaiting }: HeadProps) {
  const tokens = answer?.tokens ?? 0;
  const shown = `${answer?.exact ? '' : '~'}${formatCompact(tokens)}`;
  return (
    <div className="stack" style={{ gap: 4 }}>
      <p role="status" title={`${formatCount(tokens)} / ${formatCount(budget)}`}>
        <strong>{words.pack.summary(answer?.chunks ?? 0, answer?.candidates ?? 0)}</strong>
        {', '}
        {words.pack.used(shown, formatCompact(budget))}
        {isWaiting && <span className="faint"> · {words.pack.making}</span>}
      </p>
      <Meter share={budget > 0 ? tokens / budget : 0} />
    </div>
  );
}

/** A pack can be megabytes; the first part is enough to judge it by, and keeps the page quick. */
const PREVIEW_CHARS = 20_000;

function Preview({ answer, isWaiting }: { readonly answer: PackAnswer | undefined; readonly isWaiting: boolean }) {
  if (isWaiting && answer === undefined) return null;
  if (answer === undefined || answer.chunks === 0) return <Empty icon="pack" text={words.pack.nothing} />;
  const isCut = answer.text.length > PREVIEW_CHARS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className="preview" tabIndex={0} translate="no">
      {answer.text.slice(0, PREVIEW_CHARS)}
      {isCut && '\n…'}
    </pre>
  );
}

async function share(text: string, title: string): Promise<void> {
  await navigator.share({ title, text }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) report(error);
  });
}
