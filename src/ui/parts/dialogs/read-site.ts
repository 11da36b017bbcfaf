import {
  type CrawlType,
  DEFAULT_SITE_OPTIONS,
  MAX_LISTED_URLS,
  SITE_BOUNDS,
  type SiteOptions,
  type SiteScope,
} from '../../../model/site/site.ts';
import { findGlobProblem, type GlobProblem } from '../../../site/glob.ts';
import { MAX_RETRY_DELAYS, parseAge, parseRetryDelays } from '../../../site/site-options.ts';
import { withScheme } from '../../../site/web-address.ts';
import { toGlobs } from '../../kit/field.tsx';
import type { PresetOptions } from '../../state/site-presets.ts';
import { repoWords, siteWords } from '../../words/site.ts';

export type SiteChoice = Partial<SiteOptions> & Pick<SiteOptions, 'url'>;

export const FLAGS = ['includeOptional', 'allowQuery', 'stopAtFirstError', 'removeUnlinked'] as const;

/** Options for how long pages are not refetched: all pages, pages that aren't hubs, hubs. */
export const WINDOWS = ['refetch_after', 'refetch_page_after', 'refetch_hub_after'] as const;

export type NumberName = keyof typeof SITE_BOUNDS;

export const NUMBERS = Object.keys(SITE_BOUNDS) as NumberName[];

/** Reads the form; undefined when the text isn't an address, or a line of a list isn't. The crawl keeps numbers within their bounds. */
export function readSite(text: string, form: FormData, readerService = ''): SiteChoice | undefined {
  const { urls, badLines } = readAddresses(text);
  const [url] = urls;
  if (url === undefined || badLines.length > 0) return undefined;
  return {
    url,
    ...(urls.length > 1 ? { urls } : {}),
    ...readOptions(form),
    ...(form.get('useLogin') === null ? {} : { useLogin: true }),
    ...(readerService === '' ? {} : { readerUrl: readerService }),
  };
}

export function readOptions(form: FormData): PresetOptions {
  const numbers = NUMBERS.flatMap((name) => {
    const value = toNumber(form, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const windows = WINDOWS.map((name) => [name, String(form.get(name) ?? '').trim()] as const);
  return {
    ...DEFAULT_SITE_OPTIONS,
    crawlType: (form.get('crawlType') as CrawlType | null) ?? DEFAULT_SITE_OPTIONS.crawlType,
    scope: (form.get('scope') as SiteScope | null) ?? DEFAULT_SITE_OPTIONS.scope,
    globs: toGlobs(String(form.get('globs') ?? '')),
    retryDelaysSec: parseRetryDelays(String(form.get('retryDelaysSec') ?? '')) ?? DEFAULT_SITE_OPTIONS.retryDelaysSec,
    ...Object.fromEntries(numbers),
    ...Object.fromEntries(FLAGS.map((name) => [name, form.get(name) !== null])),
    ...Object.fromEntries(windows.filter(([, text]) => parseAge(text) !== undefined)),
  };
}

/** Reads addresses, one per line; lines that begin with `#` are comments. Line numbers begin at 1. */
export function readAddresses(text: string): {
  readonly urls: readonly string[];
  readonly badLines: readonly number[];
} {
  const urls: string[] = [];
  const badLines: number[] = [];
  text.split('\n').forEach((line, i) => {
    if (isRemark(line)) return;
    const url = toSiteUrl(line);
    if (url === undefined) badLines.push(i + 1);
    else urls.push(url);
  });
  return { urls, badLines };
}

export function removeLines(text: string, lines: readonly number[]): string {
  const left = new Set(lines);
  return text
    .split('\n')
    .filter((_, i) => !left.has(i + 1))
    .join('\n');
}

/** Returns a sentence about invalid addresses, or an empty text. */
export function checkAddresses(text: string): string {
  const { urls, badLines } = readAddresses(text);
  const isList = text.split('\n').filter((line) => !isRemark(line)).length > 1;
  if (!isList && isPackage(text)) return repoWords.badPackage;
  if (urls.length === 0 || (badLines.length > 0 && !isList)) return siteWords.bad;
  if (badLines.length > 0) return siteWords.badLines(badLines);
  return urls.length > MAX_LISTED_URLS ? siteWords.tooManyLines(urls.length, MAX_LISTED_URLS) : '';
}

/** Checks a number while it is typed, in the unit of its field; returns a sentence, or an empty text when it is valid. */
export function checkNumber(name: NumberName, text: string): string {
  if (text.trim() === '') return name === 'maxDepth' ? '' : siteWords.needsNumber(...toBounds(name));
  const [min, max] = toBounds(name);
  const value = Number(text);
  if (!Number.isFinite(value) || value < min || value > max) return siteWords.needsNumber(min, max);
  return isWhole(name) && !Number.isInteger(value) ? siteWords.needsWhole : '';
}

export function checkWindow(text: string): string {
  return text.trim() === '' || parseAge(text) !== undefined ? '' : siteWords.badWindow;
}

export function checkRetryDelays(text: string): string {
  return parseRetryDelays(text) ? '' : siteWords.badRetryDelays(MAX_RETRY_DELAYS);
}

export function checkGlobs(text: string): string {
  const problems = text.split('\n').map((line) => (line.trim() === '' ? undefined : findGlobProblem(line)));
  const at = problems.findIndex((problem) => problem !== undefined);
  return at < 0 ? '' : siteWords.badGlob(at + 1, problems[at] as GlobProblem);
}

/** The form shows a timeout in seconds and a page size in megabytes. */
export function toUnit(name: NumberName): number {
  if (name === 'timeoutMs') return 1_000;
  return name === 'maxPageBytes' ? 1_000_000 : 1;
}

export function toBounds(name: NumberName): readonly [min: number, max: number] {
  const [min, max] = SITE_BOUNDS[name];
  return [min / toUnit(name), max / toUnit(name)];
}

/** Fractions are allowed for requests per second and megabytes. */
function isWhole(name: NumberName): boolean {
  return name !== 'maxRequestsPerSec' && toUnit(name) === 1;
}

function toNumber(form: FormData, name: NumberName): number | undefined {
  const text = String(form.get(name) ?? '').trim();
  const value = Number(text) * toUnit(name);
  return text === '' || !Number.isFinite(value) ? undefined : value;
}

/** Repository addresses are handled elsewhere: a text that looks like a package and gets here is not a valid one. */
function isPackage(text: string): boolean {
  return /^\s*npm:/i.test(text);
}

function isRemark(line: string): boolean {
  return line.trim() === '' || line.trim().startsWith('#');
}

function toSiteUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed) || isPackage(trimmed)) return undefined;
  try {
    const url = new URL(withScheme(trimmed));
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
