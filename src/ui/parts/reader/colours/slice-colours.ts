import type { Colours } from '../../../../model/outputs/colours.ts';

/** Returns the spans inside a part of the text, relative to its start. */
export function sliceColours(colours: Colours, start: number, end: number): Colours {
  const spans: number[] = [];
  for (let i = findFirst(colours, start); i < colours.length; i += 3) {
    const from = colours[i] as number;
    if (from >= end) break;
    spans.push(Math.max(0, from - start), Math.min(end, colours[i + 1] as number) - start, colours[i + 2] as number);
  }
  return Uint32Array.from(spans);
}

/** Finds the first span that ends after the position by binary search: a large file has tens of thousands, and each line needs this. */
function findFirst(colours: Colours, start: number): number {
  let low = 0;
  let high = colours.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((colours[3 * middle + 1] as number) > start) high = middle;
    else low = middle + 1;
  }
  return 3 * low;
}
