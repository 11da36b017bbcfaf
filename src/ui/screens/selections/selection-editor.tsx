import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { findExcess, type Selection } from '../../../model/outputs/selection.ts';
import { GlobField, toGlobs } from '../../parts/controls/glob-field.tsx';
import { countGone, useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { toHash } from '../../state/route.ts';
import { changeSelection } from '../../state/selections.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { PickList } from './pick-list.tsx';
import { TickList } from './tick-list.tsx';

interface Props {
  readonly collection: Collection;
  readonly selection: Selection;
}

/** What is in the current selection. Everything that is typed counts at once. */
export function SelectionEditor({ collection, selection }: Props) {
  const { facts, problem } = useSelectionFacts(collection, selection);
  const change = (part: Partial<Selection>) => changeSelection(collection, (now) => ({ ...now, ...part }));
  const gone = facts === undefined ? 0 : countGone(facts);
  return (
    <div className="stack">
      <p role="status">
        {facts !== undefined && words.selections.facts(facts.files, facts.chunks, facts.tokens, facts.bytes)}
        {gone > 0 && <strong className="warn-text"> · {words.selections.goneCount(gone)}</strong>}
      </p>
      {problem !== undefined && <p className="notice bad">{describeProblem(problem)}</p>}
      <Fields selection={selection} onChange={change} unused={facts?.gone.globs ?? []} />
      <TickList collection={collection} paths={selection.paths} gone={facts?.gone.paths ?? []} onChange={change} />
      <PickList picks={selection.picks} gone={facts?.gone.picks ?? []} onChange={change} />
      <div className="row">
        <a className="button primary" href={toHash({ place: 'pack', collectionId: collection.id })}>
          {words.selections.pack}
        </a>
        <a className="button" href={toHash({ place: 'export', collectionId: collection.id })}>
          {words.selections.export}
        </a>
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly selection: Selection;
  readonly unused: readonly string[];
  readonly onChange: (part: Partial<Selection>) => void;
}

/** What is too much is said beside the fields and is not kept; what was kept before stays. */
function Fields({ selection, unused, onChange }: FieldsProps) {
  const [name, setName] = useState(selection.name);
  const [include, setInclude] = useState(() => selection.include.join('\n'));
  const [exclude, setExclude] = useState(() => selection.exclude.join('\n'));
  const [isTooMuch, setTooMuch] = useState(false);
  const tryChange = (part: Partial<Selection>) => {
    const excess = findExcess({ ...selection, ...part });
    setTooMuch(excess !== undefined);
    if (excess === undefined) onChange(part);
  };
  return (
    <>
      <div className="field">
        <label htmlFor="selection-name">{words.selections.name}</label>
        <input
          id="selection-name"
          className="input"
          maxLength={LIMITS.maxSelectionNameChars}
          placeholder={words.selections.unnamed}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            tryChange({ name: event.target.value });
          }}
        />
      </div>
      {isTooMuch && (
        <p className="notice bad" role="alert">
          {describeProblem({ code: 'engine/bad-selection', message: '', details: {} })}
        </p>
      )}
      <GlobField
        id="selection-include"
        label={words.selections.include}
        hint={words.selections.includeHint}
        value={include}
        onChange={(text) => {
          setInclude(text);
          tryChange({ include: toGlobs(text) });
        }}
      />
      {unused.length > 0 && (
        <p className="hint">
          {words.selections.unused(
            unused
              .slice(0, 5)
              .map((glob) => toShortName(glob, 60))
              .join(', '),
          )}
        </p>
      )}
      <GlobField
        id="selection-exclude"
        label={words.selections.exclude}
        hint={words.selections.excludeHint}
        value={exclude}
        onChange={(text) => {
          setExclude(text);
          tryChange({ exclude: toGlobs(text) });
        }}
      />
    </>
  );
}
