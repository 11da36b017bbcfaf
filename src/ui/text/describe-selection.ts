import { isEverything, type Selection, type SelectionScope } from '../../model/outputs/selection.ts';
import { words } from '../words/words.ts';
import { toShortName } from './visible-text.ts';

const SHOWN = 3;

export function toSelectionName(selection: Selection): string {
  if (selection.name.trim() !== '') return toShortName(selection.name);
  return isEverything(selection) ? words.selections.everything : words.selections.unnamed;
}

/** Describes a selection: `docs/ *.py · not tests · 2 picked chunks`; shows only the beginning of long lists. */
export function describeScope(scope: SelectionScope): string {
  const { paths, include, exclude, picks } = scope;
  if (isEverything(scope)) return words.selections.everything;
  return [
    join([...paths, ...include]),
    exclude.length === 0 ? '' : words.selections.not(join(exclude)),
    picks.length === 0 ? '' : words.selections.picked(picks.length),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function join(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => toShortName(name, 40));
  return [...shown, ...(names.length > SHOWN ? [words.selections.more(names.length - SHOWN)] : [])].join(' ');
}
