import type { Bookmark } from './pdf-headings.ts';
import type { PdfBookmark, PdfFile } from './pdf-library.ts';

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
