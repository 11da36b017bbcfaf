import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import { Button, toClass } from '../../kit/button.tsx';
import { readerWords, searchWords } from '../../words/search.ts';
import * as css from './reader.module.css';
import { holdPlace } from './scroll.ts';
import { ChunkView, type FileView } from './views/chunk-view.tsx';

interface Props {
  readonly chunks: readonly Chunk[];
  /** Ref of the open chunk. */
  readonly current: string;
  /** Ref of the chunk with the current find result, whether near or far. */
  readonly found: string | undefined;
  /** True if a heading or symbol begins at the open line. */
  readonly isNamed: boolean;
  readonly view: FileView;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onPick: (chunk: Chunk) => void;
  readonly onTop: (line: number) => void;
}

/** Distance above and below the view that is still rendered. */
const MARGIN_PX = 800;
const LINE_PX = 22;

/** Files of megabytes have thousands of chunks: a group is rendered as a whole, or as one box if it is far away. */
const GROUP = 3;

/** A file as one scroll: only chunks near the view are rendered, the others keep their height. */
export function FileScroll({ chunks, current, found, isNamed, view, scroller, onPick, onTop }: Props) {
  const picked = useRef<string>(undefined);
  const latestPick = useRef(onPick);
  useEffect(() => {
    latestPick.current = onPick;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once per place, and again when the whole file is loaded
  useEffect(() => {
    const element = scroller.current;
    // A chunk that the user clicked is in view.
    if (element === null || picked.current === current) return;
    return holdPlace(element, () => findTop(element, { ref: current, line: view.line, isNamed }));
  }, [scroller, current, view.line, chunks.length]);
  useTopLine(scroller, onTop);
  // The same function at each render: with another one, every chunk would be rendered again.
  const pick = useCallback((chunk: Chunk) => {
    picked.current = chunk.ref;
    latestPick.current(chunk);
  }, []);
  const groups = useMemo(() => toGroups(chunks), [chunks]);
  return groups.map((group, i) => (
    <ChunkGroup
      key={group[0]?.ref}
      chunks={group}
      endLine={groups[i - 1]?.at(-1)?.endLine}
      current={group.find(({ ref }) => ref === current)?.ref}
      isWanted={group.some(({ ref }) => ref === found)}
      scroller={scroller}
      view={view}
      onPick={pick}
    />
  ));
}

function toGroups(chunks: readonly Chunk[]): readonly (readonly Chunk[])[] {
  return Array.from({ length: Math.ceil(chunks.length / GROUP) }, (_, i) => chunks.slice(i * GROUP, (i + 1) * GROUP));
}

interface GroupProps extends Pick<Props, 'chunks' | 'view' | 'scroller' | 'onPick'> {
  /** Last line before the group; undefined for the first one. */
  readonly endLine: number | undefined;
  /** Ref of the open chunk, if it is in this group. */
  readonly current: string | undefined;
  readonly isWanted: boolean;
}

const ChunkGroup = memo(function ChunkGroup(props: GroupProps) {
  const { chunks, endLine = (chunks[0]?.startLine ?? 1) - 1, current, isWanted, scroller, view, onPick } = props;
  const lines = (chunks.at(-1)?.endLine ?? 0) - endLine;
  const { box, isNear, heightPx } = useNear(scroller, { isNear: current !== undefined, heightPx: lines * LINE_PX });
  const isShown = isNear || current !== undefined || isWanted;
  return (
    <div ref={box} style={isShown ? undefined : { height: heightPx.current }}>
      {isShown &&
        chunks.map((chunk, i) => (
          <ChunkBlock
            key={chunk.ref}
            chunk={chunk}
            blankLines={chunk.startLine - (chunks[i - 1]?.endLine ?? endLine) - 1}
            isCurrent={chunk.ref === current}
            view={view}
            onPick={onPick}
          />
        ))}
    </div>
  );
});

interface BlockProps extends Pick<Props, 'view' | 'onPick'> {
  readonly chunk: Chunk;
  /** Blank lines between this chunk and the one before. */
  readonly blankLines: number;
  readonly isCurrent: boolean;
}

const ChunkBlock = memo(function ChunkBlock({ chunk, blankLines, isCurrent, view, onPick }: BlockProps) {
  const name = readerWords.chunkAt(chunk.ref, searchWords.lines(chunk.startLine, chunk.endLine));
  return (
    <div
      className={toClass(css.chunkBlock, isCurrent && css.current)}
      data-ref={chunk.ref}
      data-line={chunk.startLine}
      style={toGap(blankLines)}
    >
      {/* For the pointer: keys go from chunk to chunk with Previous and Next. */}
      <Button
        look="own"
        className={css.chunkEdge}
        tabIndex={-1}
        title={name}
        aria-label={name}
        onClick={() => onPick(chunk)}
      />
      {isCurrent && chunk.context !== undefined && (
        <p className={css.chunkContext}>
          <span>{readerWords.context}</span> <bdi>{chunk.context.join(' · ')}</bdi>
        </p>
      )}
      <ChunkView chunk={chunk} view={view} />
    </div>
  );
});

/** Tracks whether an element is near the view, and its last height. */
export function useNear(
  scroller: RefObject<HTMLElement | null>,
  first: { readonly isNear: boolean; readonly heightPx: number },
) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(first.isNear);
  const heightPx = useRef(first.heightPx);
  useEffect(
    () =>
      observe(scroller.current as HTMLElement, box.current as HTMLElement, ({ isIntersecting, boundingClientRect }) => {
        heightPx.current = boundingClientRect.height;
        setNear(isIntersecting);
      }),
    [scroller],
  );
  return { box, isNear, heightPx };
}

type OnMove = (entry: IntersectionObserverEntry) => void;
const observed = new WeakMap<
  Element,
  { readonly observer: IntersectionObserver; readonly onMove: Map<Element, OnMove> }
>();

/** All elements of a scroller have one observer: in a file of megabytes, one for each would cost milliseconds in every frame. */
function observe(root: HTMLElement, element: HTMLElement, onMove: OnMove): () => void {
  const { observer, onMove: known } = observed.get(root) ?? createObserver(root);
  known.set(element, onMove);
  observer.observe(element);
  return () => {
    known.delete(element);
    observer.unobserve(element);
  };
}

function createObserver(root: HTMLElement) {
  const onMove = new Map<Element, OnMove>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) onMove.get(entry.target)?.(entry);
    },
    { root, rootMargin: `${MARGIN_PX}px 0px` },
  );
  const made = { observer, onMove };
  observed.set(root, made);
  return made;
}

