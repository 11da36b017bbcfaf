import { toUtf8 } from '../../lib/bytes.ts';
import { MAX_READ_CHARS, splitRows } from '../../lib/rows/split-rows.ts';
import { isNote } from '../../markdown/blocks.ts';
import { readFrontMatter } from '../../markdown/front-matter.ts';
import { hideComments } from '../../markdown/note.ts';
import type { FileRow, Place } from '../../model/chunk.ts';
import { type ContentsRow, findSummary, toContents, toSummary } from '../../places/contents.ts';
import { toPageStem } from '../../places/page-address.ts';
import type { SiteFacts } from '../format/manifest.ts';
import type { PublishSink } from './block-writer.ts';
import { cutLine, escapeHtml, joinLines, toLine, toMarkdownHref, toPage } from './html-page.ts';
import type { FindPage } from './prose-html.ts';

/** Text of a file for people without JavaScript, crawlers and models. */
interface PlainText {
  readonly text: string;
  /** First lines of its pages or slides; none for a file without them. */
  readonly places: readonly Place[];
}

export interface PlainInput extends SiteFacts, ContentsInput {
  /** Where the site will be, with a slash at the end; absent if that is unknown. */
  readonly address?: string | undefined;
  readText(fileIndex: number): Promise<PlainText>;
}

/** Characters of a page, markup included: what agents read of a page at once. */
const PAGE_CHARS = 100_000;
/** Room for everything but the texts. */
const BODY_CHARS = PAGE_CHARS - 8_000;
/** Every visitor loads the list of the start page, also with JavaScript. */
const START_CHARS = 30_000;

/** Writes `pages/` (lists, and one page per file, more for a long one), `llms.txt` with its parts, and `llms-full.txt`. Returns the HTML of a start page. */
export async function writePlainPages(input: PlainInput, sink: PublishSink): Promise<string> {
  const links = listLinks(input);
  const pages = new Map(links.map((link) => [link.path, link]));
  const contents = listItems(await readContents(input), pages, 0);
  const order = contents.flatMap(({ link }) => link ?? []);
  const listed = new Set(order);
  const others = links.filter((link) => !listed.has(link));
  const places = new Map(order.map((link, i) => [link, i]));
  const addresses: string[] = [];
  const full = await sink.createFile();
  for (const [i, link] of links.entries()) {
    const row = input.row(i);
    const read = await input.readText(i);
    const file = isNote(row.path) ? { ...read, text: hideComments(read.text) } : read;
    const findPage = (target: string) => pages.get(input.findLinked(row.path, target) ?? '')?.href;
    const prose = await toProse(row, file.text, { findPage, address: input.address });
    const at = places.get(link) ?? NaN;
    const beside = { previous: order[at - 1], next: order[at + 1] };
    const page = { link, ...beside, blocks: prose?.blocks ?? toPlainBlocks(file), about: prose?.about, site: input };
    addresses.push(...(await writeFilePages(sink, row, page)));
    const text = prose?.markdown ?? toFence(row, markPlaces(file));
    await writeText(sink, `pages/${toMarkdownHref(link.href)}`, withIndex(text, input.address));
    await full.write(toUtf8(toFullEntry(row, link.title, markPlaces(file))));
  }
  await full.finish('llms-full.txt');
  const rest = others.map((link) => ({ depth: 0, title: joinLines(link.path), link }));
  await writeLists(input, { stem: 'index', title: input.name, items: contents, hasOthers: rest.length > 0 }, sink);
  if (rest.length > 0) await writeLists(input, { stem: 'others', title: OTHERS, items: rest }, sink);
  await writeLlmsTxt(input, [...toSections(contents), ...others.map((link) => ({ section: 'Optional', link }))], sink);
  if (input.address !== undefined) await writeSitemap(input.address, addresses, sink);
  await writeText(sink, '404.html', toMissing(input));
  return toStart(input, contents, pages);
}

