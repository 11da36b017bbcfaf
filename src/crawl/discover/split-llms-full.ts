import { toAsciiLower } from '../../lib/ascii.ts';
import { toBaseName } from '../../lib/base-name.ts';
import { groupBy } from '../../lib/group-by.ts';
import { stripPlatformText } from '../page/markdown-page.ts';
import { type Boundary, type FullText, RULES, toFullText } from './full-rules.ts';
import { isHtmlPage } from './parse-llms-txt.ts';
import { toSlug, toTitleKey } from './title-key.ts';

export interface FullPage {
  readonly title: string;
  readonly description: string;
  /** The marker's URL or a known one, else the URL of the file. */
  readonly url: string;
  readonly urlSource: UrlSource;
  /** 1-based and inclusive; includes markers. */
  readonly startLine: number;
  readonly endLine: number;
  /** Markdown without markers and without text the platform adds. */
  readonly text: string;
}

interface SplitFull {
  /** Name of the matching rule; `whole` when none matches and the file is one document. */
  readonly rule: string;
  readonly pages: readonly FullPage[];
  /** Text before the first page: the source's own overview. May be empty. */
  readonly preamble: string;
  /** GitBook's link to the next file, or empty. */
  readonly nextUrl: string;
}

interface SplitOptions {
  readonly url?: string;
  readonly index?: readonly KnownUrl[];
  readonly others?: readonly string[];
}

/** Splits an llms-full.txt into pages [S4]. Never throws; a file that matches no rule is one document. */
export function splitLlmsFull(text: string, options: SplitOptions = {}): SplitFull {
  if (text.includes('\0') || isHtmlPage(text)) {
    return { rule: 'html', pages: [], preamble: '', nextUrl: '' };
  }
  const index = options.index ?? [];
  const fileUrl = options.url ?? '';
  const full = toFullText(
    text,
    index.map((link) => toTitleKey(link.title)),
  );
  const nextUrl = findNextUrl(full, fileUrl);
  const { rule, boundaries } = findBoundaries(full);
  if (boundaries.length === 0) return { ...makeWhole(full, fileUrl), nextUrl };
  const urls = mapPages(boundaries, { fileUrl, index, others: options.others ?? [] });
  const pages = boundaries.map((boundary, i) => {
    const end = trimEnd(full, boundary.line, boundaries[i + 1]?.line ?? full.lines.length);
    const mapped = urls[i] as { url: string; urlSource: UrlSource };
    return {
      title: boundary.title,
      description: boundary.description,
      ...mapped,
      startLine: boundary.line + 1,
      endLine: end,
      text: toBody(full, boundary, end),
    };
  });
  const preamble = toPreamble(full, (boundaries[0] as Boundary).line);
  return { rule, pages, preamble, nextUrl };
}

function findBoundaries(full: FullText): { rule: string; boundaries: readonly Boundary[] } {
  if (/^This file is a merged representation/m.test(full.lines.slice(0, 5).join('\n'))) {
    return { rule: 'whole', boundaries: [] };
  }
  for (const rule of RULES) {
    const boundaries = rule.find(full);
    if (boundaries.length > 0) return { rule: rule.name, boundaries };
  }
  return { rule: 'whole', boundaries: [] };
}

function makeWhole(full: FullText, fileUrl: string): Omit<SplitFull, 'nextUrl'> {
  const text = stripPlatformText(full.lines.join('\n'));
  const title = full.headings.find((heading) => heading.level === 1)?.text ?? '';
  const end = trimEnd(full, 0, full.lines.length);
  const page: FullPage = {
    title,
    description: '',
    url: fileUrl,
    urlSource: 'synthetic',
    startLine: 1,
    endLine: Math.max(1, end),
    text,
  };
  return { rule: 'whole', pages: text === '' ? [] : [page], preamble: '' };
}

/** Returns the last line of the page, 1-based, without trailing blank lines and the `---` that joins pages. */
function trimEnd(full: FullText, start: number, end: number): number {
  let last = end;
  while (last > start + 1 && isFiller(full.lines[last - 1] as string)) last--;
  return last;
}

function isFiller(line: string): boolean {
  return /^\s*(?:---|<\/(?:page|document|doc|file)>)?\s*$/.test(line);
}

function toBody(full: FullText, boundary: Boundary, end: number): string {
  const dropped = new Set(boundary.dropped);
  const kept: string[] = [];
  let isAfterDropped = false;
  for (let i = boundary.bodyLine; i < end; i++) {
    const line = full.lines[i] as string;
    if (dropped.has(i)) isAfterDropped = true;
    else if (line.trim() === '' && isAfterDropped && (kept.at(-1) ?? '').trim() === '') continue;
    else {
      kept.push(line);
      isAfterDropped = false;
    }
  }
  return stripPlatformText(kept.join('\n').replace(/^<(?:document|doc|file)\s[^<>]*>/, ''));
}

function toPreamble(full: FullText, end: number): string {
  const lines = full.lines.slice(0, trimEnd(full, 0, end));
  const text = lines
    .filter((line) => !/^<\/?SYSTEM>|^<SYSTEM>.*<\/SYSTEM>$/.test(line))
    .join('\n')
    .trim();
  return end === 0 || text === '---' ? '' : text;
}

function findNextUrl(full: FullText, fileUrl: string): string {
  for (let i = full.lines.length - 1; i >= Math.max(0, full.lines.length - 40); i--) {
    const match = /^\[Next Page\]\((\S+)\)\s*$/.exec(full.lines[i] as string);
    if (match && fileUrl !== '' && URL.canParse(match[1] as string, fileUrl)) {
      return new URL(match[1] as string, fileUrl).href;
    }
  }
  return '';
}

