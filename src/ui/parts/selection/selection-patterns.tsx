import { useState } from 'react';
import type { Selection } from '../../../model/outputs/selection.ts';
import { findExcess } from '../../../selection/scope.ts';
import { GlobField, type PatternTexts, toPatterns, toTexts } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';

const MAX_UNUSED = 5;

interface Props {
  readonly selection: Selection;
  /** Patterns that match no file. */
  readonly unused: readonly string[];
  readonly rows?: number;
  /** Called with the edited patterns only. */
  readonly onChange: (part: Partial<Pick<Selection, 'include' | 'exclude'>>) => void;
}

/** Edits the include and exclude patterns of a selection. Reports patterns over the limit and keeps the previous ones. */
export function SelectionPatterns({ selection, unused, rows, onChange }: Props) {
  const [typed, setTyped] = useState<Partial<PatternTexts>>({});
  const { include, exclude } = { ...toTexts(selection), ...typed };
  const [isTooMuch, setTooMuch] = useState(false);
  const change = (part: Partial<PatternTexts>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const edited = toPatterns(next);
    const excess = findExcess({ ...selection, ...edited });
    setTooMuch(excess !== undefined);
    if (excess === undefined) onChange(edited);
  };
  const shown = unused.slice(0, MAX_UNUSED).map((glob) => toShortName(glob, 60));
  return (
    <>
      {isTooMuch && (
        <p className={look.problem} role="alert">
          {describeProblem({ code: 'engine/bad-selection', message: '', details: {} })}
        </p>
      )}
      <GlobField
        label={words.selections.include}
        hint={words.selections.includeHint}
        rows={rows}
        value={include}
        onChange={(text) => change({ include: text })}
      />
      {shown.length > 0 && <p className={look.hint}>{words.selections.unused(shown.join(', '))}</p>}
      <GlobField
        label={words.selections.exclude}
        hint={words.selections.excludeHint}
        rows={rows}
        value={exclude}
        onChange={(text) => change({ exclude: text })}
      />
    </>
  );
}
