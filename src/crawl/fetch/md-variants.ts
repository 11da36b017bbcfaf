import { toBaseName } from '../../lib/base-name.ts';

/** Places where sites keep the Markdown of a page, in the order they are tried [S5]. */
const MD_PATTERNS = ['suffix', 'index-html', 'index'] as const;
export type MdPattern = (typeof MD_PATTERNS)[number];

/** Findings about one form of address on a host: the pattern that worked last, and the number of pages without Markdown. */
export interface MdPlace {
  pattern: MdPattern | undefined;
  misses: number;
}

/** Pages without Markdown after which only a pattern that worked is tried. */
export const MD_MISSES = 3;

/** Many hosts have different patterns for folders and files, so each form of address learns separately. */
export function toMdForm(pageUrl: string): 'root' | 'file' | 'folder' | 'name' {
  const { pathname } = new URL(pageUrl);
  if (pathname === '/') return 'root';
  if (pathname.endsWith('/')) return 'folder';
  return /\.html?$/i.test(pathname) ? 'file' : 'name';
}

/** Returns the patterns to try, the one that worked last first. */
export function listPatterns({ pattern, misses }: MdPlace): readonly MdPattern[] {
  const learned = pattern === undefined ? [] : [pattern];
  return misses >= MD_MISSES ? learned : [...new Set([...learned, ...MD_PATTERNS])];
}

/** Returns the Markdown address of a page under a pattern, or undefined where the pattern does not apply. */
export function toMdUrl(pageUrl: string, pattern: MdPattern): string | undefined {
  const url = new URL(pageUrl);
  url.search = '';
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '').replace(/\/index\.html?$/i, '');
  const name = toBaseName(path);
  if (path === '') {
    if (pattern === 'suffix') return undefined;
    url.pathname = pattern === 'index-html' ? '/index.html.md' : '/index.md';
  } else if (/\.html?$/i.test(name)) {
    if (pattern === 'index') return undefined;
    url.pathname = pattern === 'suffix' ? `${path}.md` : path.replace(/\.html?$/i, '.md');
  } else if (pattern === 'suffix') url.pathname = `${path}.md`;
  else url.pathname = `${path}/${pattern === 'index-html' ? 'index.html.md' : 'index.md'}`;
  return url.href;
}

/** Recognises a URL whose name ends as Markdown. */
export function isMdUrl(url: string): boolean {
  return /\.mdx?$/i.test(new URL(url).pathname);
}
