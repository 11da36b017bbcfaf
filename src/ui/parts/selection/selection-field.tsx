import { useState } from 'react';
import { type Collection, countIndexed } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import {
  isEverything,
  NO_SELECTION,
  type Selection,
  type SelectionFacts,
  type SelectionScope,
} from '../../../model/outputs/selection.ts';
import { findExcess, toScope } from '../../../selection/scope.ts';
import { Button } from '../../kit/button.tsx';
import { Ask } from '../../kit/dialog.tsx';
import { GlobField, type PatternTexts, SelectField, TextField, toPatterns, toTexts } from '../../kit/field.tsx';
import { useTyped } from '../../kit/form.tsx';
import * as look from '../../kit/look.module.css';
import { pause, useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';
import type { Problem } from '../../state/read-error.ts';
import { toHash } from '../../state/route.ts';
import { addSelection, changeTyped, chooseSelection, saveSelection } from '../../state/selections.ts';
import { useSelection, useSelections } from '../../state/use-selections.ts';
import { formatCompact } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { packWords, selectionsWords } from '../../words/outputs.ts';
import { words } from '../../words/words.ts';
import * as css from './selection.module.css';

interface SelectionFieldProps {
  readonly collection: Collection;
}

/** The current selection, its contents and its size. */
export function SelectionField({ collection }: SelectionFieldProps) {
  return (
    <div className={`${look.stack} ${css.from}`} style={{ gap: 4 }}>
      <SelectionSelect collection={collection} />
      <SelectionSize collection={collection} />
    </div>
  );
}

const EVERYTHING = '';

/** The list of selections; the chosen one becomes the current one. */
export function SelectionSelect({ collection }: SelectionFieldProps) {
  const { choices } = useApp().state;
  const { selections, current } = useSelections(collection.id);
  const named = Object.entries(selections).map(([id, one]) => [id, toSelectionName(one)] as const);
  const hasAll = Object.values(selections).some((one) => one.name === '' && isEverything(one));
  return (
    <SelectField
      label={selectionsWords.from}
      value={current in selections ? current : EVERYTHING}
      options={hasAll ? named : [[EVERYTHING, selectionsWords.everything] as const, ...named]}
      onChange={(id) => {
        if (id === EVERYTHING) addSelection(choices, collection, NO_SELECTION);
        else chooseSelection(choices, collection.id, id);
      }}
    />
  );
}

/** Size, patterns and the name of the current selection. */
export function SelectionDetails({ collection }: SelectionFieldProps) {
  const { choices } = useApp().state;
  const { current } = useSelections(collection.id);
  const selection = useSelection(collection);
  const { facts } = useSelectionFacts(collection, selection);
  return (
    <div className={`${look.stack} ${css.from}`} style={{ gap: 8 }}>
      <div>
        <p className={look.label}>{packWords.files}</p>
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

function SelectionSize({ collection }: SelectionFieldProps) {
  const selection = useSelection(collection);
  const { facts, problem } = useSelectionFacts(collection, selection);
  const gone = facts === undefined ? 0 : countGone(facts);
  return (
    <>
      <p className={look.hint}>
        {isEverything(selection) ? '' : `${describeScope(selection)} · `}
        {facts !== undefined && `${words.count.files(facts.files)}, ~${formatCompact(facts.tokens)} tokens · `}
        {gone > 0 && <strong className={look.warnText}>{selectionsWords.goneCount(gone)} · </strong>}
        <a href={toHash({ place: 'selections', collectionId: collection.id })}>{selectionsWords.edit}</a>
      </p>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
    </>
  );
}

/** Names the current selection; saves the pack's chunks, question, budget and format with it. */
function SaveSelection({ collection }: { readonly collection: Collection }) {
  const { choices, toasts } = useApp().state;
  const selection = useSelection(collection);
  const [name, setName] = useState<string>();
  const save = (given: string) => {
    saveSelection(choices, collection, given);
    toasts.show(selectionsWords.saved(given));
  };
  return (
    <>
      <Button label={selectionsWords.save} onClick={() => setName(selection.name)} />
      {name !== undefined && (
        <Ask
          title={selectionsWords.save}
          confirm={words.common.save}
          disabled={name.trim() === ''}
          onConfirm={() => save(name.trim())}
          onClose={() => setName(undefined)}
        >
          <TextField
            label={selectionsWords.name}
            maxLength={LIMITS.maxSelectionNameChars}
            value={name}
            onChange={setName}
          />
        </Ask>
      )}
    </>
  );
}

const MAX_UNUSED = 5;

interface SelectionPatternsProps {
  readonly selection: Selection;
  /** Patterns that match no file. */
  readonly unused: readonly string[];
  readonly rows?: number;
  /** Called with the edited patterns only. */
  readonly onChange: (part: Partial<Pick<Selection, 'include' | 'exclude'>>) => void;
}

/** Edits the include and exclude patterns of a selection. Reports patterns over the limit and keeps the previous ones. */
export function SelectionPatterns({ selection, unused, rows, onChange }: SelectionPatternsProps) {
  const form = useTyped(toTexts(selection));
  const { include, exclude } = form.value;
  const [isTooMuch, setTooMuch] = useState(false);
  const change = (part: Partial<PatternTexts>) => {
    form.change(part);
    const edited = toPatterns({ ...form.typed, ...part });
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
        label={selectionsWords.include}
        hint={selectionsWords.includeHint}
        rows={rows}
        value={include}
        onChange={(text) => change({ include: text })}
      />
      {shown.length > 0 && <p className={look.hint}>{selectionsWords.unused(shown.join(', '))}</p>}
      <GlobField
        label={selectionsWords.exclude}
        hint={selectionsWords.excludeHint}
        rows={rows}
        value={exclude}
        onChange={(text) => change({ exclude: text })}
      />
    </>
  );
}

/** Pause in typing before the size is computed. */
const REST_MS = 150;

/** Returns the size of the selection, computed again after each commit. Undefined until then: figures of another selection are never shown. */
export function useSelectionFacts(
  { id, stats }: Collection,
  selection: Selection,
): { readonly facts: SelectionFacts | undefined; readonly problem: Problem | undefined } {
  const { engine } = useApp().connection;
  const isAll = isEverything(selection);
  const measure = async (signal: AbortSignal) => {
    await pause(REST_MS, signal);
    return engine.describeSelection(id, toScope(selection));
  };
  const load = (signal: AbortSignal) => (isAll ? undefined : measure(signal));
  const { value, problem } = useLoaded(load, [engine, id, selection], { version: useCommits(id), onFailure: 'return' });
  return { facts: isAll ? toFacts(stats) : value, problem };
}

/** The size of the whole collection, which needs no request; the same files as in the Library. */
function toFacts(stats: Collection['stats']): SelectionFacts {
  const { total_chunks: chunks, total_bytes: bytes, total_tokens: tokens } = stats;
  const figures = { files: countIndexed(stats), chunks, bytes, tokens };
  return { ...figures, gone: { paths: [], globs: [], picks: [] } };
}

export function countGone({ gone: { paths, picks } }: SelectionFacts): number {
  return paths.length + picks.length;
}

const SHOWN = 3;

export function toSelectionName(selection: Selection): string {
  if (selection.name.trim() !== '') return toShortName(selection.name);
  return isEverything(selection) ? selectionsWords.everything : selectionsWords.unnamed;
}

/** Describes a selection: `docs/ *.py · not tests · 2 picked chunks`; shows only the beginning of long lists. */
export function describeScope(scope: SelectionScope): string {
  const { paths, include, exclude, picks } = scope;
  if (isEverything(scope)) return selectionsWords.everything;
  return [
    join([...paths, ...include]),
    exclude.length === 0 ? '' : selectionsWords.not(join(exclude)),
    picks.length === 0 ? '' : selectionsWords.picked(picks.length),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function join(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => toShortName(name, 40));
  return [...shown, ...(names.length > SHOWN ? [selectionsWords.more(names.length - SHOWN)] : [])].join(' ');
}
