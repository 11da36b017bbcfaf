import type { PageLine } from './page-lines.ts';

/** Fewer pages do not tell what repeats. */
const MIN_PAGES = 3;
/** So many lines at the top and at the bottom of a page may be headers and footers. */
const EDGE_LINES = 2;

/** Pages without the headers and footers that are on most of them; the number of a page may differ. */
export function withoutRepeated(pages: readonly (readonly PageLine[])[]): (readonly PageLine[])[] {
  if (pages.length < MIN_PAGES) return [...pages];
  const counts = new Map<string, number>();
  const edges = pages.map(listEdges);
  for (const page of edges) {
    for (const key of new Set(page.values())) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pages.map((page, i) => {
    const own = page.filter((line) => {
      const count = counts.get(edges[i]?.get(line) ?? '') ?? 0;
      return count < MIN_PAGES || count * 2 <= pages.length;
    });
    // What is all there is on a page is no header.
    return own.length === 0 ? page : own;
  });
}

/** What the lines at the edges are known by. */
function listEdges(page: readonly PageLine[]): Map<PageLine, string> {
  const sorted = [...page].sort((one, other) => one.y - other.y);
  const edges = new Map<PageLine, string>();
  for (const line of sorted.slice(0, EDGE_LINES)) edges.set(line, `top ${toKey(line)}`);
  for (const line of sorted.slice(-EDGE_LINES)) if (!edges.has(line)) edges.set(line, `bottom ${toKey(line)}`);
  return edges;
}

function toKey({ text }: PageLine): string {
  return text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
}
