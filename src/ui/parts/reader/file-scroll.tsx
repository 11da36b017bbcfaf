import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import { Button } from '../../kit/button.tsx';
import { words } from '../../words/words.ts';
import { holdPlace } from './hold-place.ts';
import * as css from './reader.module.css';

interface Props {
  readonly chunks: readonly Chunk[];
  /** Ref of the open chunk. */
  readonly current: string;
  /** Ref of the chunk with the current find result, whether near or far. */
  readonly found: string | undefined;
  readonly line: number | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly renderChunk: (chunk: Chunk) => ReactNode;
  readonly onPick: (chunk: Chunk) => void;
  readonly onTop: (line: number) => void;
}

/** Distance above and below the view that is still rendered. */
const MARGIN_PX = 800;
const LINE_PX = 22;

/** Files of megabytes have thousands of chunks; distant ones are rendered as one box per group of this size. */
const GROUP = 40;

/** A file as one scroll: only chunks near the view are rendered, the others keep their height. */
export function FileScroll({ chunks, current, found, line, scroller, renderChunk, onPick, onTop }: Props) {
  const observe = useObserver(scroller);
  const picked = useRef<string>(undefined);
  useOpenAt(scroller, { current, line, count: chunks.length, isPicked: () => picked.current === current });
  useTopLine(scroller, onTop);
  const pick = useMemo(
    () => (chunk: Chunk) => {
      picked.current = chunk.ref;
      onPick(chunk);
    },
    [onPick],
  );
  const groups = useMemo(() => toGroups(chunks), [chunks]);
  return groups.map((group) => (
    <ChunkGroup
      key={group.chunks[0]?.ref}
      group={group}
      current={group.refs.has(current) ? current : undefined}
      isWanted={found !== undefined && group.refs.has(found)}
      observe={observe}
      renderChunk={renderChunk}
      onPick={pick}
    />
  ));
}

interface Group {
  readonly chunks: readonly Chunk[];
  readonly refs: ReadonlySet<string>;
  /** Last line before the first chunk of the group. */
  readonly endLine: number;
}

function toGroups(chunks: readonly Chunk[]): readonly Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < chunks.length; at += GROUP) {
    const own = chunks.slice(at, at + GROUP);
    const endLine = chunks[at - 1]?.end_line ?? (own[0] as Chunk).start_line - 1;
    groups.push({ chunks: own, refs: new Set(own.map(({ ref }) => ref)), endLine });
  }
  return groups;
}

interface GroupProps extends Omit<BlockProps, 'chunk' | 'blankLines' | 'isCurrent'> {
  readonly group: Group;
  /** Ref of the open chunk, if it is in this group. */
  readonly current: string | undefined;
  readonly isWanted: boolean;
}

const ChunkGroup = memo(function ChunkGroup({ group, current, isWanted, observe, renderChunk, onPick }: GroupProps) {
  const { chunks, endLine } = group;
  const lines = (chunks.at(-1)?.end_line ?? 0) - endLine;
  const { box, isNear, heightPx } = useNear(observe, { isFirst: current !== undefined, heightPx: lines * LINE_PX });
  const isShown = isNear || current !== undefined || isWanted;
  return (
    <div ref={box} style={isShown ? undefined : { height: heightPx.current }}>
      {isShown &&
        chunks.map((chunk, i) => (
          <ChunkBlock
            key={chunk.ref}
            chunk={chunk}
            blankLines={chunk.start_line - (chunks[i - 1]?.end_line ?? endLine) - 1}
            isCurrent={chunk.ref === current}
            observe={observe}
            renderChunk={renderChunk}
            onPick={onPick}
          />
        ))}
    </div>
  );
});

type Observe = (element: Element, onNear: (isNear: boolean) => void) => () => void;

interface BlockProps {
  readonly chunk: Chunk;
  /** Blank lines between this chunk and the one before. */
  readonly blankLines: number;
  readonly isCurrent: boolean;
  readonly observe: Observe;
  readonly renderChunk: (chunk: Chunk) => ReactNode;
  readonly onPick: (chunk: Chunk) => void;
}

