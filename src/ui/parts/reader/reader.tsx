import { type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import type { ChunkAnswer } from '../../../engine/contract.ts';
import { findDocumentFormat } from '../../../kinds/document-format.ts';
import type { Chunk, FileLinks, FileRow } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { Button, IconButton, toClass } from '../../kit/button.tsx';
import { Segmented, toOptions } from '../../kit/field.tsx';
import { useIsNarrow, usePreference, useWindowEvent } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { loadLater, useLoaded } from '../../kit/use-loaded.ts';
import type { SlidePictures } from '../../state/connection.ts';
import { useApp, useCommits } from '../../state/context.ts';
import type { Preferences } from '../../state/preferences.ts';
import { type Asked, navigate, type Route, toHash, useRoute } from '../../state/route.ts';
import { createSignal } from '../../state/signal.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { readerWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { toSelectedText } from './chunk-markdown.ts';
import { useFileColours } from './colours.ts';
import { FileScroll } from './file-scroll.tsx';
import { FindBar, type FindText, useFind } from './find.tsx';
import * as css from './reader.module.css';
import { ReaderFoot } from './reader-foot.tsx';
import { BackButton, ReaderActions, ReaderHead, useTabTitle } from './reader-head.tsx';
import { addComments, type RailRow, ReaderRail, useRail } from './reader-rail.tsx';
import { joinChunks, useSourceChunks } from './source-chunks.ts';
import { Uses } from './uses.tsx';
import { type FileView, ProseLink } from './views/chunk-view.tsx';
import { findFences, findLayout, findReadAs } from './views/layout.ts';

const Notes = loadLater(() => import('./notes.tsx'), 'Notes');

interface ReaderProps extends ChunkPlace {
  /** Query to highlight in the text and to keep in the links. */
  readonly asked: Asked;
  /** Text whose every match is listed: searched in the file at once. */
  readonly listed?: FindText | undefined;
  readonly onClose: () => void;
  /** Set where a published collection is read as a book, without the tools for chunks. */
  readonly book?: BookParts | undefined;
}

interface BookParts {
  /** Shown below the text. */
  readonly end: ReactNode;
  /** Label of the way back on narrow screens. */
  readonly back: string;
}

/** A file as one scroll, opened at a chunk, with the actions for that chunk. */
export function Reader(props: ReaderProps) {
  const { onClose, book } = props;
  const { answer, isStandIn, problem, isLoading } = useChunk(props);
  const isNarrow = useIsNarrow();
  if (answer === undefined) {
    return (
      <section className="loading" aria-label={readerWords.label}>
        <p>{isLoading ? words.common.loading : problem ? describeProblem(problem) : readerWords.notFound}</p>
        {isNarrow && <BackButton onClose={onClose} label={book?.back} />}
      </section>
    );
  }
  const notice = isStandIn ? readerWords.gone : answer.ambiguous ? readerWords.ambiguous : undefined;
  return <OpenFile {...props} answer={answer} notice={notice} onClose={isNarrow ? onClose : undefined} />;
}

interface OpenProps extends Pick<ReaderProps, 'collection' | 'asked' | 'line' | 'listed' | 'book'> {
  readonly answer: ChunkAnswer;
  readonly notice: string | undefined;
  /** Set where the reader covers the list. */
  readonly onClose: (() => void) | undefined;
}

function OpenFile({ answer, collection, asked, line, listed, notice, onClose, book }: OpenProps) {
  const { chunk, file } = answer;
  useTabTitle(file);
  const [readerView, setReaderView] = usePreference('readerView');
  const [wrapCode, setWrapCode] = usePreference('wrapCode');
  const body = wrapCode ? css.body : `${css.body} ${css.unwrapped}`;
  const scroller = useRef<HTMLDivElement>(null);
  const [topLine] = useState(() => createSignal(1));
  /** For screens without room next to the text. */
  const [showRail, setShowRail] = useState(false);
  const possible = findReadAs(file);
  const canDraw = useCanDraw(file.path, answer.hasOriginal);
  const isHere = readerView === 'page' ? canDraw : book === undefined;
  const shown = isHere ? readerView : 'read';
  const readAs = shown === 'source' ? undefined : possible;
  const asRead = useChunks(collection.id, chunk);
  const chunks = useSourceChunks(collection.id, file, { chunks: asRead, isSource: readAs === undefined });
  const find = useFind(chunks, scroller, listed);
  const rail = useRail(collection.id, file.path);
  const route = useRoute();
  const toPlace = (ref: string, atLine: number): Route =>
    route.place === 'files'
      ? { ...route, path: file.path, line: atLine }
      : { place: 'search', collectionId: collection.id, chunk: ref, path: file.path, line: atLine, ...asked };
  const { paths: links, backlinks } = useLinks(collection.id, file.path);
  const view = useFileView(file.path, chunks, rail, {
    collectionId: collection.id,
    query: asked.query,
    find: find.ranges,
    line,
    readAs,
    links,
    slides: useSlides(collection.id, file, readAs === 'document'),
    findChunkColours: useFileColours(chunks, file),
  });
  const rows = useMemo(() => addComments(rail, chunks), [rail, chunks]);
  useSelectAll(scroller, chunks);
  return (
    <section className={toClass(css.reader, book && css.book)} aria-label={readerWords.label}>
      {book === undefined && (
        <ReaderHead answer={answer} collection={collection} asked={asked} onClose={onClose}>
          {possible !== undefined && <ViewSwitch view={shown} canDraw={canDraw} onChange={setReaderView} />}
          <ReaderActions {...{ answer, chunks, collection, asked }} body={scroller} />
        </ReaderHead>
      )}
      <div className={css.toolbar}>
        {book !== undefined && onClose !== undefined && <BackButton onClose={onClose} label={book.back} />}
        <FindBar find={find} />
        {book !== undefined && canDraw && <ViewSwitch view={shown} canDraw isBook onChange={setReaderView} />}
        {rail.length > 1 && (
          <Button
            look="quiet"
            className={css.railToggle}
            label={readerWords.inFile}
            aria-expanded={showRail}
            onClick={() => setShowRail(!showRail)}
          />
        )}
        {readAs === undefined && book === undefined && (
          <Button
            look="quiet"
            className={css.wrap}
            label={readerWords.wrap}
            title={readerWords.wrapHint}
            aria-pressed={wrapCode}
            onClick={() => setWrapCode(!wrapCode)}
          />
        )}
        {book === undefined && (
          <Neighbours
            answer={answer}
            onOpen={(ref) => navigate(toPlace(ref, chunks.find((other) => other.ref === ref)?.startLine ?? 1))}
          />
        )}
      </div>
      <div className={showRail ? `${css.main} ${css.withRail}` : css.main}>
        {shown === 'page' ? (
          <Suspense fallback={<p className="loading">{words.common.loading}</p>}>
            <PageView
              {...{ file, chunks, chunk, line, scroller, query: asked.query, collectionId: collection.id }}
              find={find.ranges}
              found={find.place}
              onTop={topLine.set}
            />
          </Suspense>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys
          <section className={body} aria-label={readerWords.file} ref={scroller} tabIndex={0}>
            {notice !== undefined && <p className={look.notice}>{notice}</p>}
            {book !== undefined && (
              // Prose has its own.
              <h2 className={possible && look.srOnly}>{toShortName(file.title || file.path)}</h2>
            )}
            <FileScroll
              key={`${file.path} ${readAs}`}
              chunks={chunks}
              current={chunk.ref}
              found={find.place?.ref}
              isNamed={rail.some((row) => row.line === line)}
              view={view}
              scroller={scroller}
              onPick={({ ref, startLine }) => navigate(toPlace(ref, startLine), { replace: true })}
              onTop={topLine.set}
            />
            {book?.end}
            <Backlinks collectionId={collection.id} backlinks={backlinks} />
          </section>
        )}
        <ReaderRail
          rows={rows}
          topLine={topLine}
          toHref={(row) => toHash(toPlace(row.ref, row.line))}
          onFollow={() => setShowRail(false)}
        />
      </div>
      <Uses collection={collection} scroller={scroller} />
      <Suspense>
        <Notes
          key={file.path}
          collection={collection}
          path={file.path}
          scroller={scroller}
          toHref={(ref, atLine) => toHash(toPlace(ref, atLine))}
        />
      </Suspense>
      <ReaderFoot answer={answer} collection={collection} isBook={book !== undefined} />
    </section>
  );
}

/** Returns all chunks of the file; only the open one until they are loaded. */
function useChunks(collectionId: string, chunk: Chunk): readonly Chunk[] {
  const { engine } = useApp().connection;
  // A failure is ignored: the open chunk is already visible, and its own error is shown if it cannot be loaded.
  const { value: whole } = useLoaded(
    () => engine.readFile(collectionId, chunk.path),
    [engine, collectionId, chunk.path],
    { version: useCommits(collectionId), keep: true, onFailure: 'ignore' },
  );
  return useMemo(() => {
    const chunks = whole?.chunks ?? [];
    return chunks.some(({ id }) => id === chunk.id) ? chunks : [chunk];
  }, [whole, chunk]);
}

type Shown = Omit<FileView, 'header' | 'fences' | 'layout' | 'levels'>;

/** Returns the same object until the view changes: a file has thousands of chunks, and each would be rendered again. */
function useFileView(path: string, chunks: readonly Chunk[], rail: readonly RailRow[], shown: Shown): FileView {
  const { collectionId, query, find, line, readAs, links, slides, findChunkColours } = shown;
  const fences = useMemo(() => (readAs === 'prose' ? findFences(chunks) : new Map<string, string>()), [chunks, readAs]);
  const layout = useMemo(
    () => (readAs === 'document' ? findLayout(path, chunks, rail) : undefined),
    [path, chunks, rail, readAs],
  );
  const levels = useMemo(
    () => (readAs === 'rst' ? new Map(rail.map(({ line: at, level }) => [at, level])) : undefined),
    [rail, readAs],
  );
  const header = chunks[0]?.content.split('\n', 1)[0] ?? '';
  return useMemo(
    () => ({
      collectionId,
      query,
      find,
      line,
      readAs,
      links,
      slides,
      findChunkColours,
      header,
      fences,
      layout,
      levels,
    }),
    [collectionId, query, find, line, readAs, links, slides, findChunkColours, header, fences, layout, levels],
  );
}

type View = Preferences['readerView'];

interface SwitchProps {
  readonly view: View;
  readonly canDraw: boolean;
  readonly isBook?: boolean;
  readonly onChange: (view: View) => void;
}

function ViewSwitch({ view, canDraw, isBook = false, onChange }: SwitchProps) {
  const hidden = [canDraw ? '' : 'page', isBook ? 'source' : ''];
  const options = toOptions(readerWords.views).filter(([name]) => !hidden.includes(name));
  return <Segmented value={view} options={options} onChange={onChange} />;
}

export const PageView = loadLater(() => import('./page/page-view.tsx'), 'PageView');

/** Whether the pages of the file can be shown as printed. */
export function useCanDraw(path: string, hasOriginal: boolean | undefined): boolean {
  const { openPdf } = useApp().connection;
  return openPdf !== undefined && hasOriginal === true && findDocumentFormat(path) === 'pdf';
}

/** Opens the pictures of a presentation that is read. */
function useSlides(collectionId: string, { path, sha256 }: FileRow, isRead: boolean): SlidePictures | undefined {
  const { engine, openSlides } = useApp().connection;
  const open = async () => {
    const file = await engine.readOriginal(collectionId, path);
    return file && openSlides?.(file);
  };
  const isDeck = isRead && findDocumentFormat(path) === 'pptx';
  return useLoaded(() => (isDeck ? open() : undefined), [engine, openSlides, collectionId, path, sha256, isDeck], {
    onFailure: 'ignore',
  }).value;
}

interface NeighbourProps {
  readonly answer: ChunkAnswer;
  readonly onOpen: (ref: string) => void;
}

/** Links to the chunks before and after the open one. */
function Neighbours({ answer: { previous, next }, onOpen }: NeighbourProps) {
  const buttons = [
    { name: readerWords.previous, icon: 'up', ref: previous },
    { name: readerWords.next, icon: 'down', ref: next },
  ] as const;
  return (
    <span className={`${look.row} ${look.push}`}>
      {buttons.map(({ name, icon, ref }) => (
        <IconButton
          icon={icon}
          label={name}
          key={name}
          title={readerWords.chunkStep(name)}
          disabled={ref === undefined}
          onClick={() => ref !== undefined && onOpen(ref)}
          size={18}
        />
      ))}
    </span>
  );
}

const MAX_BACKLINKS = 100;

/** The files that link to the open one. */
function Backlinks({ collectionId, backlinks }: Pick<Links, 'backlinks'> & { readonly collectionId: string }) {
  if (backlinks.length === 0) return null;
  return (
    <nav className={css.backlinks} aria-label={readerWords.mentionedIn}>
      <h3>{readerWords.mentionedInFiles(backlinks.length)}</h3>
      <ul>
        {backlinks.slice(0, MAX_BACKLINKS).map(({ path, title, line }) => (
          <li key={path}>
            <ProseLink collectionId={collectionId} href={path} path={path} line={line}>
              {toShortName(title ?? path)}
            </ProseLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ChunkPlace {
  readonly collection: Collection;
  /** Full id, short id or ref. Without it, `path` and `line` give the position. */
  readonly idOrRef: string | undefined;
  readonly path: string | undefined;
  readonly line: number | undefined;
}

/** Finds a chunk by id, or, when it no longer exists, the one at its path and line. The old chunk stays until the new one has loaded. */
function useChunk({ collection, idOrRef, path, line }: ChunkPlace) {
  const { engine } = useApp().connection;
  const find = async () => {
    const byId = idOrRef === undefined ? undefined : await engine.getChunk(collection.id, idOrRef);
    if (byId !== undefined) return { answer: byId, isStandIn: false };
    const byPlace = path === undefined ? undefined : await engine.findChunkAt(collection.id, path, line ?? 1);
    return { answer: byPlace, isStandIn: idOrRef !== undefined };
  };
  const { value, problem } = useLoaded(find, [engine, collection.id, idOrRef, path, line], {
    version: useCommits(collection.id),
    keep: true,
    onFailure: 'return',
  });
  return { answer: value?.answer, isStandIn: value?.isStandIn ?? false, problem, isLoading: !value && !problem };
}

interface Links {
  /** Paths of the collection's files, by link target as written. */
  readonly paths: ReadonlyMap<string, string>;
  readonly backlinks: FileLinks['backlinks'];
}

/** Returns the links of a file to others of its collection, and theirs to it. */
function useLinks(collectionId: string, path: string): Links {
  const { engine } = useApp().connection;
  const { value } = useLoaded(() => engine.listLinks(collectionId, path), [engine, collectionId, path], {
    version: useCommits(collectionId),
    onFailure: 'ignore',
  });
  return useMemo(() => {
    const { links, backlinks } = value ?? { links: [], backlinks: [] };
    return {
      paths: new Map(links.flatMap((link) => (link.path ? [[link.target, link.path] as const] : []))),
      backlinks,
    };
  }, [value]);
}

/** Lets Ctrl A select the open file instead of the whole page. Copies all of its text, also of chunks that are not rendered, and formulas as written. */
function useSelectAll(scroller: RefObject<HTMLElement | null>, chunks: readonly Chunk[]): void {
  useWindowEvent('keydown', (event) => {
    const isSelectAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a';
    const isField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (!isSelectAll || isField || event.defaultPrevented || scroller.current === null) return;
    event.preventDefault();
    getSelection()?.selectAllChildren(scroller.current);
  });
  useWindowEvent('copy', (event) => {
    const root = scroller.current;
    const { anchorNode, focusNode } = getSelection() ?? {};
    if (root === null || !anchorNode || !root.contains(anchorNode)) return;
    const isAll = anchorNode === root && focusNode === root;
    if (!isAll && getSelection()?.getRangeAt(0).cloneContents().querySelector('math') === null) return;
    event.clipboardData?.setData('text/plain', isAll ? joinChunks(chunks).text : toSelectedText(root));
    event.preventDefault();
  });
}
