import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Chunk, FileRow } from '../../../../model/chunk.ts';
import type { Ranges } from '../../../../model/hit.ts';
import type { PlacedNote } from '../../../../model/outputs/note.ts';
import type { PdfPages } from '../../../../model/pdf-pages.ts';
import { createQuoteFinder } from '../../../../places/find-quote.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { usePreference, useWindowEvent } from '../../../kit/hooks.ts';
import * as look from '../../../kit/look.module.css';
import { useLoaded } from '../../../kit/use-loaded.ts';
import { useApp } from '../../../state/context.ts';
import { useNotes } from '../../../state/notes.ts';
import { pageWords } from '../../../words/page.ts';
import { readerWords } from '../../../words/search.ts';
import { words } from '../../../words/words.ts';
import { useNear } from '../file-scroll.tsx';
import { useMatches } from '../views/chunk-view.tsx';
import * as css from './page-view.module.css';
import { createPlacer, lineStart, type Mark, type PagePart, toPageParts } from './place-marks.ts';

interface Props {
  readonly collectionId: string;
  readonly file: Pick<FileRow, 'path'> & { readonly sha256?: string };
  readonly chunks: readonly Chunk[];
  /** The open chunk; none if the file has no text. */
  readonly chunk?: Chunk;
  readonly line?: number | undefined;
  readonly query: string;
  /** Matches of a text searched in the file; marked instead of the query. */
  readonly find?: ReadonlyMap<Chunk, Ranges> | undefined;
  /** The match that the user stepped to. */
  readonly found?: { readonly ref: string; readonly index: number } | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onTop?: (line: number) => void;
}

/** The pages of a PDF as printed, with the words that were found marked in place. */
export function PageView(props: Props) {
  const { collectionId, file } = props;
  const { pdf, hasFailed } = usePdf(collectionId, file);
  if (hasFailed) return <p className={css.message}>{pageWords.failed}</p>;
  return pdf === undefined ? <p className={css.message}>{words.common.loading}</p> : <Pages {...props} pdf={pdf} />;
}

/** Opens the PDF, and closes it with the view. */
function usePdf(collectionId: string, { path, sha256 }: Props['file']) {
  const { engine, openPdf } = useApp().connection;
  const [state, setState] = useState<{ readonly pdf?: PdfPages; readonly hasFailed?: true }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hash is another file
  useEffect(() => {
    const controller = new AbortController();
    const open = async () => {
      const blob = await engine.readOriginal(collectionId, path);
      if (blob === undefined || openPdf === undefined) throw new Error('no original');
      return openPdf(blob, controller.signal);
    };
    open().then(
      (pdf) => !controller.signal.aborted && setState({ pdf }),
      () => !controller.signal.aborted && setState({ hasFailed: true }),
    );
    return () => {
      controller.abort();
      setState({});
    };
  }, [engine, openPdf, collectionId, path, sha256]);
  return state;
}

/** Pixels of CSS for a point. */
const PX_PER_POINT = 96 / 72;
const GAP_PX = 16;
/** Pages are not enlarged beyond this to fill the view. */
const MAX_FIT = 1.6 * PX_PER_POINT;
const ZOOM_STEP = 1.25;
const MAX_SCALE = 6;
const MIN_SCALE = 0.1;

