import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { Button, toClass } from '../../kit/button.tsx';
import { SearchInput, Select, toOptions } from '../../kit/field.tsx';
import { loadLater } from '../../kit/load-later.ts';
import * as look from '../../kit/look.module.css';
import { usePreference } from '../../kit/use-preference.ts';
import { Empty } from '../../parts/controls/empty.tsx';
import * as panesCss from '../../parts/controls/panes.module.css';
import { Splitter } from '../../parts/controls/splitter.tsx';
import { useIsNarrow } from '../../parts/controls/use-media.ts';
import { Reader } from '../../parts/reader/reader.tsx';
import { useApp } from '../../state/context.ts';
import { navigate, useRoute } from '../../state/route.ts';
import { changeSelection } from '../../state/selections.ts';
import { useIsReading } from '../../state/use-is-reading.ts';
import { useSelection } from '../../state/use-selections.ts';
import { formatCompact } from '../../text/format.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import type { TreeNode, TreeSort } from './build-tree.ts';
import { changeRules, SelectionBar } from './selection-bar.tsx';
import { listFailures, parseShow, toTree } from './show.ts';
import { expandTicks, toggleTick } from './ticks.ts';
import { type FilesView, ShowSelect, ViewSwitch } from './tools.tsx';
import * as css from './tree.module.css';
import { FileTree } from './tree.tsx';
import { type FileListing, useListing } from './use-listing.ts';
import { WarningList } from './warning-list.tsx';
import { WithoutText } from './without-text.tsx';

const TreeMap = loadLater(() => import('./tree-map.tsx'), 'TreeMap');

const NO_FILES: FileListing['files'] = [];

