import { type Collection, countFiles } from '../../../model/collection.ts';
import { openSample } from '../../state/actions/collection-actions.ts';
import { pickFiles } from '../../state/actions/pick-files.ts';
import type { AppContext } from '../../state/context.ts';
import { navigate, type Route } from '../../state/route.ts';
import { currentScope } from '../../state/scope/all-collections.ts';
import { applyTheme, type Theme } from '../../state/theme.ts';
import { isSite, sortByUse } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { settingsWords } from '../../words/settings.ts';
import { words } from '../../words/words.ts';
import { toRoute } from '../shell/rail.tsx';

export interface Command {
  readonly label: string;
  /** The command's keys, or the size of a collection, since names may repeat. */
  readonly note?: string;
  readonly run: () => void;
}

/** Lists every command of the app with its key. */
export function listCommands(app: AppContext, collection: Collection | undefined): readonly Command[] {
  const id = collection?.id;
  const scope = currentScope(app.state);
  const go = (place: Parameters<typeof toRoute>[0], keys: string): Command => ({
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
    go('search', 'g s'),
    go('files', 'g f'),
    go('pack', 'g p'),
    go('export', 'g e'),
    ...onlyIf(id !== undefined, open(words.places.cite, { place: 'cite', collectionId, scope })),
    ...onlyIf(
      id !== undefined && others.length > 0,
      open(words.scope.search, { place: 'search', collectionId, query: '', scope: 'all' }),
    ),
    ...onlyIf(!isReader, go('jobs', 'g j'), go('changes', 'g c'), go('library', 'g l')),
    ...onlyIf(id !== undefined, open(words.places.selections, { place: 'selections', collectionId })),
    open(words.places.settings, { place: 'settings' }),
    open(words.places.diagnostics, { place: 'diagnostics' }),
    ...onlyIf(!isReader, ...listWaysIn(app)),
    { label: words.status.requests, run: () => app.state.dialog.set({ type: 'requests' }) },
    { label: words.shortcuts.title, note: '?', run: () => app.state.dialog.set({ type: 'shortcuts' }) },
    theme('system'),
    theme('light'),
    theme('dark'),
    ...others.map((other) => ({
      ...open(`${words.library.open} ${toShortName(other.name)}`, {
        place: 'search',
        collectionId: other.id,
        query: '',
      }),
      note: words.count.files(countFiles(other.stats)),
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
