import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { PackDraft } from '../../../model/outputs/pack-draft.ts';
import { CheckField, SelectField, TextArea, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { usePreference } from '../../kit/use-preference.ts';
import { SelectionDetails } from '../../parts/selection/selection-field.tsx';
import { useApp } from '../../state/context.ts';
import { usePackDraft } from '../../state/pack/pack-draft.ts';
import type { PackRequest } from '../../state/pack/pack-options.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { changeSelection } from '../../state/selections.ts';
import { useSelection } from '../../state/use-selections.ts';
import { words } from '../../words/words.ts';
import * as css from './pack.module.css';
import { PackEverything } from './pack-everything.tsx';
import { PackScope } from './pack-scope.tsx';

interface Props {
  readonly collection: Collection;
  readonly request: PackRequest;
  readonly onChange: (part: Partial<PackDraft>) => void;
}

/** Options most packs do not need: instructions, files, output. */
export function PackOptions({ collection, request, onChange }: Props) {
  const { scope } = useScope();
  const { instructions = '' } = usePackDraft(collection);
  return (
    <section className={css.options} id="pack-options" aria-label={words.pack.more}>
      <div className={look.stack}>
        <TextArea
          label={words.pack.instructions}
          hint={words.pack.instructionsHint}
          rows={4}
          maxLength={LIMITS.maxQuestionChars}
          placeholder={words.pack.instructionsPlaceholder}
          value={instructions}
          onChange={(text) => onChange({ instructions: text })}
        />
        <PackEverything collection={collection} budgetTokens={request.budgetTokens} onChange={onChange} />
      </div>
      <div className={look.stack}>
        {scope === undefined && (
          <>
            <PackScope collection={collection} />
            <SelectionDetails collection={collection} />
          </>
        )}
      </div>
      <OutputFields collection={collection} request={request} onChange={onChange} />
    </section>
  );
}

/** Budget and format belong to the pack, and are this browser's default for the next ones; the browser stores the rest. */
function OutputFields({ collection, request, onChange }: Props) {
  const [, setFormat] = usePreference('packFormat');
  const [counter, setCounter] = usePreference('packCounter');
  const [detail, setDetail] = usePreference('packDetail');
  const [order, setOrder] = usePreference('packOrder');
  const { choices } = useApp().state;
  const { mask } = useSelection(collection);
  return (
    <div className={look.stack}>
      <SelectField
        label={words.pack.format}
        value={request.format}
        options={toOptions(words.pack.formats)}
        onChange={(format) => {
          setFormat(format);
          onChange({ format });
        }}
      />
      <SelectField
        label={words.pack.counter}
        value={counter}
        options={toOptions(words.pack.counters)}
        onChange={setCounter}
      />
      <SelectField
        label={words.pack.detail}
        value={detail}
        options={toOptions(words.pack.details)}
        onChange={setDetail}
      />
      <SelectField label={words.pack.order} value={order} options={toOptions(words.pack.orders)} onChange={setOrder} />
      <CheckField
        label={words.pack.mask}
        checked={mask}
        onChange={(isOn) => changeSelection(choices, collection, (now) => ({ ...now, mask: isOn }))}
      />
    </div>
  );
}
