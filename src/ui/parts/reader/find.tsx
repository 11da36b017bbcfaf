import { type RefObject, useMemo, useState } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import type { Ranges } from '../../../model/hit.ts';
import * as fieldCss from '../../kit/field.module.css';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
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
        aria-label={words.reader.find}
        placeholder={words.reader.find}
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
      <ExactToggles label={words.reader.findHow} keys={HOW} chosen={find.how} onChange={find.setHow} />
      {find.text !== '' && (
        <span className={look.aside} role="status">
          {find.pattern === undefined ? words.reader.badPattern : words.reader.findCount(find.at, find.count)}
        </span>
      )}
    </span>
  );
}

/** How the typed text is compared. */
export interface FindHow {
  readonly case?: boolean;
  readonly word?: boolean;
  readonly regex?: boolean;
}

interface Find {
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
  step(by: 1 | -1): void;
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
  const step = (by: 1 | -1) => {
    if (places.length === 0) return;
    const next = (at - 1 + by + places.length + (at === 0 && by < 0 ? 1 : 0)) % places.length;
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
    step,
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