const ChunkBlock = memo(function ChunkBlock({
  chunk,
  blankLines,
  isCurrent,
  observe,
  renderChunk,
  onPick,
}: BlockProps) {
  const lines = chunk.end_line - chunk.start_line + 1;
  const { box, isNear, heightPx } = useNear(observe, { isFirst: isCurrent, heightPx: lines * LINE_PX });
  const name = words.reader.chunkAt(chunk.ref, words.search.lines(chunk.start_line, chunk.end_line));
  return (
    <div
      ref={box}
      className={isCurrent ? `${css.chunkBlock} ${css.current}` : css.chunkBlock}
      data-ref={chunk.ref}
      data-line={chunk.start_line}
      style={{ ...toGap(blankLines), ...(isNear ? {} : { height: heightPx.current }) }}
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
      {isCurrent && chunk.context !== undefined && <ChunkContext texts={chunk.context} />}
      {isNear && renderChunk(chunk)}
    </div>
  );
});

/** Context of the open chunk, shown above it and set apart from its lines. */
function ChunkContext({ texts }: { readonly texts: readonly string[] }) {
  return (
    <p className={css.chunkContext}>
      <span>{words.reader.context}</span> <bdi>{texts.join(' · ')}</bdi>
    </p>
  );
}

/** Tracks whether an element is near the view, and its last rendered height. */
function useNear(observe: Observe, first: { readonly isFirst: boolean; readonly heightPx: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(first.isFirst);
  const heightPx = useRef(first.heightPx);
  const wasNear = useRef(first.isFirst);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    return observe(element, (next) => {
      if (!next && wasNear.current) heightPx.current = element.offsetHeight;
      wasNear.current = next;
      setNear(next);
    });
  }, [observe]);
  return { box, isNear, heightPx };
}

const MAX_BLANK_LINES = 3;

function toGap(blankLines: number): { marginBlockStart?: number } {
  return blankLines > 0 ? { marginBlockStart: Math.min(blankLines, MAX_BLANK_LINES) * LINE_PX } : {};
}

/** One observer for all chunks of a scroller. */
function useObserver(scroller: RefObject<HTMLElement | null>): Observe {
  const state = useRef<{ observer?: IntersectionObserver; listeners: Map<Element, (isNear: boolean) => void> }>({
    listeners: new Map(),
  });
  useEffect(() => () => state.current.observer?.disconnect(), []);
  return useMemo(
    () => (element, onNear) => {
      const { listeners } = state.current;
      // The first chunk creates it: effects of children run before the effect of the scroller around them.
      state.current.observer ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
        },
        { root: scroller.current, rootMargin: `${MARGIN_PX}px 0px` },
      );
      listeners.set(element, onNear);
      state.current.observer.observe(element);
      return () => {
        listeners.delete(element);
        state.current.observer?.unobserve(element);
      };
    },
    [scroller],
  );
}

interface OpenAt {
  readonly current: string;
  readonly line: number | undefined;
  /** Number of chunks; 1 until the file is loaded. */
  readonly count: number;
  /** True when the user clicked the chunk, so it is already in view. */
  readonly isPicked: () => boolean;
}

function useOpenAt(scroller: RefObject<HTMLElement | null>, { current, line, count, isPicked }: OpenAt): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once per place
  useEffect(() => {
    const element = scroller.current;
    if (element === null || isPicked()) return;
    return holdPlace(element, () => findTop(element, current, line));
  }, [scroller, current, line, count]);
}

const ABOVE_PX = 12;

/** Searches the rendered text: a file has thousands of lines and marks, too many for a ref each. */
function findTop(scroller: HTMLElement, ref: string, line: number | undefined): number | undefined {
  const block = scroller.querySelector<HTMLElement>(`[data-ref="${CSS.escape(ref)}"]`);
  if (block === null) return undefined;
  const isFirst =
    block === scroller.querySelector('[data-ref]') && block.parentElement?.previousElementSibling === null;
  const atLine = line === undefined ? undefined : findLine(block, line);
  if (atLine === undefined || Number(block.dataset.line) === line) {
    return findMarkTop(scroller, block) ?? (isFirst ? 0 : block.offsetTop - ABOVE_PX);
  }
  const offset = atLine.getBoundingClientRect().top - block.getBoundingClientRect().top;
  return block.offsetTop + offset - ABOVE_PX;
}

/** Returns the position of a chunk's first match, when it is so far down that it would be out of view. */
function findMarkTop(scroller: HTMLElement, block: HTMLElement): number | undefined {
  const mark = block.querySelector('mark');
  if (mark === null) return undefined;
  const offset = mark.getBoundingClientRect().top - block.getBoundingClientRect().top;
  return offset < scroller.clientHeight * 0.8 ? undefined : block.offsetTop + offset - scroller.clientHeight / 3;
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
