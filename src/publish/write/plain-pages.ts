import { toUtf8 } from '../../lib/bytes.ts';
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

/** Text per page: few requests for readers who continue, and small enough for every browser. */
const PAGE_CHARS = 200_000;

/** Writes `pages/` (a list and the texts), `llms.txt` and `llms-full.txt`. Escapes all text. */
export async function writePlainPages(input: PlainInput, sink: PublishSink): Promise<void> {
  const full = await sink.createFile();
  const links: Link[] = [];
  let open: { readonly number: number; readonly parts: string[]; chars: number } = { number: 1, parts: [], chars: 0 };
  const close = async (): Promise<void> => {
    if (open.parts.length === 0) return;
    await writeText(
      sink,
      `pages/${toPageName(open.number)}`,
      toPage(`${input.name}, page ${open.number}`, open.parts.join('')),
    );
    open = { number: open.number + 1, parts: [], chars: 0 };
  };
  for (let i = 0; i < input.fileCount; i++) {
    const { row, text } = await input.readFile(i);
    const title = toTitle(row);
    if (open.chars > 0 && open.chars + text.length > PAGE_CHARS) await close();
    const link = {
      title,
      path: row.path,
      href: `${toPageName(open.number)}#f${i + 1}`,
      description: row.description ?? '',
    };
    links.push(link);
    open.parts.push(
      `<article id="f${i + 1}"><h2>${escapeHtml(title)}</h2><p>${toSource(row)}</p><pre>${escapeHtml(text)}</pre></article>\n`,
    );
    open.chars += text.length;
    await full.write(toUtf8(toFullEntry(row, title, text)));
  }
  await close();
  await full.finish('llms-full.txt');
  await writeText(sink, 'pages/index.html', toPage(input.name, toList(links)));
  await writeText(sink, 'llms.txt', toLlmsTxt(input.name, links));
}

interface Link {
  readonly title: string;
  readonly path: string;
  readonly href: string;
  readonly description: string;
}

function toPageName(number: number): string {
  return `${String(number).padStart(4, '0')}.html`;
}

function toTitle({ title, path }: FileRow): string {
  return toLine(title ?? '') || joinLines(path);
}

function toSource({ path, url }: FileRow): string {
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  return isWeb ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(path)}</a>` : escapeHtml(path);
}

function toList(links: readonly Link[]): string {
  const rows = links.map(
    ({ title, path, href }) =>
      `<li><a href="${href}">${escapeHtml(title)}</a> <small>${escapeHtml(path)}</small></li>\n`,
  );
  return `<ul>\n${rows.join('')}</ul>\n`;
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
${body}</main>
</body>
</html>
`;
}

/** https://llmstxt.org: a title, a summary, links with their descriptions. */
function toLlmsTxt(name: string, links: readonly Link[]): string {
  const rows = links.map(({ title, href, description }) => {
    const about = toLine(description);
    return `- [${title.replace(/[[\]\\]/g, '\\$&')}](pages/${href})${about === '' ? '' : `: ${about}`}\n`;
  });
  return `# ${toLine(name)}\n\n> ${links.length} files. Their whole text is in [llms-full.txt](llms-full.txt).\n\n## Files\n\n${rows.join('')}`;
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
