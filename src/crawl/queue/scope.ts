import picomatch from 'picomatch/posix.js';
import { toBaseName } from '../../lib/base-name.ts';
import { isUsableGlob } from '../../model/site/glob.ts';
import type { SiteOptions, SkipCode } from '../../model/site/site.ts';
import { findDomain } from './same-domain.ts';
import { isAsset, isPrivateHost } from './url.ts';

/** Decides which URLs belong to a site [S7]. */
export interface Scope {
  /** Why a URL is left out, by what it is alone; undefined when it belongs. Asked again after redirects. */
  check(url: string): SkipCode | undefined;
  /** Same site whatever the globs say: what counts as an internal link. */
  isSameSite(url: string): boolean;
  /** The site answers from another origin (`example.com` → `www.example.com`): URLs of both belong, and count as the new one. */
  adopt(from: URL, to: URL): void;
  /** Origins adopted so far. */
  readonly adopted: readonly (readonly [from: string, to: string])[];
  /** Rewrites what `adopt` and an https start make equal. */
  toHome(url: string): string;
}

export function createScope(
  options: SiteOptions,
  start: URL,
  onAdopted: (from: string, to: string) => void = () => {},
): Scope {
  const origins = new Map<string, string>();
  const typed = new Set([start, ...(options.urls ?? []).map((url) => new URL(url))].map(({ host }) => host));
  const hosts = new Set(typed);
  const rules = options.globs.map(toRule);
  const allow = rules.filter((rule) => !rule.blocks);
  const folder = toFolder(start);
  const domain = findDomain(start.hostname);

  function isSameSite(text: string): boolean {
    const url = new URL(text);
    if (options.scope === 'domain' && domain !== undefined) {
      return hosts.has(url.host) || findDomain(url.hostname) === domain;
    }
    return hosts.has(url.host);
  }

  function check(text: string): SkipCode | undefined {
    const url = new URL(text);
    if (isPrivateHost(url.hostname) && !typed.has(url.host)) return 'private-address';
    if (!isSameSite(text)) return 'off-domain';
    if (options.scope === 'subpages' && !isInFolder(url, folder)) return 'off-domain';
    if (isAsset(text)) return 'asset';
    const path = decodePath(url.pathname);
    for (const rule of rules) if (rule.blocks && rule.matches(path)) return `blocked:${rule.pattern}`;
    return allow.length > 0 && !allow.some((rule) => rule.matches(path)) ? 'not-allowed' : undefined;
  }

  return {
    check,
    isSameSite,
    adopt(from, to) {
      if (from.origin === to.origin || (isPrivateHost(to.hostname) && !typed.has(to.host))) return;
      if (origins.get(from.origin) === to.origin) return;
      origins.set(from.origin, to.origin);
      hosts.add(to.host);
      onAdopted(from.origin, to.origin);
    },
    get adopted() {
      return [...origins];
    },
    toHome(text) {
      const url = new URL(text);
      const moved = origins.get(url.origin);
      if (moved !== undefined) return moved + text.slice(url.origin.length);
      const isDowngraded = start.protocol === 'https:' && url.protocol === 'http:' && url.host === start.host;
      return isDowngraded ? `https${text.slice(4)}` : text;
    },
  };
}

interface Rule {
  readonly pattern: string;
  readonly blocks: boolean;
  matches(path: string): boolean;
}

/** A pattern too costly to match, or none at all, matches nothing when it allows and nothing when it blocks. */
function toRule(text: string): Rule {
  const blocks = text.startsWith('!');
  const pattern = (blocks ? text.slice(1) : text).trim();
  const rooted = pattern.startsWith('/') || pattern.startsWith('**') ? pattern : `/${pattern}`;
  if (!isUsableGlob(text)) return { pattern, blocks, matches: () => false };
  // Literal parentheses occur in URLs; extended globs and braces are what makes matching slow.
  const matches = picomatch(rooted.replace(/[()]/g, '\\$&'), {
    dot: true,
    noextglob: true,
    nobrace: true,
    nonegate: true,
  });
  return { pattern, blocks, matches: (path) => matches(path) || (path !== '/' && matches(`${path}/`)) };
}

/** The directory a start URL stands for: itself, unless it names an index or a file of links. */
function toFolder(start: URL): string {
  const path = start.pathname;
  if (path.endsWith('/')) return path;
  const name = toBaseName(path);
  if (/^index(?:\.\w+)?$|^llms[\w.-]*\.txt$|^sitemap[\w.-]*\.xml(?:\.gz)?$/i.test(name)) {
    return path.slice(0, path.lastIndexOf('/') + 1);
  }
  return `${path}/`;
}

function isInFolder(url: URL, folder: string): boolean {
  return url.pathname.startsWith(folder) || `${url.pathname}/` === folder || url.pathname === folder.slice(0, -1);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