/** Tells models where the list of all pages is, below the front matter. */
function withIndex(text: string, address = '../'): string {
  const lines = text.split('\n');
  const end = readFrontMatter(lines)?.end ?? 0;
  return [...lines.slice(0, end), `> All pages: [llms.txt](${address}llms.txt)`, '', ...lines.slice(end)].join('\n');
}

/** Source code and other plain text as Markdown. */
function toFence({ path, language = '' }: FileRow, text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `# ${joinLines(path)}\n\n${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}

/** Crawlers refuse a list with more. */
const SITEMAP_ADDRESSES = 50_000;

/** Lists the pages in `sitemap.xml`, or in several that it lists. */
async function writeSitemap(address: string, pages: readonly string[], sink: PublishSink): Promise<void> {
  const write = (name: string, tag: 'urlset' | 'sitemapindex', places: readonly string[]): Promise<void> => {
    const item = tag === 'urlset' ? 'url' : 'sitemap';
    const rows = places.map((place) => `<${item}><loc>${escapeHtml(address + place)}</loc></${item}>\n`);
    const space = 'http://www.sitemaps.org/schemas/sitemap/0.9';
    return writeText(
      sink,
      name,
      `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="${space}">\n${rows.join('')}</${tag}>\n`,
    );
  };
  const all = ['', 'pages/index.html', ...pages];
  if (all.length <= SITEMAP_ADDRESSES) return write('sitemap.xml', 'urlset', all);
  const names: string[] = [];
  for (let at = 0; at < all.length; at += SITEMAP_ADDRESSES) {
    names.push(`sitemap-${names.length + 1}.xml`);
    await write(names.at(-1) as string, 'urlset', all.slice(at, at + SITEMAP_ADDRESSES));
  }
  await write('sitemap.xml', 'sitemapindex', names);
}

/** The page of hosts for missing ones. It may be shown at any depth, so its links need the address of the site. */
function toMissing({ name, address }: PlainInput): string {
  const home =
    address === undefined ? '' : `<p><a href="${escapeHtml(address)}">${cutLine(escapeHtml(toLine(name)))}</a></p>\n`;
  const body = `<h1>Page not found</h1>\n<p>The page was moved or removed.</p>\n${home}`;
  return toPage({ title: `Page not found · ${name}`, nav: '', body, up: address && escapeHtml(address) });
}

/** Names pages after their paths, so that links to them outlive added and removed files. Paths of the same letters, `a b.md` and `a-b.md`, get numbers in order. */
function listLinks({ fileCount, row }: PlainInput): PageLink[] {
  const used = new Set(['index', 'others']);
  return Array.from({ length: fileCount }, (_, i) => {
    const { path, title = '', description = '' } = row(i);
    const stem = toPageStem(path);
    let name = stem;
    for (let n = 2; used.has(name); n++) name = `${stem}-${n}`;
    used.add(name);
    return { title: toLine(title) || joinLines(path), path, href: `${name}.html`, description };
  });
}

/** The name of a later part of a page. No other page has a dot in its name. */
function toPartHref(href: string, part: number): string {
  return part === 0 ? href : href.replace(/\.html$/, `.${part + 1}.html`);
}

async function toProse(
  { kind, path }: FileRow,
  text: string,
  { findPage, address }: { readonly findPage: FindPage; readonly address: string | undefined },
) {
  if (kind !== 'markdown' && kind !== 'html') return undefined;
  // The names of all character references are a tenth of the engine's script.
  const { relink, toDescription, toProseHtml } = await import('./prose-html.ts');
  const blocks = toProseHtml(text, findPage, path);
  if (blocks === undefined || blocks.some((block) => block.length > BODY_CHARS)) return undefined;
  const base = address === undefined ? '' : `${address}pages/`;
  return { blocks, about: toDescription(blocks), markdown: relink(text, findPage, base) };
}

/** Shows the source text, with a heading for each page of a document. */
function toPlainBlocks({ text, places }: PlainText): string[] {
  const lines = text.split('\n');
  const starts = places[0]?.line === 1 ? places : [{ line: 1, address: '' }, ...places];
  return starts.flatMap(({ line, address }, i) => {
    const own = lines.slice(line - 1, starts[i + 1] && (starts[i + 1] as Place).line - 1).join('\n');
    const pieces = splitText(escapeHtml(own), BODY_CHARS).map((piece) => `<pre>${piece}</pre>\n`);
    return address === '' ? pieces : [`<h2>${cutLine(escapeHtml(address))}</h2>\n`, ...pieces];
  });
}

/** Puts `[p. 2]` above the first line of each page, as other exports do. */
function markPlaces({ text, places }: PlainText): string {
  if (places.length === 0) return text;
  const addresses = new Map(places.map(({ line, address }) => [line, address]));
  const toMarked = (line: string, i: number): string =>
    addresses.has(i + 1) ? `[${addresses.get(i + 1)}]\n${line}` : line;
  return text.split('\n').map(toMarked).join('\n');
}

interface FilePages {
  readonly link: PageLink;
  readonly previous: PageLink | undefined;
  readonly next: PageLink | undefined;
  readonly blocks: readonly string[];
  /** Its first words. */
  readonly about: string | undefined;
  readonly site: PlainInput;
}

/** Returns the places of the pages. */
async function writeFilePages(sink: PublishSink, row: FileRow, file: FilePages): Promise<string[]> {
  const { link, previous, next, site } = file;
  const parts = splitRows(file.blocks, (block) => block.length, BODY_CHARS);
  if (parts.length === 0) parts.push([]);
  for (const [i, blocks] of parts.entries()) {
    const title = parts.length === 1 ? link.title : `${link.title} (${i + 1} of ${parts.length})`;
    const heading = blocks[0]?.startsWith('<h1') ? '' : `<h1>${cutLine(escapeHtml(title))}</h1>\n`;
    const back = i > 0 ? { title: 'Previous part', href: toPartHref(link.href, i - 1) } : previous;
    const more = i + 1 < parts.length ? { title: 'Next part', href: toPartHref(link.href, i + 1) } : next;
    const onward = `<nav>${toStep('Previous', back)}${toStep('Next', more)}</nav>\n`;
    // The page as Markdown begins with the same line.
    const body = `${heading}<p><small>All pages: <a href="../llms.txt">llms.txt</a></small></p>\n${blocks.join('')}${onward}`;
    const nav = `${toNav(site.name)} · <small>${toSource(row)}</small>`;
    const place = `pages/${toPartHref(link.href, i)}`;
    const facts = {
      title: `${cutLine(title)} · ${site.name}`,
      description: link.description || file.about || `${title} of ${site.name}`,
      address: site.address && site.address + place,
      siteName: site.name,
      ...{ markdown: toMarkdownHref(link.href), previous: back?.href, next: more?.href },
    };
    await writeText(sink, place, toPage({ ...facts, nav, body, up: '../' }));
  }
  return parts.map((_, i) => `pages/${toPartHref(link.href, i)}`);
}

function toStep(label: string, link: Pick<PageLink, 'title' | 'href'> | undefined): string {
  return link === undefined ? '' : `<p>${label}: <a href="${link.href}">${cutLine(escapeHtml(link.title))}</a></p>`;
}

function toNav(siteName: string): string {
  const name = cutLine(escapeHtml(toLine(siteName)));
  return `<strong>${name}</strong> · <a href="index.html">Contents</a> · <a href="../index.html">Search</a>`;
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

const OTHERS = 'Other files';

interface FileList {
  readonly stem: string;
  readonly title: string;
  readonly items: readonly ContentsItem[];
  readonly hasOthers?: boolean;
}

/** Writes a page of links, or a page of links to parts of it. */
async function writeLists(
  { name, description, address }: PlainInput,
  { stem, title, items, hasOthers = false }: FileList,
  sink: PublishSink,
): Promise<void> {
  const lists = splitRows(items, (item) => toItem(item, '').length + TAG_CHARS, BODY_CHARS);
  const toHref = (part: number): string => toPartHref(`${stem}.html`, part);
  const write = (href: string, own: string, list: readonly ContentsItem[]): Promise<void> => {
    const onward = hasOthers ? `<p><a href="others.html">${OTHERS}</a></p>\n` : '';
    const body = `<h1>${cutLine(escapeHtml(own))}</h1>\n${toAbout(description)}${toList(list, '')}${onward}`;
    return writeText(
      sink,
      `pages/${href}`,
      toPage({
        title: own,
        description,
        address: address && `${address}pages/${href}`,
        siteName: name,
        nav: toNav(name),
        body,
        up: '../',
      }),
    );
  };
  if (lists.length <= 1) return write(toHref(0), title, items);
  const ranges = lists.map((list, i) =>
    toRange(
      list.flatMap(({ link }) => link ?? []),
      toHref(i + 1),
    ),
  );
  await write(
    toHref(0),
    title,
    ranges.map((link) => ({ depth: 0, title: link.title, link })),
  );
  for (const [i, list] of lists.entries()) await write(toHref(i + 1), `${title}, list ${i + 1}`, list);
}

/** The start for readers without JavaScript, in the page of the app. */
function toStart(site: SiteFacts, contents: readonly ContentsItem[], pages: ReadonlyMap<string, PageLink>): string {
  const start = site.start === undefined ? undefined : pages.get(site.start);
  const first = start === undefined ? '' : `<p><a href="pages/${start.href}">Start reading</a></p>\n`;
  const list = toList(contents, 'pages/');
  const all = `<p><a href="pages/index.html">Contents: ${pages.size} files</a></p>\n`;
  return `<h1>${cutLine(escapeHtml(site.name))}</h1>\n${toAbout(site.description)}${first}${list.length <= START_CHARS ? list : all}`;
}

function toAbout(description: string | undefined): string {
  return description ? `<p>${cutLine(escapeHtml(description))}</p>\n` : '';
}

function toSource({ path, url }: FileRow): string {
  const shown = cutLine(escapeHtml(path));
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  return isWeb ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${shown}</a>` : shown;
}

