import { toAsciiLower } from '../../lib/ascii.ts';
import type { Boundary } from './full-rules.ts';
import { toSlug, toTitleKey } from './title-key.ts';

export type UrlSource = 'marker' | 'path' | 'position' | 'title' | 'slug' | 'synthetic';

export interface KnownUrl {
  readonly url: string;
  readonly title: string;
}

export interface MapOptions {
  /** URL of the llms-full itself; empty when unknown. */
  readonly fileUrl: string;
  /** Links of the sibling llms.txt in order. */
  readonly index: readonly KnownUrl[];
  /** Other URLs of the site (sitemap), without titles. */
  readonly others: readonly string[];
}

export interface MappedUrl {
  readonly url: string;
  readonly urlSource: UrlSource;
}

/** Finds a URL for each page: the marker's, else one that is known to exist, else the URL of the file. Never invents one [S4]. */
export function mapPages(pages: readonly Boundary[], options: MapOptions): MappedUrl[] {
  const byPosition = isPositional(pages, options.index);
  const titles = toUnique(options.index.map((link) => [toTitleKey(link.title), link.url]));
  const known = [...new Set([...options.index.map((link) => link.url), ...options.others])];
  const slugs = toUnique(known.map((url) => [toAsciiLower(lastSegment(url)), url]));
  const routes = toRoutes(known);
  const pageTitles = countTitles(pages);
  const used = new Set<string>();
  return pages.map((page, i) => {
    const mapped = mapOne(page, { i, byPosition, titles, slugs, routes, pageTitles, options });
    if (mapped.urlSource === 'synthetic' || mapped.urlSource === 'marker') return mapped;
    if (used.has(mapped.url)) return { url: options.fileUrl, urlSource: 'synthetic' };
    used.add(mapped.url);
    return mapped;
  });
}

interface MapState {
  readonly i: number;
  readonly byPosition: boolean;
  readonly titles: ReadonlyMap<string, string>;
  readonly slugs: ReadonlyMap<string, string>;
  readonly routes: Routes;
  readonly pageTitles: ReadonlyMap<string, number>;
  readonly options: MapOptions;
}

function mapOne(page: Boundary, state: MapState): MappedUrl {
  const { options } = state;
  if (page.url !== '') return { url: resolve(page.url, options.fileUrl), urlSource: 'marker' };
  if (page.path !== '') {
    const url = findBySuffix(page.path, state.routes);
    if (url !== undefined) return { url, urlSource: 'path' };
  }
  if (/^[\w.-]+(?:\/[\w.-]+)+$/.test(page.title)) {
    const url = findBySuffix(page.title, state.routes);
    if (url !== undefined) return { url, urlSource: 'path' };
  }
  const ordinal = page.ordinal > 0 ? page.ordinal - 1 : state.i;
  const placed = state.byPosition ? options.index[ordinal] : undefined;
  if (placed) return { url: placed.url, urlSource: 'position' };
  const key = toTitleKey(page.title);
  if (key !== '' && state.pageTitles.get(key) === 1) {
    const titled = state.titles.get(key);
    if (titled !== undefined) return { url: titled, urlSource: 'title' };
    const slugged = state.slugs.get(toSlug(page.title));
    if (slugged !== undefined) return { url: slugged, urlSource: 'slug' };
  }
  return { url: options.fileUrl, urlSource: 'synthetic' };
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

function lastSegment(url: string): string {
  return toRoute(url).split('/').at(-1) ?? '';
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
  const routes = new Map<string, { route: string; url: string }[]>();
  for (const url of known) {
    const route = toRoute(url);
    const last = route.slice(route.lastIndexOf('/') + 1);
    const list = routes.get(last);
    if (list) list.push({ route, url });
    else routes.set(last, [{ route, url }]);
  }
  return routes;
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