const MAX_BLANK_LINES = 3;

function toGap(blankLines: number): { readonly marginBlockStart: number } | undefined {
  return blankLines > 0 ? { marginBlockStart: Math.min(blankLines, MAX_BLANK_LINES) * LINE_PX } : undefined;
}

const ABOVE_PX = 12;

interface Place {
  readonly ref: string;
  readonly line: number | undefined;
  /** True for a heading or symbol, which is shown at the top. */
  readonly isNamed: boolean;
}

/** Searches the rendered text: a file has thousands of lines and marks, too many for a ref each. */
function findTop(scroller: HTMLElement, { ref, line, isNamed }: Place): number | undefined {
  const block = scroller.querySelector<HTMLElement>(`[data-ref="${CSS.escape(ref)}"]`);
  if (block === null) return undefined;
  const isFirst =
    block === scroller.querySelector('[data-ref]') &&
    !(block.parentElement?.previousElementSibling instanceof HTMLDivElement);
  const atLine = line === undefined || Number(block.dataset.line) === line ? undefined : findLine(block, line);
  // A line of prose is a whole paragraph.
  const place = (atLine ?? block).querySelector('mark') ?? atLine ?? block;
  const offset = place.getBoundingClientRect().top - block.getBoundingClientRect().top;
  if (atLine !== undefined && isNamed) return block.offsetTop + offset - ABOVE_PX;
  // Shown with its chunk's first line at the top, it would be out of view.
  if (offset > scroller.clientHeight * 0.8) return block.offsetTop + offset - scroller.clientHeight / 3;
  return isFirst ? 0 : block.offsetTop - ABOVE_PX;
}

/** Finds the element that shows the line, or the block of prose that contains it. */
function findLine(block: HTMLElement, line: number): Element | undefined {
  let best: Element | undefined;
  for (const element of block.querySelectorAll<HTMLElement>('[data-n]')) {
    const n = Number(element.dataset.n);
    if (n > 0 && n <= line) best = element;
  }
  return best;
}

/** Reports the first line of the chunk at the top of the view. */
function useTopLine(scroller: RefObject<HTMLElement | null>, onTop: (line: number) => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const { left, top, width } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + Math.min(120, width / 2), top + 2 * ABOVE_PX + 8);
      const place = at?.closest<HTMLElement>('[data-n], [data-line]');
      if (place && element.contains(place)) onTop(Number(place.dataset.n || place.dataset.line));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    onScroll();
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, onTop]);
}