function toFullEntry({ path, url }: FileRow, title: string, text: string): string {
  return `# ${title}\n\nSource: ${url === undefined ? joinLines(path) : toLine(url)}\n\n${text.trimEnd()}\n\n---\n\n`;
}

/** The files of a collection in path order. */
interface ContentsInput {
  readonly fileCount: number;
  row(fileIndex: number): FileRow;
  readText(fileIndex: number): Promise<{ readonly text: string }>;
  /** Returns the path of the file that a link in another one leads to. */
  findLinked(from: string, target: string): string | undefined;
}

/** A line of the contents: a file, or a folder or part without a file of its own. */
interface ContentsItem {
  readonly depth: number;
  readonly title: string;
  readonly link?: PageLink;
}

async function readContents({ fileCount, row, readText, findLinked }: ContentsInput): Promise<readonly ContentsRow[]> {
  const rows = Array.from({ length: fileCount }, (_, i) => row(i));
  const withText = rows.filter(({ chunkCount }) => chunkCount > 0);
  const path = findSummary(withText.map((file) => file.path));
  if (path === undefined) return toContents(withText);
  const { text } = await readText(rows.findIndex((file) => file.path === path));
  const summary = { path, text, find: (target: string) => findLinked(path, target) };
  return toContents(withText, await toSummary(summary, withText));
}

