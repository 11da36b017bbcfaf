import { findCharEnd } from './count-chars.ts';

export interface CutSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text into parts of at most `maxChars`, at the end of a line, otherwise after a space, otherwise between characters. Line ends and blank
 * lines at a cut are in neither part. A text that fits is one part, even if empty.
 */
export function cutToLimit(text: string, maxChars: number): CutSpan[] {
  const cuts: CutSpan[] = [];
  let start = 0;
  for (
    let limit = findCharEnd(text, start, maxChars);
    limit < text.length;
    limit = findCharEnd(text, start, maxChars)
  ) {
    const feed = text.slice(start, limit + 1).lastIndexOf('\n');
    const end = start + Math.max(0, trimBlankLines(text.slice(start, start + Math.max(0, feed))));
    if (end > start) {
      cuts.push({ start, end });
      start = afterBlankLines(text, start + feed + 1);
    } else {
      const space = text.slice(start, limit).lastIndexOf(' ');
      cuts.push({ start, end: space > 0 ? start + space + 1 : limit });
      start = cuts.at(-1)?.end ?? limit;
    }
  }
  if (start < text.length || cuts.length === 0) cuts.push({ start, end: text.length });
  return cuts;
}

/** Returns the length of the lines without trailing blank ones. */
function trimBlankLines(lines: string): number {
  let end = lines.length;
  for (;;) {
    const feed = lines.lastIndexOf('\n', end - 1);
    if (end <= 0 || lines.slice(feed + 1, end).trim() !== '') return end;
    end = feed;
  }
}

function afterBlankLines(text: string, start: number): number {
  const blank = /(?:[ \t]*\n)*/y;
  blank.lastIndex = start;
  return start + (blank.exec(text)?.[0].length ?? 0);
}
