import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { PaletteRow } from '../../../engine/contract.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { pause, useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { navigate, type Route } from '../../state/route.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import * as menuCss from '../controls/controls.module.css';
import { MiddleText } from '../controls/middle-text.tsx';
import * as searchBoxCss from '../shell/search-box.module.css';
import type { DialogProps } from './dialog-props.ts';
import * as css from './dialogs.module.css';
import { type Command, listCommands } from './palette-commands.ts';

interface Row {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  readonly path?: string;
  readonly run: () => void;
}

/** One box for commands, file paths, headings and symbols: a combobox with a list that follows the ARIA pattern. */
export function Palette({ onClose }: Pick<DialogProps<'palette'>, 'onClose'>) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { rows, isSearching } = useRows(text, onClose);
  const selected = useRef<HTMLDivElement>(null);
  const at = Math.min(active, Math.max(0, rows.length - 1));
  useEffect(() => {
    selected.current?.scrollIntoView({ block: 'nearest' });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(rows.length === 0 ? 0 : (at + 1) % rows.length);
    else if (event.key === 'ArrowUp') setActive(rows.length === 0 ? 0 : (at + rows.length - 1) % rows.length);
    else if (event.key === 'Enter') rows[at]?.run();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.palette.title} className={css.palette} onClose={onClose} hideHead>
      <div className={`${searchBoxCss.box} ${css.search}`}>
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label={words.palette.input}
          aria-expanded={rows.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={rows.length > 0 ? `palette-${at}` : undefined}
          aria-autocomplete="list"
          placeholder={words.palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={css.paletteList} id="palette-list" role="listbox" aria-label={words.palette.list}>
        {rows.map((row, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the box
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the box; aria-activedescendant marks the row
          <div
            key={row.key}
            id={`palette-${i}`}
            role="option"
            ref={i === at ? selected : undefined}
            aria-selected={i === at}
            className={menuCss.menuItem}
            onClick={row.run}
          >
            <MiddleText text={row.text} />
            <span className={`${css.paletteNote} ${look.aside}`}>
              {row.note}
              {row.path !== undefined && <MiddleText text={row.path} />}
            </span>
          </div>
        ))}
      </div>
      {rows.length === 0 && <p className="loading">{isSearching ? words.palette.searching : words.palette.none}</p>}
    </Dialog>
  );
}

/** Pause in typing before a search. */
const REST_MS = 60;
const NONE: readonly PaletteRow[] = [];

function useRows(text: string, onClose: () => void): { readonly rows: readonly Row[]; readonly isSearching: boolean } {
  const app = useApp();
  const { engine } = app.connection;
  const collection = useCurrentCollection();
  const id = collection?.id;
  const find = async (signal: AbortSignal): Promise<readonly PaletteRow[]> => {
    if (id === undefined || text.trim() === '') return NONE;
    await pause(REST_MS, signal);
    return engine.palette(id, text).catch(() => NONE);
  };
  const { value: found = NONE, status } = useLoaded(find, [engine, id, text], { keep: true });
  const commands = useFinder(
    useMemo(() => listCommands(app, collection), [app, collection]),
    toLabel,
    text,
  );
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  // Keyed by position: collections may have the same name.
  const named = commands.map(({ label, note = words.palette.command, run: act }, i): Row => {
    return { key: `command:${i}`, text: label, note, run: run(act) };
  });
  const places = found.map((row, i): Row => {
    return {
      key: `${i}:${row.type}:${row.path}`,
      text: row.text,
      note: words.palette.types[row.type],
      ...(row.type === 'file' ? {} : { path: row.path }),
      run: run(() => id && navigate(toRoute(row, id))),
    };
  });
  return { rows: [...named, ...places], isSearching: status === 'loading' };
}

const toLabel = ({ label }: Command): string => label;

function toRoute(row: PaletteRow, collectionId: string): Route {
  const chunk = row.ref === undefined ? {} : { chunk: row.ref };
  return { place: 'search', collectionId, path: row.path, line: 1, query: '', ...chunk };
}
