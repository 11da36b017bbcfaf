import { toAsciiLower } from '../../../lib/ascii.ts';
import { joinLines } from '../document-text.ts';
import type { PageLine } from './page-lines.ts';
import type { PdfBookmark, PdfFile } from './pdf-library.ts';

interface PdfHeading {
  readonly level: number;
  readonly name: string;
}

/** Headings by their first line. */
export type PdfHeadings = ReadonlyMap<PageLine, PdfHeading>;

interface Bookmark extends PdfHeading {
  /** 0-based. */
  readonly page: number;
  /** Target position, downwards; undefined for the whole page. */
  readonly y: number | undefined;
}

/** Lines of a page that are searched for each bookmark: more than any page of text has. */
const MAX_LINES = 1_000;

/** Finds the line of each bookmark: the one with the same text, otherwise the one it points to. */
export function placeBookmarks(bookmarks: readonly Bookmark[], pages: readonly (readonly PageLine[])[]): PdfHeadings {
  const headings = new Map<PageLine, PdfHeading>();
  const keys = new Map<number, readonly { readonly line: PageLine; readonly key: string }[]>();
  for (const { level, name, page, y } of bookmarks) {
    const own =
      keys.get(page) ?? pages[page]?.slice(0, MAX_LINES).map((line) => ({ line, key: toKey(line.text) })) ?? [];
    keys.set(page, own);
    const free = own.filter(({ line }) => !headings.has(line));
    const lines = free.map(({ line }) => line);
    const wanted = toKey(name);
    const same = free.find(({ key }) => isSame(key, wanted))?.line;
    const pointed = y === undefined ? lines[0] : lines.find((line) => line.y >= y);
    const line = same ?? pointed ?? lines[0];
    if (line && wanted !== '') headings.set(line, { level, name });
  }
  return headings;
}

/** A long title takes several lines, and a bookmark may omit the section number. */
function isSame(line: string, name: string): boolean {
  return line !== '' && (line.endsWith(name) || (line.length > 3 && name.startsWith(line)));
}

function toKey(text: string): string {
  return toAsciiLower(text).replace(/[\s.:]+/g, '');
}

/** Longest heading that is found by its size. */
const MAX_CHARS = 150;
const LARGER = 1.15;
/** If fewer characters than this share have the most common size, no size counts as the usual one. */
const USUAL_SHARE = 0.5;
/** If more than this share is large, size doesn't indicate a heading. */
const LARGE_SHARE = 0.2;
const LEVELS = 4;

/** Finds lines larger than the body text, where its size is clear. The largest size is level 1. */
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
  const levels = new Map(large.map((size, i) => [size, i + 1]));
  for (const page of pages) {
    for (let at = 0; at < page.length; at++) {
      const line = page[at] as PageLine;
      const level = levels.get(toSize(line.height)) ?? 0;
      if (level === 0 || line.text.length > MAX_CHARS || !isWords(line.text)) continue;
      const name = [line.text];
      // Joins the lines of a heading.
      while (name.length < 3 && isContinued(page[at], page[at + 1])) name.push((page[++at] as PageLine).text);
      headings.set(line, { level: Math.min(level, LEVELS), name: joinLines(name) });
    }
  }
  return headings;
}

/** A formula has a few letters among signs and numbers. */
function isWords(text: string): boolean {
  const letters = text.match(/[A-Za-z\u00c0-\u1fff\u2c00-\ud7ff\uf900-\ufdff]/g)?.length ?? 0;
  const visible = text.replace(/\s/g, '').length;
  return (
    letters * 2 > visible &&
    /[A-Za-z\u00c0-\u02af]{3}|[\u0370-\u1fff\u2c00-\ud7ff\uf900-\ufdff]{2}/.test(text) &&
    !/[=<>≤≥∈∑∫∏√∀∃→⇒]/.test(text)
  );
}

function isContinued(line: PageLine | undefined, next: PageLine | undefined): boolean {
  if (!line || !next || toSize(line.height) !== toSize(next.height)) return false;
  const distance = next.y - line.y;
  return distance > 0 && distance < line.height * 1.7;
}

/** Rounds to half points: the same size is not always written the same. */
function toSize(height: number): number {
  return Math.round(height * 2) / 2;
}

/** More than any book has; in a malicious file a bookmark can be its own child. */
const MAX_BOOKMARKS = 5_000;

/** Reads the document's outline in order, with the positions it points to, from the top of each page. Empty when it is missing or damaged. */
export async function readBookmarks(pdf: PdfFile, tops: readonly number[]): Promise<Bookmark[]> {
  const roots = await pdf.getOutline().catch(() => null);
  const bookmarks: Bookmark[] = [];
  const open = [...(roots ?? [])].reverse().map((item) => ({ item, level: 1 }));
  for (let next = open.pop(); next && bookmarks.length < MAX_BOOKMARKS; next = open.pop()) {
    const { item, level } = next;
    const place = await findPlace(pdf, item).catch(() => undefined);
    const name = item.title.replace(/\s+/g, ' ').trim();
    if (place && name !== '') {
      const { page, y } = place;
      bookmarks.push({ name, level, page, y: y === undefined ? undefined : (tops[page] ?? 0) - y });
    }
    for (const child of [...item.items].reverse()) open.push({ item: child, level: level + 1 });
  }
  return bookmarks;
}

async function findPlace(pdf: PdfFile, { dest }: PdfBookmark): Promise<Pick<Bookmark, 'page' | 'y'> | undefined> {
  const found = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  if (!found) return undefined;
  const [target, kind, ...numbers] = found;
  const page = typeof target === 'number' ? target : await pdf.getPageIndex(target);
  const name = (kind as { readonly name?: string } | null)?.name ?? '';
  const y = name === 'XYZ' ? numbers[1] : name === 'FitH' || name === 'FitBH' ? numbers[0] : undefined;
  return { page, y: typeof y === 'number' ? y : undefined };
}
