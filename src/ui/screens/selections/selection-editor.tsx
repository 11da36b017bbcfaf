import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { PickedChunk, Selection } from '../../../model/outputs/selection.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { SelectionPatterns } from '../../parts/selection/selection-patterns.tsx';
import { countGone, useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { changeSelection, changeTyped } from '../../state/selections.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { SelectedList } from './selected-list.tsx';

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
      <TextField
        label={words.selections.name}
        maxLength={LIMITS.maxSelectionNameChars}
        placeholder={words.selections.unnamed}
        value={selection.name}
        onChange={(name) => type({ name })}
      />
      <SelectionPatterns selection={selection} unused={facts?.gone.globs ?? []} onChange={type} />
      <TickList collectionId={collection.id} items={selection.paths} gone={facts?.gone.paths} onChange={change} />
      <PickList items={selection.picks} gone={facts?.gone.picks} onChange={change} />
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

interface ListProps<T> {
  readonly items: readonly T[];
  /** Paths or ids that are no longer in the collection. */
  readonly gone: readonly string[] | undefined;
  readonly onChange: (part: Partial<Selection>) => void;
}

/** Ticked paths; those that are no longer in the collection come first. */
function TickList({ collectionId, items, gone, onChange }: ListProps<string> & { readonly collectionId: string }) {
  const missing = new Set(gone);
  const rows = items.map((path) => ({
    name: path,
    isGone: missing.has(path),
    onRemove: () => onChange({ paths: items.filter((other) => other !== path) }),
  }));
  return (
    <SelectedList
      title={words.selections.ticks}
      none={words.selections.noTicks}
      rows={rows.sort((a, b) => Number(b.isGone) - Number(a.isGone))}
      rowHeight={40}
    >
      <ButtonLink label={words.selections.tickMore} href={toHash({ place: 'files', collectionId })} />
      {items.length > 0 && (
        <Button look="quiet" label={words.selections.clearTicks} onClick={() => onChange({ paths: [] })} />
      )}
    </SelectedList>
  );
}

/** Chunks added by hand, in their order. */
function PickList({ items, gone, onChange }: ListProps<PickedChunk>) {
  const { toasts } = useApp().state;
  const missing = new Set(gone);
  const rows = items.map(({ id, label, path, tokens }) => ({
    name: label || path,
    path,
    tokens,
    isGone: missing.has(id),
    onRemove: () => onChange({ picks: items.filter((other) => other.id !== id) }),
  }));
  const clear = () => {
    onChange({ picks: [] });
    const undo = { label: words.common.undo, run: () => onChange({ picks: items }) };
    toasts.show(words.selections.emptied, { action: undo });
  };
  return (
    <SelectedList title={words.selections.picks} none={words.selections.noPicks} rows={rows} rowHeight={56}>
      {items.length > 0 && <Button look="quiet" label={words.selections.clearPicks} onClick={clear} />}
    </SelectedList>
  );
}
