import type { Collection } from '../../../model/collection.ts';
import { NO_SELECTION } from '../../../model/outputs/selection.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { NotReady } from '../../kit/not-ready.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { useApp } from '../../state/context.ts';
import { addSelection, chooseSelection, removeSelection, type StoredChoices } from '../../state/selections.ts';
import { useSelection, useSelections, useSelectionsState } from '../../state/use-selections.ts';
import { describeScope, toSelectionName } from '../../text/describe-selection.ts';
import { words } from '../../words/words.ts';
import { SelectionEditor } from './selection-editor.tsx';
import * as css from './selections.module.css';

/** The selections of a collection: the current one and its contents. */
export function Selections({ collection }: { readonly collection: Collection }) {
  const choices = useSelections(collection.id);
  const selection = useSelection(collection);
  const loaded = useSelectionsState(collection.id);
  return (
    <Place title={words.places.selections} intro={words.selections.intro}>
      {loaded.status === 'ready' ? (
        <div className={css.grid}>
          <SelectionList collection={collection} choices={choices} />
          <SelectionEditor key={choices.current} collection={collection} selection={selection} />
        </div>
      ) : (
        <NotReady load={loaded} />
      )}
    </Place>
  );
}

function SelectionList({ collection, choices }: { readonly collection: Collection; readonly choices: StoredChoices }) {
  const { state } = useApp();
  const current = choices.selections[choices.current] ?? NO_SELECTION;
  const rows = Object.entries({ ...choices.selections, [choices.current]: current });
  const remove = () => {
    const undo = removeSelection(state.choices, collection.id, choices.current);
    state.toasts.show(words.selections.removed(toSelectionName(current)), {
      action: { label: words.common.undo, run: undo },
    });
  };
  return (
    <section className={look.stack} aria-label={words.selections.list}>
      <ul className={css.list}>
        {rows.map(([id, one]) => (
          <li key={id}>
            <Button
              look="own"
              className={`${look.sheet} ${css.row}`}
              aria-pressed={id === choices.current}
              onClick={() => chooseSelection(state.choices, collection.id, id)}
            >
              <strong>{toSelectionName(one)}</strong>
              {toSelectionName(one) !== describeScope(one) && <span className={look.hint}>{describeScope(one)}</span>}
            </Button>
          </li>
        ))}
      </ul>
      <div className={look.row}>
        <Button label={words.selections.add} onClick={() => addSelection(state.choices, collection, NO_SELECTION)} />
        <Button
          label={words.library.duplicate}
          onClick={() =>
            addSelection(state.choices, collection, {
              ...current,
              name: words.library.duplicateName(toSelectionName(current)),
            })
          }
        />
        <Button
          look="quiet"
          label={words.library.delete}
          disabled={!(choices.current in choices.selections)}
          onClick={remove}
        />
      </div>
    </section>
  );
}
