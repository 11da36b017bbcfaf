import type { Collection } from '../../../model/collection.ts';
import { isEverything, NO_SELECTION } from '../../../model/outputs/selection.ts';
import { toHash } from '../../state/route.ts';
import { addSelection, changeSelection, chooseSelection, useSelection, useSelections } from '../../state/selections.ts';
import { describeScope, toSelectionName } from '../../text/describe-selection.ts';
import { formatCompact } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { SelectField } from '../controls/select-field.tsx';
import { SaveSelection } from './save-selection.tsx';
import { SelectionPatterns } from './selection-patterns.tsx';
import { countGone, useSelectionFacts } from './use-selection-facts.ts';

const EVERYTHING = '';

interface Props {
  readonly collection: Collection;
  /** Patterns can be typed and the selection be named here. */
  readonly canEdit?: boolean;
}

/** Which selection is current, what it holds and what it comes to. */
export function SelectionField({ collection, canEdit = false }: Props) {
  const { selections, current } = useSelections(collection.id);
  const selection = useSelection(collection);
  const { facts, problem } = useSelectionFacts(collection, selection);
  const named = Object.entries(selections).map(([id, one]) => [id, toSelectionName(one)] as const);
  const hasAll = Object.values(selections).some((one) => one.name === '' && isEverything(one));
  const options = hasAll ? named : [[EVERYTHING, words.selections.everything] as const, ...named];
  const gone = facts === undefined ? 0 : countGone(facts);
  return (
    <div className="stack from" style={{ gap: 4 }}>
      <SelectField
        id="selection"
        label={words.selections.from}
        value={current in selections ? current : EVERYTHING}
        options={options}
        onChange={(id) => {
          if (id === EVERYTHING) addSelection(collection, NO_SELECTION);
          else chooseSelection(collection.id, id);
        }}
      />
      <p className="hint">
        {isEverything(selection) ? '' : `${describeScope(selection)} · `}
        {facts !== undefined && `${words.count.files(facts.files)}, ~${formatCompact(facts.tokens)} tokens · `}
        {gone > 0 && <strong className="warn-text">{words.selections.goneCount(gone)} · </strong>}
        <a href={toHash({ place: 'selections', collectionId: collection.id })}>{words.selections.edit}</a>
      </p>
      {problem !== undefined && <p className="notice bad">{describeProblem(problem)}</p>}
      {canEdit && (
        <>
          <SelectionPatterns
            key={current}
            selection={selection}
            unused={facts?.gone.globs ?? []}
            rows={1}
            onChange={(part) => changeSelection(collection, (now) => ({ ...now, ...part }))}
          />
          <div>
            <SaveSelection collection={collection} />
          </div>
        </>
      )}
    </div>
  );
}
