import type { Collection } from '../../../model/collection.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { readAgain } from '../../state/actions/read-again.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { addRules, toGlob } from '../../state/source-rules.ts';
import { useIsReading } from '../../state/use-is-reading.ts';
import { words } from '../../words/words.ts';
import * as css from './tree.module.css';
import type { FileListing } from './use-listing.ts';

interface Props {
  readonly collection: Collection;
  readonly files: FileListing['files'];
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
}

export function SelectionBar({ collection, files, selected, onClear }: Props) {
  const app = useApp();
  const isBusy = useIsReading(collection.id);
  if (selected.size === 0) return null;
  let tokens = 0;
  for (const { path, token_total } of files) if (selected.has(path)) tokens += token_total;
  const exclude = () => changeRules(app, collection, { exclude: [...selected] }).then(onClear, app.state.report);
  return (
    <div className={css.bar}>
      <strong>{words.files.selected(selected.size, tokens)}</strong>
      <ButtonLink
        look="primary"
        label={words.files.packThese}
        href={toHash({ place: 'pack', collectionId: collection.id })}
      />
      <ButtonLink
        label={words.selections.edit}
        href={toHash({ place: 'selections', collectionId: collection.id })}
        aria-label={words.files.editSelection}
      />
      <Button
        label={words.selections.exclude}
        disabled={isBusy || collection.readOnly === true}
        onClick={() => void exclude()}
      />
      <Button look="quiet" label={words.files.clear} onClick={onClear} />
    </div>
  );
}

/** Saves new rules, for this and later imports, and syncs the sources that are reachable. */
export async function changeRules(
  app: AppContext,
  collection: Collection,
  change: { readonly exclude?: readonly string[]; readonly include?: readonly string[] },
): Promise<void> {
  for (const source of collection.sources) {
    // With several sources, a path begins with the slug of its source, which the source itself does not know.
    const root = collection.sources.length > 1 ? `${source.slug}/` : '';
    const inside = (paths: readonly string[] = []) =>
      paths.filter((path) => path.startsWith(root)).map((path) => toGlob(path.slice(root.length)));
    const more = { include: inside(change.include), exclude: inside(change.exclude) };
    if (more.include.length + more.exclude.length > 0) {
      await addRules(app.connection.engine, { collectionId: collection.id, sourceId: source.id }, more);
      await readAgain(app, collection, source);
    }
  }
}
