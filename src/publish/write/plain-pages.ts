import { toUtf8 } from '../../lib/bytes.ts';
import { MAX_READ_CHARS, splitRows } from '../../lib/rows/split-rows.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { PublishSink, PublishSinkFile } from './block-writer.ts';

/** A file for people without JavaScript, crawlers and models. */
export interface PlainFile {
  readonly row: FileRow;
  readonly text: string;
}

export interface PlainInput {
  readonly name: string;
  readonly fileCount: number;
  readFile(fileIndex: number): Promise<PlainFile>;
}

/** Characters of a page, markup included: what agents read of a page at once. */
const PAGE_CHARS = 100_000;
/** Room for everything but the texts. */
const BODY_CHARS = PAGE_CHARS - 8_000;

/** Writes `pages/` (lists and texts), `llms.txt` with its parts, and `llms-full.txt`. Escapes all text. */
export async function writePlainPages(input: PlainInput, sink: PublishSink): Promise<void> {
  const full = await sink.createFile();
  const links: Link[] = [];
  let open: { readonly number: number; readonly parts: string[]; chars: number } = { number: 1, parts: [], chars: 0 };
  const close = async (): Promise<void> => {
    if (open.parts.length === 0) return;
    const title = `${input.name}, page ${open.number}`;
    await writeText(sink, `pages/${toPageName(open.number)}`, toPage(title, open.parts.join('')));
    open = { number: open.number + 1, parts: [], chars: 0 };
  };
  for (let i = 0; i < input.fileCount; i++) {
    const { row, text } = await input.readFile(i);
    const title = toTitle(row);
    const pieces = splitText(escapeHtml(text), BODY_CHARS);
    for (const [part, piece] of pieces.entries()) {
      if (open.chars > 0 && open.chars + piece.length > BODY_CHARS) await close();
      const id = part === 0 ? `f${i + 1}` : `f${i + 1}-${part + 1}`;
      if (part === 0)
        links.push({
          title,
          path: row.path,
          href: `${toPageName(open.number)}#${id}`,
          description: row.description ?? '',
        });
      const heading = escapeHtml(pieces.length === 1 ? title : `${title} (${part + 1} of ${pieces.length})`);
      const article = `<article id="${id}"><h2>${cutLine(heading)}</h2><p>${toSource(row)}</p><pre>${piece}</pre></article>\n`;
      open.parts.push(article);
      open.chars += article.length;
    }
    await full.write(toUtf8(toFullEntry(row, title, text)));
  }
  await close();
  await full.finish('llms-full.txt');
  await writeLists(input.name, links, sink);
  await writeLlmsTxt(input.name, links, sink);
}

