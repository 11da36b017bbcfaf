import picomatch from 'picomatch/posix.js';
import { decodePercent } from '../../lib/decode-percent.ts';
import { CRAWL_TYPES, type SiteOptions, type SkipCode } from '../../model/site/site.ts';
import { expandBraces, findGlobProblem } from '../../site/glob.ts';
import { toFolder } from '../../site/site-options.ts';
import { findDomain } from './same-domain.ts';
import { isAsset, isPrivateHost, toPageKey, toPageUrl } from './url.ts';

/** Decides which URLs belong to a site [S7]. */
export type Scope = ReturnType<typeof createScope>;

export function createScope(
  options: SiteOptions,
  start: URL,
  onAdopted: (from: string, to: string) => void = () => {},
) {
  const origins = new Map<string, string>();
  const typed = new Set([start, ...(options.urls ?? []).map((url) => new URL(url))].map(({ host }) => host));
  const hosts = new Set(typed);
  const rules = options.globs.map(toRule);
  const allow = rules.filter((rule) => !rule.blocks);
  const folder = toFolder(start);
  const domain = findDomain(start.hostname);
  const startPath = toStartPath(start);

  /** True for URLs of the site, whatever the globs say; decides which links are internal. */
  function isSameSite(text: string): boolean {
    const url = new URL(text);
    if (options.scope === 'domain' && domain !== undefined) {
      return hosts.has(url.host) || findDomain(url.hostname) === domain;
    }
    return hosts.has(url.host);
  }

  /** Returns the reason to skip a URL, or undefined when it is in scope. Checked again after redirects. */
  function check(text: string): SkipCode | undefined {
    const url = new URL(text);
    if (isPrivateHost(url.hostname) && !typed.has(url.host)) return 'private-address';
    if (!isSameSite(text)) return 'off-domain';
    if (options.scope === 'file') return toPageKey(text) === toPageKey(start.href) ? undefined : 'off-domain';
    if (options.scope === 'subpages' && !isInFolder(url, folder)) return 'off-domain';
    if (isAsset(text)) return 'asset';
    const path = decodePercent(url.pathname);
    for (const rule of rules) if (rule.blocks && rule.matches(path)) return `blocked:${rule.text}`;
    return allow.length > 0 && !allow.some((rule) => rule.matches(path)) ? 'not-allowed' : undefined;
  }

  /** True for the start page and the folders above the allow patterns: fetched for their links, but not saved. */
  function isHub(key: string): boolean {
    const url = new URL(key);
    if (!CRAWL_TYPES[options.crawlType].links || check(key) !== 'not-allowed') return false;
    const above = `${decodePercent(url.pathname).replace(/\/$/, '')}/`;
    return (
      url.pathname + url.search === startPath ||
      allow.some(({ folders }) => folders.some((folder) => folder.startsWith(above)))
    );
  }

  return {
    check,
    isHub,
    isSameSite,
    /** Notes that the site answers from another origin (`example.com` → `www.example.com`): URLs of both are in scope and count as the new one. */
    adopt(from: URL, to: URL): void {
      if (from.origin === to.origin || (isPrivateHost(to.hostname) && !typed.has(to.host))) return;
      if (origins.get(from.origin) === to.origin) return;
      origins.set(from.origin, to.origin);
      hosts.add(to.host);
      onAdopted(from.origin, to.origin);
    },
    get adopted(): readonly (readonly [from: string, to: string])[] {
      return [...origins];
    },
    /** Rewrites a URL to the adopted origin, and http to https where the start URL is https. */
    toHome(text: string): string {
      const url = new URL(text);
      const moved = origins.get(url.origin);
      if (moved !== undefined) return moved + text.slice(url.origin.length);
      const isDowngraded = start.protocol === 'https:' && url.protocol === 'http:' && url.host === start.host;
      return isDowngraded ? `https${text.slice(4)}` : text;
    },
  };
}

function toStartPath(start: URL): string {
  const answer = toPageUrl(start.href, { allowQuery: true });
  const { pathname, search } = 'page' in answer ? new URL(answer.page.key) : start;
  return pathname + search;
}

interface Rule {
  /** As written, with its `!`. */
  readonly text: string;
  /** For each choice of its braces, the deepest folder that contains every match. */
  readonly folders: readonly string[];
  readonly blocks: boolean;
  matches(path: string): boolean;
}

/** Compiles a pattern. An invalid one, or one too costly to match, never matches, whether it allows or blocks. */
function toRule(text: string): Rule {
  const blocks = text.trim().startsWith('!');
  const pattern = text.trim().replace(/^!/, '').trim();
  const choices = findGlobProblem(text) === undefined ? (expandBraces(pattern) ?? []) : [];
  const matchers = choices.map(toMatcher);
  const matches = (path: string) => matchers.some((matcher) => matcher(path));
  return {
    text: text.trim(),
    folders: choices.map((choice) => /^[^*?[\]]*\//.exec(decodePercent(toRooted(choice)))?.[0] ?? '/'),
    blocks,
    // `/docs`, `/docs/` and `/docs/index.html` may be one page, so a pattern matches with and without the slash.
    matches: (path) => matches(path) || (path !== '/' && matches(path.endsWith('/') ? path.slice(0, -1) : `${path}/`)),
  };
}

function toMatcher(choice: string): (path: string) => boolean {
  // Literal parentheses occur in URLs; extended globs make matching slow. Paths are compared decoded.
  const literal = toRooted(choice).replace(/[()]/g, '\\$&');
  const decoded = literal.replace(/(?:%[0-9a-f]{2})+/gi, (code) =>
    decodePercent(code).replace(/[*?[\]{}()\\]/g, '\\$&'),
  );
  return picomatch(decoded, { dot: true, noextglob: true, nobrace: true, nonegate: true });
}

function toRooted(pattern: string): string {
  return pattern.startsWith('/') || pattern.startsWith('**') ? pattern : `/${pattern}`;
}

function isInFolder(url: URL, folder: string): boolean {
  return url.pathname.startsWith(folder) || `${url.pathname}/` === folder || url.pathname === folder.slice(0, -1);
}