type UrlSource = 'marker' | 'path' | 'position' | 'title' | 'slug' | 'synthetic';

interface KnownUrl {
  readonly url: string;
  readonly title: string;
}

interface MapOptions {
  /** URL of the llms-full itself; empty when unknown. */
  readonly fileUrl: string;
  /** Links of the sibling llms.txt in order. */
  readonly index: readonly KnownUrl[];
  /** Other URLs of the site (sitemap), without titles. */
  readonly others: readonly string[];
}

interface MappedUrl {
  readonly url: string;
  readonly urlSource: UrlSource;
}

/** Finds a URL for each page: the marker's, else one that is known to exist, else the URL of the file. Never invents one [S4]. */
function mapPages(pages: readonly Boundary[], options: MapOptions): MappedUrl[] {
  const byPosition = isPositional(pages, options.index);
  const titles = toUnique(options.index.map((link) => [toTitleKey(link.title), link.url]));
  const known = [...new Set([...options.index.map((link) => link.url), ...options.others])];
  const slugs = toUnique(known.map((url) => [toAsciiLower(toBaseName(toRoute(url))), url]));
  const routes = toRoutes(known);
  const pageTitles = countTitles(pages);
  const used = new Set<string>();

  function mapOne(page: Boundary, i: number): MappedUrl {
    if (page.url !== '') return { url: resolve(page.url, options.fileUrl), urlSource: 'marker' };
    const isRoute = /^[\w.-]+(?:\/[\w.-]+)+$/.test(page.title);
    for (const path of [page.path, isRoute ? page.title : '']) {
      const url = path === '' ? undefined : findBySuffix(path, routes);
      if (url !== undefined) return { url, urlSource: 'path' };
    }
    const placed = byPosition ? options.index[page.ordinal > 0 ? page.ordinal - 1 : i] : undefined;
    if (placed) return { url: placed.url, urlSource: 'position' };
    const key = toTitleKey(page.title);
    if (key !== '' && pageTitles.get(key) === 1) {
      const titled = titles.get(key);
      if (titled !== undefined) return { url: titled, urlSource: 'title' };
      const slugged = slugs.get(toSlug(page.title));
      if (slugged !== undefined) return { url: slugged, urlSource: 'slug' };
    }
    return { url: options.fileUrl, urlSource: 'synthetic' };
  }

  return pages.map((page, i) => {
    const mapped = mapOne(page, i);
    if (mapped.urlSource === 'synthetic' || mapped.urlSource === 'marker') return mapped;
    if (used.has(mapped.url)) return { url: options.fileUrl, urlSource: 'synthetic' };
    used.add(mapped.url);
    return mapped;
  });
}

function resolve(url: string, fileUrl: string): string {
  if (/^https?:/i.test(url)) return url;
  return fileUrl !== '' && URL.canParse(url, fileUrl) ? new URL(url, fileUrl).href : url;
}

/** As many pages as links, in the same order: trusted when at least 60 % of the titles agree. Firecrawl numbers its pages. */
function isPositional(pages: readonly Boundary[], index: readonly KnownUrl[]): boolean {
  if (pages.length === 0 || index.length === 0) return false;
  if (pages.every((page) => page.ordinal > 0)) return pages.every((page) => page.ordinal <= index.length);
  if (pages.length !== index.length) return false;
  const agree = pages.filter((page, i) => {
    const key = toTitleKey(page.title);
    return key !== '' && key === toTitleKey((index[i] as KnownUrl).title);
  });
  return agree.length >= pages.length * 0.6;
}

function toUnique(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const [key, url] of pairs) {
    if (key === '') continue;
    if (found.has(key) && found.get(key) !== url) twice.add(key);
    found.set(key, url);
  }
  for (const key of twice) found.delete(key);
  return found;
}

function countTitles(pages: readonly Boundary[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const key = toTitleKey(page.title);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Returns the path without extension, index file and outer slashes: the part a source path and a URL have in common. */
function toRoute(place: string): string {
  const path = place.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  return path
    .replace(/\.(?:html?\.md|mdx?|markdown|html?|rst|rst\.txt|txt)$/i, '')
    .replace(/(^|\/)(?:index|readme)$/i, '$1')
    .replace(/^\/+|\/+$/g, '');
}

/** Known URLs by the last segment of their route, so that each path is compared with few of them. */
type Routes = ReadonlyMap<string, readonly { readonly route: string; readonly url: string }[]>;

function toRoutes(known: readonly string[]): Routes {
  const routes = known.map((url) => ({ route: toRoute(url), url }));
  return groupBy(routes, ({ route }) => toBaseName(route));
}

/** Finds the only known URL with the longest common tail. */
function findBySuffix(path: string, routes: Routes): string | undefined {
  const segments = toRoute(path).split('/').filter(Boolean);
  const candidates = routes.get(segments[segments.length - 1] ?? '') ?? [];
  for (let from = 0; from < segments.length && candidates.length <= MAX_CANDIDATES; from++) {
    const tail = segments.slice(from).join('/');
    const matches = candidates.filter(({ route }) => route === tail || route.endsWith(`/${tail}`));
    if (matches.length === 1) return matches[0]?.url;
    if (matches.length > 1) return matches.find(({ route }) => route === tail)?.url;
  }
  return undefined;
}

/** When more URLs than this share a name (`/a/api`, `/b/api`, …), the name identifies none of them. */
const MAX_CANDIDATES = 200;
