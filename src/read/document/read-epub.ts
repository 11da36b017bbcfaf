import { parseHtml } from '../../html/html-tree.ts';
import { toHeadingText } from '../../html/reduce-html.ts';
import { toMarkdown } from '../../html/to-markdown.ts';
import { decodePercent } from '../../lib/decode-percent.ts';
import { resolvePath } from '../../lib/resolve-path.ts';
import { toPageText } from '../../places/address.ts';
import { DocumentError } from './document-budget.ts';
import { type DocumentParts, readProperties } from './document-parts.ts';
import type { DocumentText } from './document-text.ts';

/** Reads chapters in the order of the spine, each as HTML. */
export async function readEpub(parts: DocumentParts, out: DocumentText): Promise<void> {
  const main = await findPackage(parts);
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const book = await readPackage(parts, main, folder);
  out.facts = await readProperties(parts, main);
  const encrypted = await listEncrypted(parts);
  const contents = await readContents(parts, book);
  let chapter = 0;
  for (const part of book.spine) {
    if (encrypted.has(part)) throw new DocumentError('encrypted', 'The book is encrypted.');
    if (part === book.nav || out.isFull) continue;
    const html = await parts.readText(part);
    if (html === undefined) continue;
    chapter++;
    out.place(toPageText('ch.', chapter), 1);
    out.budget.spend('chars', html.length);
    addChapter(out, html, contents.get(part) ?? '');
  }
}

/** A chapter without a heading gets its name from the table of contents. */
function addChapter(out: DocumentText, html: string, name: string): void {
  const lines = toMarkdown(parseHtml(withoutHead(html)), { baseUrl: '', noise: new Set() });
  if (name !== '' && lines.every(({ level }) => level === undefined)) out.nameNext(1, name);
  for (const line of lines) {
    if (line.level !== undefined) out.nameNext(line.level, toHeadingText(line));
    if (line.text === '') out.gap();
    else out.line(line.text);
  }
}

/** The title of a page repeats the chapter's title or the book's. */
function withoutHead(html: string): string {
  const start = html.search(/<head[\s>]/i);
  const end = html.search(/<\/head\s*>/i);
  return start < 0 || end < start ? html : html.slice(0, start) + html.slice(end);
}

async function findPackage(parts: DocumentParts): Promise<string> {
  let path = '';
  await parts.readXml('META-INF/container.xml', {
    start(tag) {
      if (tag.name === 'rootfile') path ||= tag.attribute('full-path');
    },
  });
  return path || (parts.names().find((name) => name.endsWith('.opf')) ?? '');
}

async function readPackage(parts: DocumentParts, main: string, folder: string): Promise<Book> {
  const items = new Map<string, string>();
  const spine: string[] = [];
  let nav = '';
  let ncx = '';
  await parts.readMain(main, {
    start(tag) {
      if (tag.name === 'item') {
        const path = resolvePath(decodePath(tag.attribute('href')), folder);
        parts.budget.spend('items', 1);
        items.set(tag.attribute('id'), path);
        if (/(^|\s)nav(\s|$)/.test(tag.attribute('properties'))) nav = path;
        if (tag.attribute('media-type') === 'application/x-dtbncx+xml') ncx = path;
      } else if (tag.name === 'itemref') spine.push(items.get(tag.attribute('idref')) ?? '');
    },
  });
  return { spine: [...new Set(spine.filter(Boolean))], nav, ncx };
}

/** Fonts are often encrypted in books that are otherwise not. */
async function listEncrypted(parts: DocumentParts): Promise<ReadonlySet<string>> {
  const encrypted = new Set<string>();
  await parts.readXml('META-INF/encryption.xml', {
    start(tag) {
      if (tag.name === 'CipherReference') encrypted.add(resolvePath(decodePath(tag.attribute('URI'))));
    },
  });
  return encrypted;
}

interface Book {
  readonly spine: readonly string[];
  /** Parts that hold the table of contents: EPUB 3 first, then EPUB 2. */
  readonly nav: string;
  readonly ncx: string;
}

/** Longer than any chapter name with the blanks around it. */
const MAX_LABEL_CHARS = 1_000;

/** Returns the name of each chapter in the table of contents; the first one if there are several. */
async function readContents(
  parts: DocumentParts,
  { nav, ncx }: Pick<Book, 'nav' | 'ncx'>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const add = (from: string, href: string, name: string): void => {
    parts.budget.spend('items', 1);
    const part = resolvePath(decodePath(href), from.slice(0, from.lastIndexOf('/') + 1));
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

function decodePath(href: string): string {
  return decodePercent(href.split('#')[0] ?? '');
}
