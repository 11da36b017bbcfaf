import type { DocumentParts } from './document-parts.ts';
import { resolvePart } from './office/relations.ts';

export interface Book {
  readonly spine: readonly string[];
  /** Parts that hold the table of contents: EPUB 3 first, then EPUB 2. */
  readonly nav: string;
  readonly ncx: string;
}

/** Longer than any chapter name with the blanks around it. */
const MAX_LABEL_CHARS = 1_000;

/** Returns the name of each chapter in the table of contents; the first one if there are several. */
export async function readContents(
  parts: DocumentParts,
  { nav, ncx }: Pick<Book, 'nav' | 'ncx'>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const add = (from: string, href: string, name: string): void => {
    parts.budget.spend('items', 1);
    const part = resolvePart(from.slice(0, from.lastIndexOf('/') + 1), decodePath(href));
    const clean = name.slice(0, MAX_LABEL_CHARS).replace(/\s+/g, ' ').trim();
    if (clean !== '' && !names.has(part)) names.set(part, clean);
  };
  let label = '';
  if (ncx !== '') {
    let isLabel = false;
    await parts.readXml(ncx, {
      start(tag) {
        if (tag.name === 'navLabel') label = '';
        else if (tag.name === 'text') isLabel = true;
        else if (tag.name === 'content') add(ncx, tag.attribute('src'), label);
      },
      text(chars) {
        if (isLabel && label.length < MAX_LABEL_CHARS) label += chars;
      },
      end(name) {
        if (name === 'text') isLabel = false;
      },
    });
  }
  if (nav !== '') {
    let href = '';
    await parts.readXml(nav, {
      start(tag) {
        if (tag.name !== 'a') return;
        href = tag.attribute('href');
        label = '';
      },
      text(chars) {
        if (label.length < MAX_LABEL_CHARS) label += chars;
      },
      end(name) {
        if (name !== 'a') return;
        if (href !== '') add(nav, href, label);
        href = '';
      },
    });
  }
  return names;
}

export function decodePath(href: string): string {
  const path = href.split('#')[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