/** Cuts escaped text after a line where possible, never inside an entity or a surrogate pair. */
function splitText(text: string, maxChars: number): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > maxChars) {
    const limit = at + maxChars;
    const line = text.lastIndexOf('\n', limit - 1) + 1;
    const end =
      line > at ? line : limit - (/&[#\w]{0,5}$|[\uD800-\uDBFF]$/.exec(text.slice(limit - 7, limit))?.[0].length ?? 0);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return [...pieces, text.slice(at)];
}

interface Link {
  readonly title: string;
  readonly path: string;
  readonly href: string;
  readonly description: string;
}

/** Writes `pages/index.html`: all files, or lists of them. */
async function writeLists(name: string, links: readonly Link[], sink: PublishSink): Promise<void> {
  const lists = splitRows(links, (link) => toItem(link).length, BODY_CHARS);
  const write = (file: string, title: string, own: readonly Link[]): Promise<void> =>
    writeText(sink, `pages/${file}`, toPage(title, `<ul>\n${own.map(toItem).join('')}</ul>\n`));
  if (lists.length <= 1) return write('index.html', name, links);
  await write(
    'index.html',
    name,
    lists.map((list, i) => toRange(list, `list-${toPageName(i + 1)}`)),
  );
  for (const [i, list] of lists.entries()) await write(`list-${toPageName(i + 1)}`, `${name}, list ${i + 1}`, list);
}

/** Writes `llms.txt` (https://llmstxt.org): links by section, or links to parts in `llms/`. */
async function writeLlmsTxt(name: string, links: readonly Link[], sink: PublishSink): Promise<void> {
  const head = `# ${cutLine(toLine(name))}\n\n> ${links.length} files. Their whole text is in [llms-full.txt](llms-full.txt).\n`;
  const lists = splitRows(links, (link) => toLlmsRow(link, '../pages/').length + link.path.length, LLMS_CHARS);
  if (lists.length <= 1) return writeText(sink, 'llms.txt', head + toSections(links, 'pages/'));
  const parts = lists.map((list, i) => toRange(list, `llms/${toPartName(i)}`));
  await writeText(sink, 'llms.txt', `${head}\n## Parts\n\n${parts.map((part) => toLlmsRow(part, '')).join('')}`);
  for (const [i, list] of lists.entries())
    await writeText(
      sink,
      `llms/${toPartName(i)}`,
      `# ${cutLine(toLine(name))}, part ${i + 1}\n${toSections(list, '../pages/')}`,
    );
}

const LLMS_CHARS = MAX_READ_CHARS - 2_000;
const toPartName = (i: number): string => `${String(i + 1).padStart(4, '0')}.txt`;

/** A section for each folder at the top. */
function toSections(links: readonly Link[], base: string): string {
  const sections = new Map<string, string>();
  for (const link of links) {
    const folder = link.path.includes('/') ? cutLine(joinLines(link.path.slice(0, link.path.indexOf('/')))) : 'Files';
    sections.set(folder, (sections.get(folder) ?? '') + toLlmsRow(link, base));
  }
  return [...sections].map(([folder, rows]) => `\n## ${folder}\n\n${rows}`).join('');
}

function toLlmsRow({ title, href, description }: Link, base: string): string {
  const about = cutLine(toLine(description));
  return `- [${cutLine(title).replace(/[[\]\\]/g, '\\$&')}](${base}${href})${about === '' ? '' : `: ${about}`}\n`;
}

/** A link to a list of files, by its first and last path. */
function toRange(list: readonly Link[], href: string): Link {
  const [from, to] = [list[0], list.at(-1)].map((link) => cutLine(joinLines(link?.path ?? '')));
  return { title: `${from} to ${to}`, path: '', href, description: `${list.length} files` };
}

const MAX_LINE_CHARS = 300;

/** Names and descriptions are of any length; no row is longer than a part. */
function cutLine(text: string): string {
  return text.length <= MAX_LINE_CHARS
    ? text
    : `${text.slice(0, MAX_LINE_CHARS).replace(/&[#\w]{0,5}$|[\uD800-\uDBFF]$/, '')}…`;
}

function toPageName(number: number): string {
  return `${String(number).padStart(4, '0')}.html`;
}

function toTitle({ title, path }: FileRow): string {
  return toLine(title ?? '') || joinLines(path);
}

function toSource({ path, url }: FileRow): string {
  const shown = cutLine(escapeHtml(path));
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  return isWeb ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${shown}</a>` : shown;
}

function toItem({ title, path, href }: Link): string {
  return `<li><a href="${href}">${cutLine(escapeHtml(title))}</a> <small>${cutLine(escapeHtml(path))}</small></li>\n`;
}

function toPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>body{max-width:72ch;margin:2rem auto;padding:0 1rem;font-family:system-ui,sans-serif;line-height:1.5;color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere}small{opacity:.75}</style>
</head>
<body>
<nav><a href="index.html">All files</a> · <a href="../index.html">Search</a></nav>
<main>
<h1>${escapeHtml(title)}</h1>
<p><small>For models: <a href="../llms.txt">llms.txt</a></small></p>
${body}</main>
</body>
</html>
`;
}

function toFullEntry({ path, url }: FileRow, title: string, text: string): string {
  return `# ${title}\n\nSource: ${url === undefined ? joinLines(path) : toLine(url)}\n\n${text.trimEnd()}\n\n---\n\n`;
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Keeps a path with line feeds from starting lines of its own. */
function joinLines(path: string): string {
  return path.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, ' ');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] as string);
}

async function writeText(sink: PublishSink, path: string, text: string): Promise<void> {
  const file: PublishSinkFile = await sink.createFile();
  await file.write(toUtf8(text));
  await file.finish(path);
}
