import { type RefObject, useMemo, useState } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import type { Ranges } from '../../../model/hit.ts';
import { holdPlace } from './hold-place.ts';
import { showSideways } from './show-sideways.ts';

/** How the typed text is compared. */
export interface FindHow {
  readonly case?: boolean;
  readonly word?: boolean;
  readonly regex?: boolean;
}

export interface Find {
  readonly text: string;
  readonly how: FindHow;
  /** Undefined if nothing is typed, or not a usable regular expression. */
  readonly pattern: RegExp | undefined;
  readonly count: number;
  /** Number of the current match from 1; 0 before the first. */
  readonly at: number;
  /** Ref of the chunk with the current match. */
  readonly ref: string | undefined;
  setText(text: string): void;
  setHow(how: FindHow): void;
  go(step: 1 | -1): void;
}

/** Finds a text in all chunks of the file, rendered or not. */
export function useFind(chunks: readonly Chunk[], scroller: RefObject<HTMLElement | null>): Find {
  const [text, setText] = useState('');
  const [how, setHow] = useState<FindHow>({});
  const [at, setAt] = useState(0);
  const pattern = useMemo(() => toPattern(text, how), [text, how]);
  const places = useMemo(
    () => chunks.flatMap((chunk) => findText(chunk.content, pattern).map((_, i) => ({ ref: chunk.ref, i }))),
    [chunks, pattern],
  );
  const go = (step: 1 | -1) => {
    if (places.length === 0) return;
    const next = (at - 1 + step + places.length + (at === 0 && step < 0 ? 1 : 0)) % places.length;
    setAt(next + 1);
    const place = places[next];
    if (scroller.current !== null && place !== undefined) showMark(scroller.current, place.ref, place.i);
  };
  return {
    text,
    how,
    pattern,
    count: places.length,
    at: Math.min(at, places.length),
    ref: places[at - 1]?.ref,
    setText(next) {
      setText(next);
      setAt(0);
    },
    setHow(next) {
      setHow(next);
      setAt(0);
    },
    go,
  };
}

/** A repeated group with a repetition inside, such as `(a+)+`: on a long line it may run for years. */
const NESTED_REPEAT = /[+*}][^()]*\)[+*{]/;

/** Makes the pattern of a typed text; undefined for a regular expression that is invalid or could hang the page. */
export function toPattern(text: string, how: FindHow): RegExp | undefined {
  if (text === '' || (how.regex && NESTED_REPEAT.test(text))) return undefined;
  const source = how.regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = how.word ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  try {
    return new RegExp(whole, how.case ? 'gmu' : 'gimu');
  } catch {
    return undefined;
  }
}

export function findText(text: string, pattern: RegExp | undefined): Ranges {
  if (pattern === undefined) return [];
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => [index, index + found.length] as const).filter(
    ([from, to]) => to > from,
  );
}

const WAIT_MS = 2_000;
/** Wait after the chunk is rendered: the match may be in text that prose hides, such as the address of a link. */
const MARK_WAIT_MS = 300;

/** Scrolls to a match; towards its chunk until that is rendered. Searches the rendered text: marks are too many for a ref each. */
function showMark(scroller: HTMLElement, ref: string, index: number): void {
  let markUntil = Number.POSITIVE_INFINITY;
  holdPlace(
    scroller,
    () => {
      const block = scroller.querySelector<HTMLElement>(`[data-ref="${CSS.escape(ref)}"]`);
      if (block === null) return undefined;
      const marks = block.querySelectorAll('mark');
      // Shown as prose, a chunk may have fewer words than its source.
      const mark = marks[Math.min(index, marks.length - 1)];
      for (const other of scroller.querySelectorAll('mark[data-found]'))
        if (other !== mark) other.removeAttribute('data-found');
      mark?.setAttribute('data-found', '');
      if (mark !== undefined) showSideways(mark);
      if (mark === undefined && markUntil === Number.POSITIVE_INFINITY && block.querySelector('[data-n]'))
        markUntil = performance.now() + MARK_WAIT_MS;
      const { top, height } = scroller.getBoundingClientRect();
      const offset = (mark ?? block).getBoundingClientRect().top - top;
      const isSeen = mark !== undefined && offset >= 0 && offset <= height - 40;
      if (!isSeen) scroller.scrollTop += offset - height / 3;
      return mark === undefined && performance.now() < markUntil ? undefined : scroller.scrollTop;
    },
    WAIT_MS,
  );
}
