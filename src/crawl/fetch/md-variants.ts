import { toBaseName } from '../../lib/base-name.ts';
/** Places where sites keep the Markdown of a page, in the order they are tried [S5]. */
export const MD_PATTERNS = ['suffix', 'index-html', 'index'] as const;
export type MdPattern = (typeof MD_PATTERNS)[number];

/** Findings about a host: the pattern that worked, that none works, or the number of failed tries. */
export interface MdHost {
  pattern: MdPattern | 'none' | undefined;
  misses: number;
}

export const MD_MISSES = 3;

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
