import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import type { FileRow } from '../../model/chunk.ts';
import type { Collection } from '../../model/collection.ts';
import { buildTree, type TreeNode, type TreeSort } from '../file-tree.ts';
import { formatCompact } from '../format.ts';
import { Reader } from '../parts/reader.tsx';
import { Splitter } from '../parts/splitter.tsx';
import { useIsNarrow } from '../parts/use-media.ts';
import { report } from '../state/actions.ts';
import { useApp } from '../state/context.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { navigate, useRoute } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { words } from '../words.ts';
import { useListing } from './files-listing.ts';
import { changeRules, SelectionBar } from './files-selection.tsx';
import { FileTree } from './files-tree.tsx';
import { WarningList } from './files-warnings.tsx';

const TreeMap = lazy(() => import('./files-map.tsx').then((m) => ({ default: m.TreeMap })));

type View = 'tree' | 'map' | 'warnings';

/** Everything in the collection, and everything left out of it, with the reason. */
export function Files({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { state } = app;
  const route = useRoute();
  const startFilter = route.place === 'files' ? route.filter : undefined;
  const openPath = route.place === 'files' ? route.path : undefined;
  const listing = useListing(collection.id);
  const isNarrow = useIsNarrow();
  const { treeWidth } = useStore(preferences);
  const [view, setView] = useState<View>(startFilter === 'warnings' ? 'warnings' : 'tree');
  const [sort, setSort] = useState<TreeSort>('name');
  const [filter, setFilter] = useState('');
  const [onlySkipped, setOnlySkipped] = useState(startFilter === 'skipped');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const root = useMemo(() => toTree(listing, wanted, sort, onlySkipped), [listing, wanted, sort, onlySkipped]);
  const open = (path: string | undefined) =>
    navigate({ place: 'files', collectionId: collection.id, ...(path === undefined ? {} : { path }) });

  const map = (
    <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
      <TreeMap root={root} onOpen={open} />
    </Suspense>
  );
  const columns = isNarrow ? 'minmax(0, 1fr)' : `${treeWidth}px auto minmax(320px, 1fr)`;
  const style = useMemo(() => ({ gridTemplateColumns: columns }), [columns]);
  return (
    <div className="panes" style={style}>
      <div className={isNarrow && openPath !== undefined ? 'pane files-pane covered' : 'pane files-pane'}>
        <h1 className="sr-only">{words.files.title}</h1>
        <div className="files-tools">
          <input
            type="search"
            className="input"
            aria-label={words.files.filter}
            placeholder={words.files.filter}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <select
            className="select"
            aria-label={words.files.sort}
            value={sort}
            onChange={(event) => setSort(event.target.value as TreeSort)}
          >
            {(Object.keys(words.files.sorts) as TreeSort[]).map((name) => (
              <option key={name} value={name}>
                {words.files.sorts[name]}
              </option>
            ))}
          </select>
          <ViewSwitch view={view} hasMap={isNarrow} warnings={listing?.warnings.length ?? 0} onChange={setView} />
          {listing !== undefined && (listing.skips.length > 0 || onlySkipped) && (
            <label className="check">
              <input type="checkbox" checked={onlySkipped} onChange={(event) => setOnlySkipped(event.target.checked)} />
              {words.files.onlySkipped(listing.skips.length)}
            </label>
          )}
          <button
            type="button"
            className="button"
            onClick={() => state.dialog.set({ type: 'add', collectionId: collection.id })}
          >
            {words.files.addSource}
          </button>
        </div>
        {listing === undefined ? (
          <p className="loading">{words.common.loading}</p>
        ) : view === 'warnings' ? (
          <WarningList warnings={listing.warnings} onOpen={open} />
        ) : view === 'map' && isNarrow ? (
          map
        ) : (
          <FileTree
            root={root}
            expandAll={wanted !== '' || onlySkipped}
            selected={selected}
            onSelect={setSelected}
            openPath={openPath}
            onOpen={open}
            onInclude={(skip) => void changeRules(app, collection, { include: [skip.path] }).catch(report)}
          />
        )}
        <Total root={root} />
        <SelectionBar collection={collection} root={root} selected={selected} onClear={() => setSelected(new Set())} />
      </div>
      {!isNarrow && (
        <Splitter
          label={words.layout.resizeTree}
          width={treeWidth}
          min={320}
          max={900}
          side="before"
          onChange={(width) => setPreference('treeWidth', width)}
        />
      )}
      {openPath === undefined ? (
        !isNarrow && <div className="pane">{map}</div>
      ) : (
        <div className={isNarrow ? 'pane reader-over' : 'pane'}>
          <Reader
            key={openPath}
            collection={collection}
            idOrRef={undefined}
            path={openPath}
            line={1}
            query=""
            onClose={() => open(undefined)}
          />
        </div>
      )}
    </div>
  );
}

function Total({ root }: { readonly root: TreeNode }) {
  return (
    <div className="results-head" role="status">
      {words.count.files(root.files)} · ~{formatCompact(root.tokens)} tokens
    </div>
  );
}

interface SwitchProps {
  readonly view: View;
  /** Beside the tree there is room for the map; without, it is a view of its own. */
  readonly hasMap: boolean;
  readonly warnings: number;
  readonly onChange: (view: View) => void;
}

function ViewSwitch({ view, hasMap, warnings, onChange }: SwitchProps) {
  return (
    <div className="segmented">
      {(hasMap ? (['tree', 'map', 'warnings'] as const) : (['tree', 'warnings'] as const)).map((name) => (
        <button key={name} type="button" aria-pressed={view === name} onClick={() => onChange(name)}>
          {name === 'warnings' ? `${words.files.warnings} ${warnings}` : words.files.view[name]}
        </button>
      ))}
    </div>
  );
}

interface Listing {
  readonly files: readonly FileRow[];
  readonly skips: readonly import('../../model/skip.ts').Skip[];
}

function toTree(listing: Listing | undefined, wanted: string, sort: TreeSort, onlySkipped: boolean): TreeNode {
  const matches = ({ path }: { readonly path: string }) => wanted === '' || path.toLowerCase().includes(wanted);
  const files = onlySkipped ? [] : (listing?.files ?? []).filter(matches);
  return buildTree(files, (listing?.skips ?? []).filter(matches), sort);
}
