import type { FileRow } from '../../model/chunk.ts';
import { type ContentsRow, findSummary, toContents } from '../../places/contents.ts';
import { cutLine, escapeHtml, toLine } from './html-page.ts';
import type { PageLink } from './llms-txt.ts';

/** The files of a collection in path order. */
export interface ContentsInput {
  readonly fileCount: number;
  row(fileIndex: number): FileRow;
  readText(fileIndex: number): Promise<{ readonly text: string }>;
  /** Returns the path of the file that a link in another one leads to. */
  findLinked(from: string, target: string): string | undefined;
}

/** A line of the contents: a file, or a folder or part without a file of its own. */
export interface ContentsItem {
  readonly depth: number;
  readonly title: string;
  readonly link?: PageLink;
}

/** Returns the table of contents of files with text, with the pages of its files by their paths. */
export async function listContents(
  input: ContentsInput,
  pages: ReadonlyMap<string, PageLink>,
): Promise<readonly ContentsItem[]> {
  return listItems(await readContents(input), pages, 0);
}

async function readContents({ fileCount, row, readText, findLinked }: ContentsInput): Promise<readonly ContentsRow[]> {
  const rows = Array.from({ length: fileCount }, (_, i) => row(i));
  const withText = rows.filter(({ chunk_count }) => chunk_count > 0);
  const path = findSummary(withText.map((file) => file.path));
  if (path === undefined) return toContents(withText);
  const { text } = await readText(rows.findIndex((file) => file.path === path));
  return toContents(withText, { path, text, find: (target) => findLinked(path, target) });
}

function listItems(
  rows: readonly ContentsRow[],
  pages: ReadonlyMap<string, PageLink>,
  depth: number,
): readonly ContentsItem[] {
  return rows.flatMap(({ title, path = '', children }) => {
    const link = pages.get(path);
    return [{ depth, title, ...(link && { link }) }, ...listItems(children, pages, depth + 1)];
  });
}

/** Nests items by their depth. A list may begin with any of them. */
export function toList(items: readonly ContentsItem[], base: string): string {
  const least = items.reduce((min, { depth }) => Math.min(min, depth), Infinity);
  let html = '';
  let open = 0;
  for (const item of items) {
    const depth = Math.min(item.depth - least + 1, open + 1);
    html += depth > open ? '<ul>\n' : `${'</li>\n</ul>'.repeat(open - depth)}</li>\n`;
    html += `<li>${toItem(item, base)}`;
    open = depth;
  }
  return `${html}${'</li>\n</ul>\n'.repeat(open)}`;
}

/** Tags of a list that an item may open and close, and its own. */
const TAG_CHARS = 40;

export function countChars(item: ContentsItem): number {
  return toItem(item, '').length + TAG_CHARS;
}

function toItem({ title, link }: ContentsItem, base: string): string {
  const name = cutLine(escapeHtml(toLine(title)));
  return link === undefined ? name : `<a href="${base}${link.href}">${name}</a>`;
}
