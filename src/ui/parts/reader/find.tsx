import { type RefObject, useMemo, useState } from 'react';
import { type LineMatches, type MatchHow, matchLines, toPattern } from '../../../lib/match-lines.ts';
import type { Chunk } from '../../../model/chunk.ts';
import type { Ranges } from '../../../model/hit.ts';
import * as fieldCss from '../../kit/field.module.css';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { readerWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { ExactToggles } from '../controls/exact-toggles.tsx';
import * as css from './reader.module.css';
import { holdPlace, showSideways } from './scroll.ts';

const HOW = ['case', 'word', 'regex'] as const;

/** Find in file: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBar({ find }: { readonly find: Find }) {
  return (
    <span className={css.find}>
      <Icon name="search" size={14} />
      <input
        type="search"
        className={fieldCss.input}
        aria-label={readerWords.find}
        placeholder={readerWords.find}
        autoComplete="off"
        spellCheck={false}
        value={find.text}
        onChange={(event) => find.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape' && find.text !== '') find.setText('');
          else return;
          event.preventDefault();
        }}
      />
      <ExactToggles label={readerWords.findHow} keys={HOW} chosen={find.how} onChange={find.setHow} />
      {find.text !== '' && (
        <span className={look.aside} role="status">
          {find.status}
        </span>
      )}
    </span>
  );
}

/** A text, and how it is compared. */
export interface FindText {
  readonly text: string;
  readonly how: MatchHow;
}

const NO_TEXT: FindText = { text: '', how: {} };

/** Finds a text in all chunks of the file, rendered or not; `given` until the user types another one. */
export function useFind(chunks: readonly Chunk[], scroller: RefObject<HTMLElement | null>, given: FindText = NO_TEXT) {
  const [{ text, how }, setFind] = useState(given);
  const [at, setAt] = useState(0);
  const [last, setLast] = useState(given);
  const change = (next: FindText) => {
    setFind(next);
    setAt(0);
  };
  if (last !== given) {
    setLast(given);
    change(given);
  }
  const pattern = useMemo(() => toPattern(text, how), [text, how]);
  const { ranges, problem } = useRanges(chunks, pattern, how.regex === true);
  const count = useMemo(() => [...(ranges?.values() ?? [])].reduce((sum, { length }) => sum + length, 0), [ranges]);
  const place = useMemo(() => findPlace(ranges, at - 1), [ranges, at]);
  const step = (by: 1 | -1) => {
    if (count === 0) return;
    const next = (at - 1 + by + count + (at === 0 && by < 0 ? 1 : 0)) % count;
    setAt(next + 1);
    const found = findPlace(ranges, next);
    if (scroller.current !== null && found !== undefined) showMark(scroller.current, found.ref, found.index);
  };
  return {
    text,
    how,
    /** Spans to mark by chunk; undefined if nothing is searched. */
    ranges: pattern && (ranges ?? NO_RANGES),
    /** What is said about the text. */
    status:
      pattern === undefined
        ? readerWords.badPattern
        : problem !== undefined
          ? describeProblem(problem)
          : ranges === undefined
            ? words.common.loading
            : readerWords.findCount(Math.min(at, count), count),
    /** The current match: the ref of its chunk, and its number there. */
    place,
    setText: (next: string) => change({ text: next, how }),
    setHow: (next: MatchHow) => change({ text, how: next }),
    step,
  };
}

type Find = ReturnType<typeof useFind>;

const NO_RANGES: ReadonlyMap<Chunk, Ranges> = new Map();

/** Exact text is found here, at once. A regular expression could freeze the page, so a worker runs it. */
function useRanges(chunks: readonly Chunk[], pattern: RegExp | undefined, isRegex: boolean) {
  const { matchTexts } = useApp().connection;
  const exact = useMemo(
    () => (pattern && !isRegex ? new Map(chunks.map((chunk) => [chunk, findText(chunk.content, pattern)])) : undefined),
    [chunks, pattern, isRegex],
  );
  const match = async (wanted: RegExp, signal: AbortSignal) => {
    const found = await matchTexts({ texts: chunks.map(({ content }) => content), pattern: wanted }, signal);
    return new Map(chunks.map((chunk, i) => [chunk, toSpans(found[i])]));
  };
  const { value, problem } = useLoaded(
    (signal) => (pattern && isRegex ? match(pattern, signal) : undefined),
    [matchTexts, chunks, pattern, isRegex],
    { onFailure: 'return' },
  );
  return { ranges: exact ?? value, problem };
}

/** Finds a pattern that is made of words, not a regular expression that someone typed. */
export function findText(text: string, pattern: RegExp | undefined): Ranges {
  return pattern === undefined ? [] : toSpans(matchLines(text, pattern));
}

function toSpans(matches: LineMatches = new Uint32Array()): Ranges {
  return Array.from({ length: matches.length / 3 }, (_, i) => [matches[3 * i + 1] ?? 0, matches[3 * i + 2] ?? 0]);
}

/** Returns the chunk with a match of the file, and the match's number there. */
function findPlace(ranges: ReadonlyMap<Chunk, Ranges> = NO_RANGES, number: number) {
  let index = number;
  for (const [{ ref }, { length }] of ranges) {
    if (index < length) return index < 0 ? undefined : { ref, index };
    index -= length;
  }
  return undefined;
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
