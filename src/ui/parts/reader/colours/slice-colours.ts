import { findFirst } from '../../../../lib/binary-search.ts';
import type { Colours } from '../../../../model/outputs/colours.ts';

/** Returns the spans inside a part of the text, relative to its start. */
export function sliceColours(colours: Colours, start: number, end: number): Colours {
  const spans: number[] = [];
  // By binary search: a large file has tens of thousands of spans, and each line needs this.
  const first = findFirst(colours.length / 3, (i) => (colours[3 * i + 1] as number) > start);
  for (let i = 3 * first; i < colours.length; i += 3) {
    const from = colours[i] as number;
    if (from >= end) break;
    spans.push(Math.max(0, from - start), Math.min(end, colours[i + 1] as number) - start, colours[i + 2] as number);
  }
  return Uint32Array.from(spans);
}
