import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Ranges } from '../../../../model/hit.ts';
import { COLOUR_NAMES, type Colours, NO_COLOURS } from '../../../../model/outputs/colours.ts';
import { splitHidden } from '../../../text/visible-text.ts';
import { sliceColours } from '../colours.ts';
import { showSideways } from '../scroll.ts';
import * as css from './views.module.css';

interface Props {
  readonly text: string;
  readonly ranges: Ranges;
  readonly colours?: Colours;
}

/**
 * Text nodes with marked and coloured spans. Hidden and bidirectional controls are shown as escapes. A page of code has thousands of spans,
 * so functions make them: as many components would take longer than a frame.
 */
export function MarkedRuns({ text, ranges, colours = NO_COLOURS }: Props) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    addColoured(parts, { text, from, to: start, colours });
    parts.push(<mark key={`m${start}`}>{toPlain(text.slice(start, end))}</mark>);
    from = end;
  }
  addColoured(parts, { text, from, to: text.length, colours });
  return parts;
}

interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly colours: Colours;
}

function addColoured(parts: ReactNode[], { text, from, to, colours }: Stretch): void {
  const own = colours.length === 0 ? colours : sliceColours(colours, from, to);
  let at = from;
  for (let i = 0; i < own.length; i += 3) {
    const start = from + (own[i] as number);
    const end = from + (own[i + 1] as number);
    if (start > at) parts.push(toPlain(text.slice(at, start)));
    parts.push(
      <span key={`c${start}`} className={`c-${COLOUR_NAMES[own[i + 2] as number]}`}>
        {toPlain(text.slice(start, end))}
      </span>,
    );
    at = end;
  }
  if (at < to) parts.push(toPlain(text.slice(at, to)));
}

/** Returns a plain string for text without hidden characters, which is most text. */
function toPlain(text: string): ReactNode {
  const runs = splitHidden(text);
  if (runs.length === 1 && !runs[0]?.hidden) return text;
  return runs.map(({ text: run, hidden }, i) =>
    hidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs of a text never move
      <span key={i} className={css.hiddenChar}>
        {run}
      </span>
    ) : (
      run
    ),
  );
}

interface MarkedLine {
  readonly text: string;
  readonly marks: Ranges;
}

/** Splits a text into lines, each with its part of the spans. Spans are half-open and in order. */
export function splitMarks(text: string, spans: Ranges): readonly MarkedLine[] {
  let start = 0;
  let next = 0;
  return text.split('\n').map((line) => {
    const end = start + line.length;
    const marks: [number, number][] = [];
    while (next < spans.length) {
      const [from, to] = spans[next] as readonly [number, number];
      if (from >= end) break;
      if (to > start) marks.push([Math.max(0, from - start), Math.min(line.length, to - start)]);
      // The rest of the span is in the next lines.
      if (to > end) break;
      next++;
    }
    start = end + 1;
    return { text: line, marks };
  });
}

/** Keeps the first mark of a block that scrolls sideways in view when the marks change. */
export function useMarkInView<T extends HTMLElement>(ranges: Ranges): RefObject<T | null> {
  const block = useRef<T>(null);
  const first = ranges[0]?.[0];
  useLayoutEffect(() => {
    const mark = first === undefined ? undefined : block.current?.querySelector('mark');
    if (mark) showSideways(mark);
  }, [first]);
  return block;
}
