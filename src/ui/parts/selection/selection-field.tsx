import type { Collection } from '../../../model/collection.ts';
import { isEverything, NO_SELECTION } from '../../../model/outputs/selection.ts';
import { SelectField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { addSelection, changeTyped, chooseSelection } from '../../state/selections.ts';
import { useSelection, useSelections } from '../../state/use-selections.ts';
import { describeScope, toSelectionName } from '../../text/describe-selection.ts';
import { formatCompact } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { SaveSelection } from './save-selection.tsx';
import * as css from './selection.module.css';
import { SelectionPatterns } from './selection-patterns.tsx';
import { countGone, useSelectionFacts } from './use-selection-facts.ts';

interface Props {
  readonly collection: Collection;
}

/** The current selection, its contents and its size. */
export function SelectionField({ collection }: Props) {
  return (
    <div className={`${look.stack} ${css.from}`} style={{ gap: 4 }}>
      <SelectionSelect collection={collection} />
      <SelectionSize collection={collection} />
    </div>
  );
}

const EVERYTHING = '';

/** The list of selections; the chosen one becomes the current one. */
export function SelectionSelect({ collection }: Props) {
  const { choices } = useApp().state;
  const { selections, current } = useSelections(collection.id);
  const named = Object.entries(selections).map(([id, one]) => [id, toSelectionName(one)] as const);
  const hasAll = Object.values(selections).some((one) => one.name === '' && isEverything(one));
  return (
    <SelectField
      label={words.selections.from}
      value={current in selections ? current : EVERYTHING}
      options={hasAll ? named : [[EVERYTHING, words.selections.everything] as const, ...named]}
      onChange={(id) => {
        if (id === EVERYTHING) addSelection(choices, collection, NO_SELECTION);
        else chooseSelection(choices, collection.id, id);
      }}
    />
  );
}

/** Size, patterns and the name of the current selection. */
export function SelectionDetails({ collection }: Props) {
  const { choices } = useApp().state;
  const { current } = useSelections(collection.id);
  const selection = useSelection(collection);
  const { facts } = useSelectionFacts(collection, selection);
  return (
    <div className={`${look.stack} ${css.from}`} style={{ gap: 8 }}>
      <div>
        <p className={look.label}>{words.pack.files}</p>
        <SelectionSize collection={collection} />
      </div>
      <SelectionPatterns
        key={current}
        selection={selection}
        unused={facts?.gone.globs ?? []}
        rows={1}
        onChange={(part) => changeTyped(choices, collection, (now) => ({ ...now, ...part }))}
      />
      <div>
        <SaveSelection collection={collection} />
      </div>
    </div>
  );
}

function SelectionSize({ collection }: Props) {
  const selection = useSelection(collection);
  const { facts, problem } = useSelectionFacts(collection, selection);
  const gone = facts === undefined ? 0 : countGone(facts);
  return (
    <>
      <p className={look.hint}>
        {isEverything(selection) ? '' : `${describeScope(selection)} · `}
        {facts !== undefined && `${words.count.files(facts.files)}, ~${formatCompact(facts.tokens)} tokens · `}
        {gone > 0 && <strong className={look.warnText}>{words.selections.goneCount(gone)} · </strong>}
        <a href={toHash({ place: 'selections', collectionId: collection.id })}>{words.selections.edit}</a>
      </p>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
    </>
  );
}
