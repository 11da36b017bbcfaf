import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Engine, PaletteRow } from '../../../engine/contract.ts';
import { type Collection, countIndexed } from '../../../model/collection.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { pause, useLoaded } from '../../kit/use-loaded.ts';
import { pickFiles } from '../../state/actions/add-inputs.ts';
import { openSample } from '../../state/actions/collection-actions.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { navigate, type Route } from '../../state/route.ts';
import { currentScope } from '../../state/scope.ts';
import { applyTheme, type Theme } from '../../state/theme.ts';
import { isSite, sortByUse, useCurrentCollection } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { libraryWords } from '../../words/library.ts';
import { settingsWords } from '../../words/settings.ts';
import { paletteWords, shortcutsWords } from '../../words/ways-in.ts';
import { words } from '../../words/words.ts';
import * as menuCss from '../controls/controls.module.css';
import { MiddleText } from '../controls/middle-text.tsx';
import { toRoute } from '../shell/rail.tsx';
import * as searchBoxCss from '../shell/search-box.module.css';
import * as css from './dialogs.module.css';

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
    <Dialog title={paletteWords.title} className={css.palette} onClose={onClose} hideHead>
      <div className={`${searchBoxCss.box} ${css.search}`}>
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label={paletteWords.input}
          aria-expanded={rows.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={rows.length > 0 ? `palette-${at}` : undefined}
          aria-autocomplete="list"
          placeholder={paletteWords.placeholder}
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
      <div className={css.paletteList} id="palette-list" role="listbox" aria-label={paletteWords.list}>
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
      {rows.length === 0 && <p className="loading">{isSearching ? paletteWords.searching : paletteWords.none}</p>}
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
  const named = commands.map(({ label, note = paletteWords.command, run: act }, i): Row => {
    return { key: `command:${i}`, text: label, note, run: run(act) };
  });
  const places = found.map((row, i): Row => {
    return {
      key: `${i}:${row.type}:${row.path}`,
      text: row.text,
      note: paletteWords.types[row.type],
      path: row.type === 'file' ? undefined : row.path,
      run: run(() => id && void openRow(app, id, row)),
    };
  });
  return { rows: [...named, ...places], isSearching: status === 'loading' };
}

const toLabel = ({ label }: Command): string => label;

/** Opens a file, at the line of its heading or symbol. */
async function openRow({ connection }: AppContext, collectionId: string, row: PaletteRow): Promise<void> {
  const { path, ref } = row;
  const at = await findRow(connection.engine, collectionId, row).catch(() => undefined);
  navigate({ place: 'search', collectionId, path, line: at?.startLine ?? 1, query: '', chunk: at?.ref ?? ref });
}

async function findRow(engine: Engine, collectionId: string, { type, path, text, ref }: PaletteRow) {
  if (type === 'symbol') return (await engine.listSymbols(collectionId, path)).find(({ name }) => name === text);
  if (type === 'file') return undefined;
  const headings = await engine.listOutline(collectionId, path);
  return headings.find((heading) => heading.text === text && heading.ref === ref);
}

interface Command {
  readonly label: string;
  /** The command's keys, or the size of a collection, since names may repeat. */
  readonly note?: string;
  readonly run: () => void;
}

/** Lists every command of the app with its key. */
function listCommands(app: AppContext, collection: Collection | undefined): readonly Command[] {
  const id = collection?.id;
  const scope = currentScope(app.state);
  const toPlace = (place: Parameters<typeof toRoute>[0], keys: string): Command => ({
    label: words.places[place],
    note: keys,
    run: () => navigate(toRoute(place, id, { query: '', scope })),
  });
  const open = (label: string, route: Route): Command => ({ label, run: () => navigate(route) });
  const theme = (name: Theme): Command => ({
    label: `${settingsWords.theme}: ${settingsWords.themes[name]}`,
    run: () => applyTheme(name),
  });
  const isReader = isSite(app.connection, collection);
  const all = sortByUse(app.state.collections.get() ?? [], app.state.preferences.values.get().usedCollections);
  const others = all.filter((other) => other.id !== id);
  const onlyIf = (isTrue: boolean, ...commands: readonly Command[]) => (isTrue ? commands : []);
  const collectionId = id ?? '';
  return [
    toPlace('search', 'g s'),
    toPlace('files', 'g f'),
    toPlace('pack', 'g p'),
    toPlace('export', 'g e'),
    ...onlyIf(id !== undefined, open(words.places.cite, { place: 'cite', collectionId, scope })),
    ...onlyIf(
      id !== undefined && others.length > 0,
      open(words.scope.search, { place: 'search', collectionId, query: '', scope: 'all' }),
    ),
    ...onlyIf(!isReader, toPlace('jobs', 'g j'), toPlace('changes', 'g c'), toPlace('library', 'g l')),
    ...onlyIf(id !== undefined, open(words.places.selections, { place: 'selections', collectionId })),
    open(words.places.settings, { place: 'settings' }),
    open(words.places.diagnostics, { place: 'diagnostics' }),
    ...onlyIf(!isReader, ...listWaysIn(app)),
    { label: words.status.requests, run: () => app.state.dialog.set({ type: 'status' }) },
    { label: shortcutsWords.title, note: '?', run: () => app.state.dialog.set({ type: 'shortcuts' }) },
    theme('system'),
    theme('light'),
    theme('dark'),
    ...others.map((other) => ({
      ...open(`${libraryWords.open} ${toShortName(other.name)}`, {
        place: 'search',
        collectionId: other.id,
        query: '',
      }),
      note: words.count.files(countIndexed(other.stats)),
    })),
  ];
}

function listWaysIn(app: AppContext): readonly Command[] {
  return [
    { label: words.add.newCollection, run: () => app.state.dialog.set({ type: 'add' }) },
    { label: words.add.chooseFolder, run: () => pickFiles(app, 'folderInput', 'ask') },
    { label: words.add.chooseFiles, run: () => pickFiles(app, 'filesInput', 'ask') },
    { label: words.add.addSite, run: () => app.state.dialog.set({ type: 'site' }) },
    { label: words.add.paste, run: () => app.state.dialog.set({ type: 'paste', target: 'ask' }) },
    { label: words.add.openSample, run: () => void openSample(app) },
  ];
}