function Pages(props: Props & { readonly pdf: PdfPages }) {
  const { pdf, chunks, scroller, find, query, onTop } = props;
  const [hasThumbnails, setThumbnails] = usePreference('pageThumbnails');
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState<number>();
  const widest = Math.max(...pdf.sizes.map(([wide]) => wide));
  const scale = zoom ?? clamp(Math.min((width - 2 * GAP_PX) / widest, MAX_FIT));
  const tops = useMemo(() => listTops(pdf.sizes, scale), [pdf.sizes, scale]);
  const keepPlace = useSamePlace(scroller, tops);
  const [current, setCurrent] = useState(1);
  const parts = useMemo(() => toPageParts(chunks), [chunks]);
  const target = useTarget(props, parts);
  const notes = useNotes(props.collectionId, props.file.path);
  const goTo = (page: number) => {
    if (scroller.current) scroller.current.scrollTop = (tops[page - 1] ?? 0) - GAP_PX / 2;
  };
  const scrolledTo = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale does not scroll
  useEffect(() => goTo(target.page), [target.name, width > 0]);
  const onScroll = () => {
    // The last event may come after the view was closed.
    if (scroller.current === null) return;
    const { scrollTop, clientHeight } = scroller.current;
    keepPlace();
    const page = Math.min(
      pdf.sizes.length,
      Math.max(1, tops.findLastIndex((top) => top <= scrollTop + clientHeight / 3) + 1),
    );
    if (page === current) return;
    setCurrent(page);
    const [part] = parts.get(page) ?? [];
    if (part) onTop?.(part.chunk.startLine + countLines(part.chunk.content.slice(0, part.start)));
  };
  const zoomBy = (factor: number) => setZoom(clamp(scale * factor));
  useKeys(scroller, { zoomBy, fit: () => setZoom(undefined), step: (by) => goTo(current + by) });
  return (
    <div className={css.view}>
      {hasThumbnails && <Thumbnails pdf={pdf} current={current} onOpen={goTo} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys */}
      <section className={css.pages} aria-label={readerWords.file} ref={scroller} tabIndex={0} onScroll={onScroll}>
        {width > 0 &&
          pdf.sizes.map((size, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
            <Sheet key={i} pdf={pdf} page={i + 1} size={size} scale={scale} scroller={scroller}>
              <Marks
                {...{ pdf, scale, find, notes, page: i + 1, collectionId: props.collectionId }}
                parts={parts.get(i + 1) ?? NO_PARTS}
                query={find === undefined ? query : ''}
                target={target.page === i + 1 ? target : undefined}
                scrolledTo={scrolledTo}
              />
            </Sheet>
          ))}
      </section>
      <div className={css.controls}>
        <IconButton
          icon="file"
          label={pageWords.thumbnails}
          title={pageWords.thumbnails}
          aria-pressed={hasThumbnails}
          onClick={() => setThumbnails(!hasThumbnails)}
        />
        <PageNumber key={current} page={current} pages={pdf.sizes.length} onOpen={goTo} />
        <IconButton
          icon="minus"
          label={pageWords.smaller}
          title={pageWords.smaller}
          onClick={() => zoomBy(1 / ZOOM_STEP)}
        />
        <Button look="quiet" title={pageWords.fit} onClick={() => setZoom(undefined)}>
          {pageWords.percent(scale / PX_PER_POINT)}
        </Button>
        <IconButton icon="plus" label={pageWords.larger} title={pageWords.larger} onClick={() => zoomBy(ZOOM_STEP)} />
      </div>
    </div>
  );
}

function clamp(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

/** Returns the top of each page, and the end of the last one. */
function listTops(sizes: PdfPages['sizes'], scale: number): number[] {
  const tops = [GAP_PX];
  for (const [, high] of sizes) tops.push((tops.at(-1) as number) + high * scale + GAP_PX);
  return tops;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** Returns the inner width of the scroller; 0 before it is known. */
function useWidth(scroller: Props['scroller']): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = scroller.current as HTMLElement;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}

/** Keeps the middle of the view in place when the pages change their size. Returns a function to call after each scroll. */
function useSamePlace(scroller: Props['scroller'], tops: readonly number[]): () => void {
  const end = tops.at(-1) as number;
  const last = useRef({ end, left: 0, top: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    const { end: before, left, top } = last.current;
    if (element === null || before === end) return;
    const { clientWidth, clientHeight } = element;
    element.scrollTop = ((top + clientHeight / 2) * end) / before - clientHeight / 2;
    element.scrollLeft = ((left + clientWidth / 2) * end) / before - clientWidth / 2;
    last.current = { end, left: element.scrollLeft, top: element.scrollTop };
  }, [scroller, end]);
  return () => {
    const { scrollLeft = 0, scrollTop = 0 } = scroller.current ?? {};
    last.current = { end: last.current.end, left: scrollLeft, top: scrollTop };
  };
}

interface Target {
  /** The same until another place is shown. */
  readonly name: string;
  readonly page: number;
  readonly chunk: Chunk | undefined;
  /** Character of the chunk. */
  readonly at: number;
}

/** Finds what the view was opened for: the match that the user stepped to, the cited line, or the first match of the open chunk. */
function useTarget({ collectionId, chunks, chunk, line, query, find, found }: Props, parts: Parts): Target {
  const matches = useMatches(collectionId, find === undefined ? query : '', chunk?.content ?? '');
  return useMemo(() => {
    const stepped = found && chunks.find(({ ref }) => ref === found.ref);
    const isLine = chunk !== undefined && line !== undefined && line > chunk.startLine;
    const from = isLine ? lineStart(chunk, line) : 0;
    const own = matches.find(([start]) => start >= from) ?? matches[0];
    const [of, at] = stepped
      ? [stepped, find?.get(stepped)?.[found.index]?.[0] ?? 0]
      : [chunk, isLine ? from : (own?.[0] ?? 0)];
    const isThere = (part: PagePart) => part.chunk.id === of?.id && part.start <= at && at < part.end;
    const [page] = [...parts].find(([, onPage]) => onPage.some(isThere)) ?? [1];
    return { name: `${of?.id} ${at}`, page, chunk: of, at };
  }, [parts, chunks, chunk, line, find, found, matches]);
}

type Parts = ReadonlyMap<number, readonly PagePart[]>;
const NO_PARTS: readonly PagePart[] = [];

/** Keys of the whole reader, but for those that a field or another list needs. */
function useKeys(
  scroller: Props['scroller'],
  does: { readonly zoomBy: (factor: number) => void; readonly fit: () => void; readonly step: (by: 1 | -1) => void },
): void {
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const element = scroller.current;
    const reader = element?.parentElement?.closest('section');
    if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element) || !element) return;
    if (target !== document.body && (!reader?.contains(target) || target.closest('input') !== null)) return;
    const isWide = element.scrollWidth > element.clientWidth;
    if (key === '+' || key === '=') does.zoomBy(ZOOM_STEP);
    else if (key === '-') does.zoomBy(1 / ZOOM_STEP);
    else if (key === '0') does.fit();
    else if (key === 'PageDown') element.scrollTop += element.clientHeight * SCREEN;
    else if (key === 'PageUp') element.scrollTop -= element.clientHeight * SCREEN;
    else if (key === 'ArrowRight' && !isWide) does.step(1);
    else if (key === 'ArrowLeft' && !isWide) does.step(-1);
    else return;
    event.preventDefault();
  });
}

