import { Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { findDocumentFormat, hasPictures } from '../../../kinds/document-format.ts';
import type { Chunk, FileWithoutText } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { Warning } from '../../../model/warning.ts';
import { addFiles } from '../../../selection/pack-draft.ts';
import { Button, ButtonLink, toClass } from '../../kit/button.tsx';
import { SearchInput, Segmented, Select, toOptions } from '../../kit/field.tsx';
import { useIsNarrow, usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { loadLater } from '../../kit/use-loaded.ts';
import * as panesCss from '../../parts/controls/controls.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { Splitter } from '../../parts/controls/splitter.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import * as readerCss from '../../parts/reader/reader.module.css';
import { PageView, Reader, useCanDraw } from '../../parts/reader/reader.tsx';
import { RecogniseText, SaveOriginal } from '../../parts/reader/reader-foot.tsx';
import { BackButton } from '../../parts/reader/reader-head.tsx';
import { Empty } from '../../parts/shell/place.tsx';
import { type AppContext, useApp } from '../../state/context.ts';
import { useNotes } from '../../state/notes.ts';
import { changePack } from '../../state/pack.ts';
import { navigate, toHash, useRoute } from '../../state/route.ts';
import { changeSelection } from '../../state/selections.ts';
import { addRules, readAgain, toGlob } from '../../state/source-rules.ts';
import { useIsReading } from '../../state/use-current-collection.ts';
import { useSelection } from '../../state/use-selections.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { exportWords } from '../../words/export.ts';
import { filesWords } from '../../words/library.ts';
import { selectionsWords } from '../../words/outputs.ts';
import { readerWords, searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import {
  countShown,
  expandTicks,
  type FileListing,
  listFailures,
  parseShow,
  SHOWS,
  type Show,
  type TreeNode,
  type TreeSort,
  toggleTick,
  toTree,
  useListing,
} from './build-tree.ts';
import * as css from './tree.module.css';
import { FileTree } from './tree.tsx';

const TreeMap = loadLater(() => import('./tree-map.tsx'), 'TreeMap');
const PaperList = loadLater(() => import('./paper-list.tsx'), 'PaperList');
const NoteList = loadLater(() => import('./note-list.tsx'), 'NoteList');

const NO_FILES: FileListing['files'] = [];

/** All files of the collection, and all skipped paths with the reason. */
export function Files({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { openPath, show, list, change } = useFilesRoute(collection.id);
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
  const view = list ?? (isMap && isNarrow ? 'map' : 'tree');
  const setView = (next: FilesView) => {
    setMap(next === 'map');
    const filter = isList(next) ? next : undefined;
    if (filter !== list) change({ filter });
  };
  const hasPapers = useMemo(() => listing?.files.some(({ kind }) => kind === 'document') === true, [listing]);
  const hasNotes = useNotes(collection.id).length > 0;
  const open = (path: string | undefined) => change({ path });
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
          <SearchInput label={filesWords.filter} value={filter} onChange={setFilter} />
          <Select aria-label={filesWords.sort} value={sort} options={toOptions(filesWords.sorts)} onChange={setSort} />
          <ViewSwitch
            view={view}
            has={{ map: isNarrow, papers: hasPapers, notes: hasNotes, warnings: (listing?.warnings.length ?? 0) > 0 }}
            warnings={listing?.warnings.length ?? 0}
            onChange={setView}
          />
          {listing !== undefined && (
            <ShowSelect
              listing={listing}
              show={show}
              onChange={(next) => change({ filter: next === 'all' ? undefined : next })}
            />
          )}
          <Button label={filesWords.addSource} onClick={add} />
        </div>
        {listing === undefined ? (
          <p className="loading">{words.common.loading}</p>
        ) : isNothing(listing) ? (
          <NoFiles isReading={isReading} onAdd={add} />
        ) : view === 'notes' ? (
          <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
            <NoteList collection={collection} />
          </Suspense>
        ) : view === 'papers' ? (
          <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
            <PaperList collection={collection} typed={filterText} />
          </Suspense>
        ) : view === 'warnings' || show === 'failed' ? (
          <WarningList
            warnings={view === 'warnings' ? listing.warnings : listFailures(listing)}
            none={view === 'warnings' ? exportWords.noWarnings : filesWords.noFailures}
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
  const change = (next: { readonly path?: string; readonly filter?: string }) =>
    navigate({ place: 'files', collectionId, path, filter, ...next });
  return { openPath: path, show: parseShow(filter), list: LISTS.find((name) => name === filter), change };
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
    <div className={panesCss.paneHead} role="status">
      {words.count.filesWithText(root.files)} · ~{formatCompact(root.tokens)} tokens
    </div>
  );
}

function NoFiles({ isReading, onAdd }: { readonly isReading: boolean; readonly onAdd: () => void }) {
  return (
    <Empty icon="files" title={filesWords.noneTitle} text={isReading ? searchWords.growing : filesWords.none}>
      {!isReading && <Button label={filesWords.addSource} onClick={onAdd} />}
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

/** Views that are in the address. */
const LISTS = ['papers', 'notes', 'warnings'] as const;
type List = (typeof LISTS)[number];
type FilesView = 'tree' | 'map' | List;

function isList(view: FilesView): view is List {
  return LISTS.some((name) => name === view);
}

interface SwitchProps {
  readonly view: FilesView;
  /** On wide screens the map is next to the tree; on narrow ones it is a separate view. Empty lists are not offered. */
  readonly has: Readonly<Record<Exclude<FilesView, 'tree'>, boolean>>;
  readonly warnings: number;
  readonly onChange: (view: FilesView) => void;
}

function ViewSwitch({ view, has, warnings, onChange }: SwitchProps) {
  const all = ['tree', 'map', ...LISTS] as const;
  const offered = all.filter((name) => name === 'tree' || name === view || has[name]);
  if (offered.length === 1) return null;
  const toLabel = (name: FilesView) =>
    name === 'warnings' ? `${filesWords.warnings} ${formatCount(warnings)}` : filesWords.view[name];
  return <Segmented value={view} options={offered.map((name) => [name, toLabel(name)])} onChange={onChange} />;
}

interface ShowProps {
  readonly listing: FileListing;
  readonly show: Show;
  readonly onChange: (show: Show) => void;
}

/** A choice of lists, one for each number in a summary. Empty lists are not offered. */
function ShowSelect({ listing, show, onChange }: ShowProps) {
  // Memoized: typing in the filter renders this again, and counting visits every path.
  const counts = useMemo(() => countShown(listing), [listing]);
  const offered = SHOWS.filter((one) => one === 'all' || one === show || counts[one] > 0);
  if (offered.length === 1) return null;
  const toLabel = (one: Show) =>
    one === 'all' ? filesWords.shows.all : `${filesWords.shows[one]} (${formatCount(counts[one])})`;
  return (
    <Select
      aria-label={filesWords.show}
      value={show}
      options={offered.map((one) => [one, toLabel(one)] as const)}
      onChange={onChange}
    />
  );
}

interface SelectionBarProps {
  readonly collection: Collection;
  readonly files: FileListing['files'];
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
}

function SelectionBar({ collection, files, selected, onClear }: SelectionBarProps) {
  const app = useApp();
  const isBusy = useIsReading(collection.id);
  if (selected.size === 0) return null;
  let tokens = 0;
  for (const { path, tokenTotal } of files) if (selected.has(path)) tokens += tokenTotal;
  const exclude = () => changeRules(app, collection, { exclude: [...selected] }).then(onClear, app.state.report);
  const always = () => {
    changePack(app.state.choices, collection, (draft) => addFiles(draft, [...selected]));
    app.state.toasts.show(filesWords.alwaysDone(Math.min(selected.size, LIMITS.maxPicks)));
  };
  return (
    <div className={css.bar}>
      <strong>{filesWords.selected(selected.size, tokens)}</strong>
      <ButtonLink
        look="primary"
        label={filesWords.packThese}
        href={toHash({ place: 'pack', collectionId: collection.id })}
      />
      <Button label={filesWords.always} onClick={always} />
      <ButtonLink
        label={selectionsWords.edit}
        href={toHash({ place: 'selections', collectionId: collection.id })}
        aria-label={filesWords.editSelection}
      />
      <Button
        label={selectionsWords.exclude}
        disabled={isBusy || collection.readOnly === true}
        onClick={() => void exclude()}
      />
      {files.some((file) => selected.has(file.path) && hasPictures(file)) && (
        <RecogniseText paths={[...selected]} collection={collection} />
      )}
      <Button look="quiet" label={filesWords.clear} onClick={onClear} />
    </div>
  );
}

/** Saves new rules, for this and later imports, and syncs the sources that are reachable. */
async function changeRules(
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

interface WarningListProps {
  readonly warnings: readonly Warning[];
  readonly none: string;
  readonly canOpen: (path: string) => boolean;
  readonly onOpen: (path: string) => void;
}

/** Parts of imported files that were refused or truncated: path, reason, limit and actual value. */
function WarningList({ warnings, none, canOpen, onOpen }: WarningListProps) {
  if (warnings.length === 0) return <p className="loading">{none}</p>;
  return (
    <VirtualList
      className={css.scroll}
      count={warnings.length}
      rowHeight={56}
      label={filesWords.warnings}
      renderRow={(i) => {
        const warning = warnings[i];
        if (warning === undefined) return null;
        return <WarningRow warning={warning} onOpen={canOpen(warning.path) ? onOpen : undefined} />;
      }}
    />
  );
}

function WarningRow({ warning, onOpen }: { readonly warning: Warning; readonly onOpen?: (path: string) => void }) {
  const { path, line, code, message, limit, actual } = warning;
  const name = <MiddleText text={line === undefined ? path : `${path}:${line}`} max={80} tail={24} />;
  const figures =
    limit === undefined || actual === undefined
      ? ''
      : ` (${filesWords.limitActual(formatCount(actual), formatCount(limit))})`;
  return (
    <div className={look.stack} style={{ gap: 0, padding: '6px 8px' }}>
      {onOpen ? (
        <Button look="link" className={`${look.mono} ${look.row}`} onClick={() => onOpen(path)}>
          {name}
        </Button>
      ) : (
        <span className={`${look.mono} ${look.row}`}>{name}</span>
      )}
      <span className={look.note}>
        {code}: {toVisibleName(message).slice(0, 300)}
        {figures}
      </span>
    </div>
  );
}

const RECOGNISABLE: ReadonlySet<FileWithoutText['reason']> = new Set(['no-text', 'undecoded-text']);

const NO_CHUNKS: readonly Chunk[] = [];

interface WithoutTextProps {
  readonly file: FileWithoutText;
  readonly collection: Collection;
  readonly onClose: () => void;
}

/** Shown instead of the reader for a file without readable text. */
function WithoutText({ file, collection, onClose }: WithoutTextProps) {
  const isNarrow = useIsNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const isPictures = RECOGNISABLE.has(file.reason) && findDocumentFormat(file.path) === 'pdf';
  const hasPages = useCanDraw(file.path, file.hasOriginal) && isPictures;
  const what = (
    <>
      <p>{filesWords.noText(file.reason)}</p>
      {file.hasOriginal === true && (
        <div className={look.row}>
          {isPictures && <RecogniseText paths={[file.path]} collection={collection} />}
          <SaveOriginal file={file} collection={collection} />
        </div>
      )}
    </>
  );
  return (
    <section className={readerCss.reader} aria-label={readerWords.label}>
      <div className={readerCss.head}>
        {isNarrow && <BackButton onClose={onClose} />}
        <div className={readerCss.where}>
          <MiddleText text={file.path} max={96} tail={20} />
          <span className={readerCss.figure}>{formatBytes(file.bytes)}</span>
        </div>
      </div>
      {hasPages ? (
        <>
          <div className={look.notice}>{what}</div>
          <div className={readerCss.main}>
            <Suspense fallback={<p className="loading">{words.common.loading}</p>}>
              <PageView
                key={file.path}
                {...{ file, scroller }}
                collectionId={collection.id}
                chunks={NO_CHUNKS}
                query=""
              />
            </Suspense>
          </div>
        </>
      ) : (
        <div className="loading">{what}</div>
      )}
    </section>
  );
}