/** All files of the collection, and all skipped paths with the reason. */
export function Files({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { openPath, show, isWarnings, go } = useFilesRoute(collection.id);
  const listing = useListing(collection.id);
  const isNarrow = useIsNarrow();
  const isReading = useIsReading(collection.id);
  const [treeWidth] = usePreference('treeWidth');
  const [isMap, setMap] = useState(false);
  const [sort, setSort] = useState<TreeSort>('name');
  const [filter, setFilter] = useState('');
  const filterText = useDeferredValue(filter.trim().toLowerCase());
  const { selected, setTicks, tick } = useTicks(collection, listing, filterText === '' && show === 'all');
  const root = useMemo(() => toTree(listing, { filterText, sort, show }), [listing, filterText, sort, show]);
  // The map shows tokens, so it always shows files with text.
  const mapRoot = useMemo(
    () => (show === 'all' ? root : toTree(listing, { filterText, sort, show: 'all' })),
    [listing, root, filterText, sort, show],
  );
  const canOpen = useMemo(() => toOpenable(listing), [listing]);
  const view = isWarnings ? 'warnings' : isMap && isNarrow ? 'map' : 'tree';
  const setView = (next: FilesView) => {
    setMap(next === 'map');
    if (next === 'warnings' || isWarnings) go({ filter: next === 'warnings' ? next : undefined });
  };
  const open = (path: string | undefined) => go({ path });
  const add = () => app.state.dialog.set({ type: 'add', collectionId: collection.id });

  const map = (
    <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
      <TreeMap root={mapRoot} onOpen={open} />
    </Suspense>
  );
  const columns = isNarrow ? 'minmax(0, 1fr)' : `${treeWidth}px auto minmax(320px, 1fr)`;
  return (
    <div className={panesCss.panes} style={{ gridTemplateColumns: columns }}>
      <div className={toClass(panesCss.pane, css.pane, isNarrow && openPath !== undefined && panesCss.covered)}>
        <h1 className={look.srOnly}>{words.places.files}</h1>
        <div className={css.tools}>
          <SearchInput label={words.files.filter} value={filter} onChange={setFilter} />
          <Select
            aria-label={words.files.sort}
            value={sort}
            options={toOptions(words.files.sorts)}
            onChange={setSort}
          />
          <ViewSwitch view={view} hasMap={isNarrow} warnings={listing?.warnings.length ?? 0} onChange={setView} />
          {listing !== undefined && (
            <ShowSelect
              listing={listing}
              show={show}
              onChange={(next) => go({ filter: next === 'all' ? undefined : next })}
            />
          )}
          <Button label={words.files.addSource} onClick={add} />
        </div>
        {listing === undefined ? (
          <p className="loading">{words.common.loading}</p>
        ) : isNothing(listing) ? (
          <NoFiles isReading={isReading} onAdd={add} />
        ) : isWarnings || show === 'failed' ? (
          <WarningList
            warnings={isWarnings ? listing.warnings : listFailures(listing)}
            none={isWarnings ? exportWords.noWarnings : words.files.noFailures}
            canOpen={canOpen}
            onOpen={open}
          />
        ) : view === 'map' ? (
          map
        ) : (
          <FileTree
            root={root}
            expandAll={filterText !== '' || show !== 'all'}
            selected={selected}
            onTick={tick}
            openPath={openPath}
            onOpen={open}
            onInclude={(skip) => void changeRules(app, collection, { include: [skip.path] }).catch(app.state.report)}
          />
        )}
        {show === 'all' && <Total root={root} />}
        <SelectionBar
          collection={collection}
          files={listing?.files ?? NO_FILES}
          selected={selected}
          onClear={() => setTicks([])}
        />
      </div>
      {!isNarrow && <Splitter label={words.layout.resizeTree} name="treeWidth" min={320} max={900} />}
      {openPath === undefined ? (
        !isNarrow && <div className={panesCss.pane}>{map}</div>
      ) : (
        <div className={toClass(panesCss.pane, isNarrow && panesCss.over)}>
          <OpenFile collection={collection} listing={listing} path={openPath} onClose={() => open(undefined)} />
        </div>
      )}
    </div>
  );
}

/** Ticks are the paths of the current selection. In a filtered list, ticking a folder ticks only the files shown. */
function useTicks(collection: Collection, listing: FileListing | undefined, isWhole: boolean) {
  const { choices } = useApp().state;
  const ticks = useSelection(collection).paths;
  const files = listing?.files ?? NO_FILES;
  const selected = useMemo(() => expandTicks(ticks, files), [ticks, files]);
  const change = (toPaths: (now: readonly string[]) => readonly string[]) =>
    changeSelection(choices, collection, (now) => ({ ...now, paths: toPaths(now.paths) }));
  const setTicks = (paths: readonly string[]) => change(() => paths);
  // From the stored ticks: those on screen may not be loaded yet.
  const tick = (node: TreeNode) => change((now) => toggleTick({ ticks: now, node, files, isWhole }));
  return { selected, setTicks, tick };
}

/** The list and the open file are in the address, because the numbers of a summary link to them. */
function useFilesRoute(collectionId: string) {
  const route = useRoute();
  const { path, filter } = route.place === 'files' ? route : {};
  const go = (change: { readonly path?: string | undefined; readonly filter?: string | undefined }) => {
    const next = { path, filter, ...change };
    navigate({
      place: 'files',
      collectionId,
      ...(next.path === undefined ? {} : { path: next.path }),
      ...(next.filter === undefined ? {} : { filter: next.filter }),
    });
  };
  return { openPath: path, show: parseShow(filter), isWarnings: filter === 'warnings', go };
}

interface OpenProps {
  readonly collection: Collection;
  readonly listing: FileListing | undefined;
  readonly path: string;
  readonly onClose: () => void;
}

const NO_QUERY = { query: '' };

function OpenFile({ collection, listing, path, onClose }: OpenProps) {
  const route = useRoute();
  const empty = listing?.withoutText.find((file) => file.path === path);
  if (empty !== undefined) return <WithoutText file={empty} collection={collection} onClose={onClose} />;
  return (
    <Reader
      key={path}
      collection={collection}
      idOrRef={undefined}
      path={path}
      line={(route.place === 'files' ? route.line : undefined) ?? 1}
      asked={NO_QUERY}
      onClose={onClose}
    />
  );
}

function Total({ root }: { readonly root: TreeNode }) {
  return (
    <div className={panesCss.head} role="status">
      {words.count.filesWithText(root.files)} · ~{formatCompact(root.tokens)} tokens
    </div>
  );
}

function NoFiles({ isReading, onAdd }: { readonly isReading: boolean; readonly onAdd: () => void }) {
  return (
    <Empty icon="files" title={words.files.noneTitle} text={isReading ? words.search.growing : words.files.none}>
      {!isReading && <Button label={words.files.addSource} onClick={onAdd} />}
    </Empty>
  );
}

function isNothing({ files, withoutText, skips, warnings }: FileListing): boolean {
  return files.length + withoutText.length + skips.length + warnings.length === 0;
}

/** Returns a check for paths that are in the collection. */
function toOpenable(listing: FileListing | undefined): (path: string) => boolean {
  const paths = new Set([...(listing?.files ?? []), ...(listing?.withoutText ?? [])].map(({ path }) => path));
  return (path) => paths.has(path);
}
