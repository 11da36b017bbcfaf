import type { PageLine } from './page-lines.ts';

/** With fewer pages, repetition proves nothing. */
const MIN_PAGES = 3;
/** Lines at the top and at the bottom of a page that may be headers and footers. */
const EDGE_LINES = 2;
/** In points: positions vary slightly between pages. */
const SAME_HEIGHT = 3;
/** A line with more numbers than this is a table row. */
const MAX_NUMBERS = 4;

/** Removes the headers and footers that most pages have in the same place; a number may differ as page numbers do. */
export function withoutRepeated(pages: readonly (readonly PageLine[])[]): (readonly PageLine[])[] {
  if (pages.length < MIN_PAGES) return [...pages];
  const counts = new Map<string, number>();
  const edges = pages.map(listEdges);
  for (const page of edges) {
    for (const key of new Set([...page.values()].flat())) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRepeated = (key: string): boolean => {
    const count = counts.get(key) ?? 0;
    return count >= MIN_PAGES && count * 2 > pages.length;
  };
  return pages.map((page, i) => {
    const own = page.filter((line) => edges[i]?.get(line)?.some(isRepeated) !== true);
    // If nothing else is on the page, these lines are its content.
    return own.length === 0 ? page : own;
  });
}

/** Returns keys for the lines at the edges. */
function listEdges(page: readonly PageLine[], number: number): Map<PageLine, readonly string[]> {
  const sorted = [...page].sort((one, other) => one.y - other.y);
  const edges = new Map<PageLine, readonly string[]>();
  for (const line of sorted.slice(0, EDGE_LINES)) edges.set(line, toKeys('top', line, number));
  for (const line of sorted.slice(-EDGE_LINES)) if (!edges.has(line)) edges.set(line, toKeys('bottom', line, number));
  return edges;
}

/** Combines place and words, and the same with each number relative to the page number: the numbers of figures and tables do not grow with it. */
function toKeys(edge: string, { text, y }: PageLine, page: number): string[] {
  const place = `${edge} ${Math.round(y / SAME_HEIGHT)}`;
  const words = text.replace(/\s+/g, ' ').trim();
  const numbers = [...words.matchAll(/\d{1,6}/g)];
  if (numbers.length > MAX_NUMBERS) return [`${place} ${words}`];
  return [
    `${place} ${words}`,
    ...numbers.map(({ 0: digits, index }) => {
      const rest = words.slice(index + digits.length);
      return `${place} ${words.slice(0, index)}#${Number(digits) - page}#${rest}`;
    }),
  ];
}
