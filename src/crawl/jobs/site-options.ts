import { AppError } from '../../model/app-error.ts';
import { isUsableGlob } from '../../model/site/glob.ts';
import { parseAge } from '../../model/site/parse-age.ts';
import { toRepoRef, toRepoUrl } from '../../model/site/repo.ts';
import type { CrawlType, SiteOptions, SiteScope } from '../../model/site/site.ts';
import { CRAWL_TYPES, DEFAULT_SITE_OPTIONS, MOST_LISTED_URLS, SITE_BOUNDS } from '../../model/site/site.ts';
import { isBareAddress, withScheme } from '../../model/site/with-scheme.ts';
import { parseUrl } from '../queue/url.ts';

type Values = Readonly<Record<string, unknown>>;

/** Option names of other tools. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_depth: 'maxDepth',
  max_pages: 'maxPages',
  crawl_type: 'crawlType',
  include_optional: 'includeOptional',
  allow_query: 'allowQuery',
  allowQueryUrls: 'allowQuery',
  max_requests_per_sec: 'maxRequestsPerSec',
  timeout_ms: 'timeoutMs',
  max_page_bytes: 'maxPageBytes',
  max_frontier: 'maxFrontier',
  stop_at_first_error: 'stopAtFirstError',
  remove_unlinked: 'removeUnlinked',
  reader_url: 'readerUrl',
};

/** A repository has many small files, and its hosts are built to serve them [R2]. */
const REPO_PACE = { concurrency: 8, maxRequestsPerSec: 50 };

/**
 * Turns values from a form or a file into valid options. Ignores unknown names and clamps numbers to their range.
 * Throws `crawl/bad-url` for a URL that isn't http(s), and for a bad glob.
 */
export function toSiteOptions(urlText: string, given: Values = {}): SiteOptions {
  const repo = toRepoRef(given.repo);
  if (repo) return { ...DEFAULT_SITE_OPTIONS, ...REPO_PACE, url: toRepoUrl(repo), repo };
  const url = parseUrl(isBareAddress(urlText) ? withScheme(urlText) : urlText);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError('crawl/bad-url', 'only http and https URLs can be added');
  }
  const values = withOurNames(given);
  const globs = [
    ...toList(values.globs),
    ...toList(values.allow),
    ...toList(values.block).map((glob) => `!${glob.replace(/^!/, '')}`),
  ];
  const bad = globs.find((glob) => !isUsableGlob(glob));
  if (bad !== undefined)
    throw new AppError('crawl/bad-url', 'the pattern is empty or has too many wildcards', {
      pattern: bad.slice(0, 200),
    });
  const maxDepth = toNumber(values, 'maxDepth');
  return {
    ...DEFAULT_SITE_OPTIONS,
    url: url.href,
    globs,
    crawlType: isCrawlType(values.crawlType) ? values.crawlType : DEFAULT_SITE_OPTIONS.crawlType,
    scope: isScope(values.scope) ? values.scope : DEFAULT_SITE_OPTIONS.scope,
    ...(maxDepth === undefined ? {} : { maxDepth }),
    ...toNumbers(values),
    ...toFlags(values),
    ...toAges(values),
    ...toReader(values.readerUrl),
    ...toListed(values),
  };
}

function withOurNames(given: Values): Values {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [OTHER_NAMES[name] ?? name, value]));
}

function toList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function isCrawlType(value: unknown): value is CrawlType {
  return typeof value === 'string' && Object.hasOwn(CRAWL_TYPES, value);
}

function isScope(value: unknown): value is SiteScope {
  return value === 'subpages' || value === 'hostname' || value === 'domain';
}

function toNumber(values: Values, name: keyof typeof SITE_BOUNDS): number | undefined {
  const value = values[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const [least, most] = SITE_BOUNDS[name];
  const whole = name === 'maxRequestsPerSec' ? value : Math.trunc(value);
  return Math.min(most, Math.max(least, whole));
}

function toNumbers(values: Values): Partial<SiteOptions> {
  const names = [
    'maxPages',
    'concurrency',
    'maxRequestsPerSec',
    'retries',
    'timeoutMs',
    'maxPageBytes',
    'maxFrontier',
  ] as const;
  const found = names.flatMap((name) => {
    const value = toNumber(values, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function toFlags(values: Values): Partial<SiteOptions> {
  const names = ['includeOptional', 'allowQuery', 'stopAtFirstError', 'removeUnlinked', 'useLogin'] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof values[name] === 'boolean' ? [[name, values[name]]] : [])));
}

function toAges(values: Values): Partial<SiteOptions> {
  const names = ['refetch_after', 'refetch_page_after', 'refetch_hub_after'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' && parseAge(value) !== undefined ? [[name, value]] : [];
    }),
  );
}

/** Options of an address list: the user typed its hosts, so all are in scope, and its length is the page limit. */
function toListed(values: Values): Partial<SiteOptions> {
  const found = toList(values.urls).flatMap((text) => parseUrl(text.trim()) ?? []);
  const urls = [...new Set(found.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ href }) => href))];
  if (urls.length === 0) return {};
  const listed = urls.slice(0, MOST_LISTED_URLS);
  return { urls: listed, url: listed[0] as string, crawlType: 'sitemap-only', maxPages: listed.length };
}

function toReader(value: unknown): { readerUrl?: string } {
  const url = typeof value === 'string' && value.trim() !== '' ? parseUrl(value) : undefined;
  return url && /^https?:$/.test(url.protocol) ? { readerUrl: url.href.replace(/\/+$/, '') } : {};
}
