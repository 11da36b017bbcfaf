import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { Selection } from '../../../model/outputs/selection.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { SelectionPatterns } from '../../parts/selection/selection-patterns.tsx';
import { countGone, useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { changeSelection, changeTyped } from '../../state/selections.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { PickList } from './pick-list.tsx';
import { TickList } from './tick-list.tsx';

interface Props {
  readonly collection: Collection;
  readonly selection: Selection;
}

/** Edits the current selection. Stores every change: typed text when typing pauses or the field is left. */
export function SelectionEditor({ collection, selection }: Props) {
  const { choices } = useApp().state;
  const { facts, problem } = useSelectionFacts(collection, selection);
  const change = (part: Partial<Selection>) => changeSelection(choices, collection, (now) => ({ ...now, ...part }));
  const type = (part: Partial<Selection>) => changeTyped(choices, collection, (now) => ({ ...now, ...part }));
  const gone = facts === undefined ? 0 : countGone(facts);
  return (
    <div className={look.stack}>
      <p role="status">
        {facts !== undefined && words.selections.facts(facts.files, facts.chunks, facts.tokens, facts.bytes)}
        {gone > 0 && <strong className={look.warnText}> · {words.selections.goneCount(gone)}</strong>}
      </p>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
      <Fields selection={selection} onChange={type} unused={facts?.gone.globs ?? []} />
      <TickList collection={collection} paths={selection.paths} gone={facts?.gone.paths ?? []} onChange={change} />
      <PickList picks={selection.picks} gone={facts?.gone.picks ?? []} onChange={change} />
      <div className={look.row}>
        <ButtonLink
          look="primary"
          label={words.selections.pack}
          href={toHash({ place: 'pack', collectionId: collection.id })}
        />
        <ButtonLink label={words.selections.export} href={toHash({ place: 'export', collectionId: collection.id })} />
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly selection: Selection;
  readonly unused: readonly string[];
  readonly onChange: (part: Partial<Selection>) => void;
}

function Fields({ selection, unused, onChange }: FieldsProps) {
  const [name, setName] = useState(selection.name);
  return (
    <>
      <TextField
        label={words.selections.name}
        maxLength={LIMITS.maxSelectionNameChars}
        placeholder={words.selections.unnamed}
        value={name}
        onChange={(text) => {
          setName(text);
          onChange({ name: text });
        }}
      />
      <SelectionPatterns selection={selection} unused={unused} onChange={onChange} />
    </>
  );
}