/** Share of the view's height that a screen scrolls: a line stays in view. */
const SCREEN = 0.9;

interface SheetProps {
  readonly pdf: PdfPages;
  readonly page: number;
  readonly size: readonly [width: number, height: number];
  readonly scale: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isThumbnail?: boolean;
  readonly children?: ReactNode;
}

/** The room of a page; drawn while it is near the view. */
function Sheet({ pdf, page, size: [wide, high], scale, scroller, isThumbnail, children }: SheetProps) {
  const { box, isNear } = useNear(scroller, { isNear: false, heightPx: 0 });
  return (
    <div ref={box} className={css.sheet} style={{ width: wide * scale, height: high * scale }} data-page={page}>
      {isNear && (
        <>
          <PageCanvas pdf={pdf} page={page} scale={scale} isThumbnail={isThumbnail} />
          {children}
        </>
      )}
    </div>
  );
}

function PageCanvas({ pdf, page, scale, isThumbnail }: Pick<SheetProps, 'pdf' | 'page' | 'scale' | 'isThumbnail'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = async (signal: AbortSignal) => {
    const bitmap = await pdf.draw(page, { scale: scale * devicePixelRatio, isThumbnail }, signal);
    if (signal.aborted || canvas.current === null) return bitmap.close();
    const { width, height } = bitmap;
    Object.assign(canvas.current, { width, height }).getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    canvas.current.dataset.drawn = '';
  };
  const { problem } = useLoaded(draw, [pdf, page, scale], { onFailure: 'return' });
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    // Browsers keep the pixels of a removed canvas until the next collection of garbage.
    return () => void Object.assign(element, { width: 0, height: 0 });
  }, []);
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={pageWords.page(page)} aria-hidden={isThumbnail} />
      {problem !== undefined && !isThumbnail && <p className={css.message}>{pageWords.pageFailed}</p>}
    </>
  );
}

interface MarksProps extends Pick<Props, 'collectionId' | 'query' | 'find'> {
  readonly pdf: PdfPages;
  readonly page: number;
  readonly scale: number;
  readonly parts: readonly PagePart[];
  /** All notes of the file. */
  readonly notes: readonly PlacedNote[];
  readonly target: Target | undefined;
  /** Name of the target that was scrolled to: scrolling away and back shows it again. */
  readonly scrolledTo: RefObject<string>;
}

