import type { ReactNode } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { NO_SELECTION, type PickedChunk, type Selection } from '../../../model/outputs/selection.ts';
import { Button, ButtonLink, IconButton, toClass } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { NotReady } from '../../kit/form.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import {
  countGone,
  describeScope,
  SelectionPatterns,
  toSelectionName,
  useSelectionFacts,
} from '../../parts/selection/selection-field.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import {
  addSelection,
  changeSelection,
  changeTyped,
  chooseSelection,
  removeSelection,
  type StoredChoices,
} from '../../state/selections.ts';
import { useSelection, useSelections, useSelectionsState } from '../../state/use-selections.ts';
import { formatCompact } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { libraryWords } from '../../words/library.ts';
import { selectionsWords } from '../../words/outputs.ts';
import { words } from '../../words/words.ts';
import * as css from './selections.module.css';

/** The selections of a collection: the current one and its contents. */
export function Selections({ collection }: { readonly collection: Collection }) {
  const choices = useSelections(collection.id);
  const selection = useSelection(collection);
  const loaded = useSelectionsState(collection.id);
  return (
    <Place title={words.places.selections} intro={selectionsWords.intro}>
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
    state.toasts.show(selectionsWords.removed(toSelectionName(current)), {
      action: { label: words.common.undo, run: undo },
    });
  };
  return (
    <section className={look.stack} aria-label={selectionsWords.list}>
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
        <Button label={selectionsWords.add} onClick={() => addSelection(state.choices, collection, NO_SELECTION)} />
        <Button
          label={libraryWords.duplicate}
          onClick={() =>
            addSelection(state.choices, collection, {
              ...current,
              name: libraryWords.duplicateName(toSelectionName(current)),
            })
          }
        />
        <Button
          look="quiet"
          label={libraryWords.delete}
          disabled={!(choices.current in choices.selections)}
          onClick={remove}
        />
      </div>
    </section>
  );
}

interface SelectionEditorProps {
  readonly collection: Collection;
  readonly selection: Selection;
}

/** Edits the current selection. Stores every change: typed text when typing pauses or the field is left. */
function SelectionEditor({ collection, selection }: SelectionEditorProps) {
  const { choices } = useApp().state;
  const { facts, problem } = useSelectionFacts(collection, selection);
  const change: ListProps<unknown>['onChange'] = (toPart) =>
    changeSelection(choices, collection, (now) => ({ ...now, ...toPart(now) }));
  const type = (part: Partial<Selection>) => changeTyped(choices, collection, (now) => ({ ...now, ...part }));
  const gone = facts === undefined ? 0 : countGone(facts);
  return (
    <div className={look.stack}>
      <p role="status">
        {facts !== undefined && selectionsWords.facts(facts.files, facts.chunks, facts.tokens, facts.bytes)}
        {gone > 0 && <strong className={look.warnText}> · {selectionsWords.goneCount(gone)}</strong>}
      </p>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
      <TextField
        label={selectionsWords.name}
        maxLength={LIMITS.maxSelectionNameChars}
        placeholder={selectionsWords.unnamed}
        value={selection.name}
        onChange={(name) => type({ name })}
      />
      <SelectionPatterns selection={selection} unused={facts?.gone.globs ?? []} onChange={type} />
      <TickList collectionId={collection.id} items={selection.paths} gone={facts?.gone.paths} onChange={change} />
      <PickList items={selection.picks} gone={facts?.gone.picks} onChange={change} />
      <div className={look.row}>
        <ButtonLink
          look="primary"
          label={selectionsWords.pack}
          href={toHash({ place: 'pack', collectionId: collection.id })}
        />
        <ButtonLink label={selectionsWords.export} href={toHash({ place: 'export', collectionId: collection.id })} />
      </div>
    </div>
  );
}

interface ListProps<T> {
  readonly items: readonly T[];
  /** Paths or ids that are no longer in the collection. */
  readonly gone: readonly string[] | undefined;
  /** Called with a change of what is stored: another tab may have changed the list as well. */
  readonly onChange: (toPart: (now: Selection) => Partial<Selection>) => void;
}

/** Ticked paths; those that are no longer in the collection come first. */
function TickList({ collectionId, items, gone, onChange }: ListProps<string> & { readonly collectionId: string }) {
  const missing = new Set(gone);
  const rows = items.map((path) => ({
    name: path,
    isGone: missing.has(path),
    onRemove: () => onChange(({ paths }) => ({ paths: paths.filter((other) => other !== path) })),
  }));
  return (
    <SelectedList
      title={selectionsWords.ticks}
      none={selectionsWords.noTicks}
      rows={rows.sort((a, b) => Number(b.isGone) - Number(a.isGone))}
      rowHeight={40}
    >
      <ButtonLink label={selectionsWords.tickMore} href={toHash({ place: 'files', collectionId })} />
      {items.length > 0 && (
        <Button look="quiet" label={selectionsWords.clearTicks} onClick={() => onChange(() => ({ paths: [] }))} />
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
    onRemove: () => onChange(({ picks }) => ({ picks: picks.filter((other) => other.id !== id) })),
  }));
  const clear = () => {
    onChange(() => ({ picks: [] }));
    const undo = { label: words.common.undo, run: () => onChange(() => ({ picks: items })) };
    toasts.show(selectionsWords.emptied, { action: undo });
  };
  return (
    <SelectedList title={selectionsWords.picks} none={selectionsWords.noPicks} rows={rows} rowHeight={56}>
      {items.length > 0 && <Button look="quiet" label={selectionsWords.clearPicks} onClick={clear} />}
    </SelectedList>
  );
}

interface SelectedRow {
  readonly name: string;
  /** Path of a chunk, below its name. */
  readonly path?: string;
  readonly tokens?: number;
  /** True if it is no longer in the collection. */
  readonly isGone: boolean;
  readonly onRemove: () => void;
}

interface SelectedListProps {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly SelectedRow[];
  readonly rowHeight: number;
  /** Buttons next to the title. */
  readonly children: ReactNode;
}

/** Longer lists scroll. */
const MAX_ROWS = 6;

/** Paths or chunks of a selection, each with a button that removes it. */
function SelectedList({ title, none, rows, rowHeight, children }: SelectedListProps) {
  return (
    <section className={look.stack} aria-label={title}>
      <div className={look.row}>
        <h2>{title}</h2>
        <span className={`${look.row} ${look.push}`}>{children}</span>
      </div>
      {rows.length === 0 ? (
        <p className={look.note}>{none}</p>
      ) : (
        <VirtualList
          className={rows.length > MAX_ROWS ? look.tall : ''}
          count={rows.length}
          rowHeight={rowHeight}
          label={title}
          renderRow={(i) => rows[i] && <Row {...rows[i]} />}
        />
      )}
    </section>
  );
}

function Row({ name, path, tokens, isGone, onRemove }: SelectedRow) {
  return (
    <div className={css.picked}>
      <span className={toClass(css.grow, path === undefined && look.mono)}>
        <MiddleText text={name} max={64} />
        {path !== undefined && (
          <span className={`${look.aside} ${look.mono}`}>
            <MiddleText text={path} max={48} />
          </span>
        )}
      </span>
      {isGone && <strong className={`${look.warnText} ${look.small}`}>{selectionsWords.gone}</strong>}
      {tokens !== undefined && <span className={`${look.aside} ${look.num}`}>~{formatCompact(tokens)}</span>}
      <IconButton icon="close" label={selectionsWords.remove1(toShortName(name, 200))} onClick={onRemove} />
    </div>
  );
}
