import { toAsciiLower } from '../../../lib/ascii.ts';
import type { PageLine } from './page-lines.ts';

export interface PdfHeading {
  readonly level: number;
  readonly name: string;
}

/** Headings by the line they begin. */
export type PdfHeadings = ReadonlyMap<PageLine, PdfHeading>;

export interface Bookmark extends PdfHeading {
  /** 0-based. */
  readonly page: number;
  /** Where it points to, downwards; undefined for the page as a whole. */
  readonly y: number | undefined;
}

/** Finds the line of each bookmark: the one that says the same, else the one it points to. */
export function placeBookmarks(bookmarks: readonly Bookmark[], pages: readonly (readonly PageLine[])[]): PdfHeadings {
  const headings = new Map<PageLine, PdfHeading>();
  for (const { level, name, page, y } of bookmarks) {
    const lines = pages[page]?.filter((line) => !headings.has(line)) ?? [];
    const wanted = toKey(name);
    const same = lines.find(({ text }) => isSame(toKey(text), wanted));
    const pointed = y === undefined ? lines[0] : lines.find((line) => line.y >= y);
    const line = same ?? pointed ?? lines[0];
    if (line && wanted !== '') headings.set(line, { level, name });
  }
  return headings;
}

/** A long title takes several lines, and a bookmark may lack the number of the section. */
function isSame(line: string, name: string): boolean {
  return line !== '' && (line.endsWith(name) || (line.length > 3 && name.startsWith(line)));
}

function toKey(text: string): string {
  return toAsciiLower(text).replace(/[\s.:]+/g, '');
}

/** Of a heading that is read by its size. */
const MAX_CHARS = 150;
const LARGER = 1.15;
/** Less than this of all characters has the usual size: then no size is the usual one. */
const USUAL_SHARE = 0.5;
/** More than this is written large: then it is no sign of a heading. */
const LARGE_SHARE = 0.2;
const LEVELS = 4;

/** Lines larger than the text, where it is clear what the text is. The largest size is the first level. */
export function findLargeLines(pages: readonly (readonly PageLine[])[]): PdfHeadings {
  const headings = new Map<PageLine, PdfHeading>();
  const sizes = new Map<number, number>();
  let chars = 0;
  for (const { height, text } of pages.flat()) {
    sizes.set(toSize(height), (sizes.get(toSize(height)) ?? 0) + text.length);
    chars += text.length;
  }
  const [usual, usualChars] = [...sizes].sort((one, other) => other[1] - one[1])[0] ?? [0, 0];
  const large = [...sizes.keys()].filter((size) => size >= usual * LARGER).sort((one, other) => other - one);
  const largeChars = large.reduce((sum, size) => sum + (sizes.get(size) ?? 0), 0);
  if (usualChars < chars * USUAL_SHARE || largeChars > chars * LARGE_SHARE) return headings;
  for (const page of pages) {
    for (let at = 0; at < page.length; at++) {
      const line = page[at] as PageLine;
      const level = large.indexOf(toSize(line.height)) + 1;
      if (level === 0 || line.text.length > MAX_CHARS || !/[A-Za-z\u00c0-\uffff]{2}/.test(line.text)) continue;
      const name = [line.text];
      // A heading of several lines is one.
      while (name.length < 3 && isContinued(page[at], page[at + 1])) name.push((page[++at] as PageLine).text);
      headings.set(line, { level: Math.min(level, LEVELS), name: name.join(' ') });
    }
  }
  return headings;
}

function isContinued(line: PageLine | undefined, next: PageLine | undefined): boolean {
  if (!line || !next || toSize(line.height) !== toSize(next.height)) return false;
  const distance = next.y - line.y;
  return distance > 0 && distance < line.height * 1.7;
}

/** Half points: the same size is not always written the same. */
function toSize(height: number): number {
  return Math.round(height * 2) / 2;
}