function listItems(
  rows: readonly ContentsRow[],
  pages: ReadonlyMap<string, PageLink>,
  depth: number,
): readonly ContentsItem[] {
  return rows.flatMap(({ title, path = '', children }) => {
    const link = pages.get(path);
    return [{ depth, title, link }, ...listItems(children, pages, depth + 1)];
  });
}

/** Nests items by their depth. A list may begin with any of them. */
function toList(items: readonly ContentsItem[], base: string): string {
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

function toItem({ title, link }: ContentsItem, base: string): string {
  const name = cutLine(escapeHtml(toLine(title)));
  return link === undefined ? name : `<a href="${base}${link.href}">${name}</a>`;
}

interface PageLink {
  readonly title: string;
  readonly path: string;
  readonly href: string;
  readonly description: string;
}

const LLMS_CHARS = MAX_READ_CHARS - 2_000;
const toPartName = (i: number): string => `${String(i + 1).padStart(4, '0')}.txt`;

/** A link with the title of the chapter at the top that it belongs to. */
interface LlmsLink {
  readonly section: string;
  readonly link: PageLink;
}

/** Writes `llms.txt` (https://llmstxt.org): links by section, or links to parts in `llms/`. */
async function writeLlmsTxt(site: PlainInput, links: readonly LlmsLink[], sink: PublishSink): Promise<void> {
  const name = cutLine(toLine(site.name));
  const about = cutLine(toLine(site.description ?? ''));
  const head = `# ${name}\n\n> ${about === '' ? '' : `${about} `}${links.length} files. Their whole text is in [llms-full.txt](${site.address ?? ''}llms-full.txt).\n`;
  const base = site.address && `${site.address}pages/`;
  const toChars = ({ link, section }: LlmsLink): number =>
    toLlmsRow(link, base ?? '../pages/').length + section.length + 6;
  const lists = splitRows(links, toChars, LLMS_CHARS);
  if (lists.length <= 1) return writeText(sink, 'llms.txt', head + joinSections(links, base ?? 'pages/'));
  const parts = lists.map((list, i) =>
    toRange(
      list.map(({ link }) => link),
      `${site.address ?? ''}llms/${toPartName(i)}`,
    ),
  );
  await writeText(sink, 'llms.txt', `${head}\n## Parts\n\n${parts.map((part) => toLlmsRow(part, '')).join('')}`);
  for (const [i, list] of lists.entries())
    await writeText(
      sink,
      `llms/${toPartName(i)}`,
      `# ${name}, part ${i + 1}\n${joinSections(list, base ?? '../pages/')}`,
    );
}

/** A section for each chapter with others below it. */
function toSections(contents: readonly ContentsItem[]): LlmsLink[] {
  let section = 'Files';
  return contents.flatMap(({ depth, title, link }, i) => {
    if (depth === 0) section = contents[i + 1]?.depth === 1 ? cutLine(toLine(title)) : 'Files';
    return link === undefined ? [] : { section, link };
  });
}

function joinSections(links: readonly LlmsLink[], base: string): string {
  const sections = new Map<string, string>();
  for (const { section, link } of links) sections.set(section, (sections.get(section) ?? '') + toLlmsRow(link, base));
  return [...sections].map(([section, rows]) => `\n## ${section}\n\n${rows}`).join('');
}

function toLlmsRow({ title, href, description }: PageLink, base: string): string {
  const about = cutLine(toLine(description));
  return `- [${cutLine(title).replace(/[[\]\\]/g, '\\$&')}](${base}${toMarkdownHref(href)})${about === '' ? '' : `: ${about}`}\n`;
}

/** A link to a list of files, by its first and last path. */
function toRange(list: readonly PageLink[], href: string): PageLink {
  const [from, to] = [list[0], list.at(-1)].map((link) => cutLine(joinLines(link?.path ?? '')));
  return { title: `${from} to ${to}`, path: '', href, description: `${list.length} files` };
}

async function writeText(sink: PublishSink, path: string, text: string): Promise<void> {
  const file = await sink.createFile();
  await file.write(toUtf8(text));
  await file.finish(path);
}
