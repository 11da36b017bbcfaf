import type { Ranges } from '../../../../model/hit.ts';

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