/** Marks the matches and notes on a page, and the line that it was opened at. */
function Marks({ collectionId, query, find, pdf, page, scale, parts, notes, target, scrolledTo }: MarksProps) {
  const { text, starts } = useMemo(() => joinParts(parts), [parts]);
  const matches = useMatches(collectionId, query, text);
  const at = target && toPlace(parts, starts, target);
  const { ranges, hasLine } = useMemo(() => {
    const all =
      find === undefined
        ? matches
        : parts.flatMap((part, i) => shiftRanges(find.get(part.chunk), part, starts[i] ?? 0));
    if (at === undefined || all.some(([start, end]) => start <= at && at < end)) return { ranges: all, hasLine: false };
    const end = text.indexOf('\n', at);
    const line: Ranges[number] = [at, end < 0 ? text.length : end];
    return { ranges: [...all, line], hasLine: true };
  }, [find, matches, parts, starts, at, text]);
  const noted = useMemo(() => findNotes(notes, parts, text), [notes, parts, text]);
  const isAsked = ranges.length + noted.length > 0;
  const { value: place } = useLoaded(
    () => (isAsked ? pdf.readText(page).then((pieces) => createPlacer(pieces)) : undefined),
    [pdf, page, isAsked],
    { onFailure: 'ignore' },
  );
  const marks = useMemo(() => place?.(text, ranges), [place, text, ranges]);
  const noteMarks = useMemo(() => place?.(text, noted).flat() ?? [], [place, text, noted]);
  const found = useRef<HTMLElement>(null);
  useEffect(() => {
    if (marks === undefined || target === undefined || scrolledTo.current === target.name) return;
    scrolledTo.current = target.name;
    found.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [marks, target, scrolledTo]);
  return (
    <>
      {noteMarks.map((mark, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name
        <mark key={i} className={css.mark} data-note aria-hidden style={toStyle(mark, scale)} />
      ))}
      {marks?.flatMap((rectangles, i) => {
        const [start = 0, end = 0] = ranges[i] ?? [];
        const isFound = at !== undefined && start <= at && at < end;
        return rectangles.map((mark, j) => (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name
            key={`${i} ${j}`}
            ref={isFound && j === 0 ? found : undefined}
            className={css.mark}
            data-found={(isFound && !hasLine) || undefined}
            aria-hidden
            style={toStyle(mark, scale)}
          />
        ));
      })}
    </>
  );
}

/** Returns where the notes are in the text of a page. */
function findNotes(notes: readonly PlacedNote[], parts: readonly PagePart[], text: string): Ranges {
  const isOn = ({ place }: PlacedNote): boolean =>
    parts.some(({ chunk, start, end }) => {
      const first = chunk.startLine + countLines(chunk.content.slice(0, start));
      const last = first + countLines(chunk.content.slice(start, end));
      return place !== undefined && place.lines[0] <= last && place.lines[1] >= first;
    });
  const own = notes.filter(isOn);
  const find = own.length === 0 ? undefined : createQuoteFinder(text);
  return own.flatMap(({ quote }) => {
    const found = find?.(quote);
    return found === undefined ? [] : [found];
  });
}

function toStyle({ x, y, width, height, angle }: Mark, scale: number) {
  return {
    left: x * scale,
    top: y * scale,
    width: width * scale,
    height: height * scale,
    rotate: angle === 0 ? undefined : `${angle}rad`,
  };
}

/** The text that was read from a page, and where each part begins in it. */
function joinParts(parts: readonly PagePart[]): { readonly text: string; readonly starts: readonly number[] } {
  const starts: number[] = [];
  let text = '';
  for (const { chunk, start, end } of parts) {
    starts.push(text.length);
    text += `${chunk.content.slice(start, end)}\n`;
  }
  return { text, starts };
}

function shiftRanges(ranges: Ranges = [], { start, end }: PagePart, to: number): Ranges {
  return ranges.flatMap(([from, until]) =>
    from >= start && from < end ? [[from - start + to, until - start + to] as const] : [],
  );
}

/** Returns where the target is in the text of its page. */
function toPlace(parts: readonly PagePart[], starts: readonly number[], { chunk, at }: Target): number | undefined {
  const i = parts.findIndex((part) => part.chunk.id === chunk?.id && part.start <= at && at < part.end);
  return i < 0 ? undefined : at - (parts[i] as PagePart).start + (starts[i] as number);
}

const THUMBNAIL_PX = 96;

function Thumbnails({
  pdf,
  current,
  onOpen,
}: {
  readonly pdf: PdfPages;
  readonly current: number;
  readonly onOpen: (page: number) => void;
}) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-page="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav className={css.thumbnails} aria-label={pageWords.thumbnails} ref={list}>
      {pdf.sizes.map((size, i) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
          key={i}
          look="own"
          aria-label={pageWords.page(i + 1)}
          aria-current={current === i + 1 ? 'page' : undefined}
          onClick={() => onOpen(i + 1)}
        >
          <Sheet {...{ pdf, size }} page={i + 1} scale={THUMBNAIL_PX / size[0]} scroller={list} isThumbnail />
          {i + 1}
        </Button>
      ))}
    </nav>
  );
}

function PageNumber({
  page,
  pages,
  onOpen,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onOpen: (page: number) => void;
}) {
  const open = (text: string) => {
    const asked = Number(text);
    if (asked >= 1 && asked <= pages) onOpen(Math.floor(asked));
  };
  return (
    <span className={look.row}>
      <input
        className={css.number}
        aria-label={pageWords.number}
        inputMode="numeric"
        defaultValue={page}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => event.key === 'Enter' && open(event.currentTarget.value)}
      />
      {pageWords.of(pages)}
    </span>
  );
}
