import { toBaseName } from '../lib/base-name.ts';
import { AppError } from '../model/app-error.ts';
import {
  CRAWL_TYPES,
  DEFAULT_SITE_OPTIONS,
  MAX_LISTED_URLS,
  SITE_BOUNDS,
  SITE_SCOPES,
  type SiteOptions,
  type SiteScope,
} from '../model/site/site.ts';
import { findGlobProblem } from './glob.ts';
import { isLlmsFile, isLlmsFullName } from './llms-name.ts';
import { toRepoRef, toRepoUrl } from './repo-address.ts';
import { isBareAddress, parseUrl, withScheme } from './web-address.ts';

type Values = Readonly<Record<string, unknown>>;

/** Option names of other tools, by ours. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    url: 'startUrl',
    maxDepth: 'depth max_depth',
    maxPages: 'max_pages',
    maxFrontier: 'maxQueue max_frontier',
    concurrency: 'max_concurrent_requests',
    crawlType: 'crawl_type',
    includeOptional: 'include_optional',
    allowQuery: 'allow_query allowQueryUrls',
    allow: 'allowPatterns allow_patterns',
    block: 'blockPatterns block_patterns',
    maxRequestsPerSec: 'max_requests_per_sec',
    retries: 'maxRetries max_retries',
    retryDelaysSec: 'retry_delays',
    timeoutMs: 'requestTimeoutMs timeout_ms',
    timeoutSec: 'timeout_seconds',
    maxPageBytes: 'max_page_bytes',
    stopAtFirstError: 'fail_on_error stop_at_first_error',
    removeUnlinked: 'remove_unlinked',
    refetch_after: 'refetchIfOlderThan maxAge',
    refetch_page_after: 'refetchArticleIfOlderThan',
    refetch_hub_after: 'refetchHubIfOlderThan',
    readerUrl: 'endpoint_url reader_url',
    llmsUrl: 'llmsTxtUrl llms_txt_url',
  }).flatMap(([own, names]) => names.split(' ').map((name) => [name, own])),
);

/** A repository has many small files, and its hosts are built to serve them [R2]. */
const REPO_PACE = { concurrency: 8, maxRequestsPerSec: 50 };

const FLAGS = ['includeOptional', 'allowQuery', 'stopAtFirstError', 'removeUnlinked', 'useLogin'];
const AGES = ['refetch_after', 'refetch_page_after', 'refetch_hub_after'];
const MAX_PROBLEMS = 10;
export const MAX_RETRY_DELAYS = 10;
const LONGEST_SEC = 600;
const [MIN_TIMEOUT_SEC, MAX_TIMEOUT_SEC] = [SITE_BOUNDS.timeoutMs[0] / 1_000, SITE_BOUNDS.timeoutMs[1] / 1_000];

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isWithin =
  ([min, max]: readonly [number, number]) =>
  (value: unknown): boolean =>
    isNumber(value) && value >= min && value <= max;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isAge = (value: unknown) => isText(value) && parseAge(value) !== undefined;
const isWebAddress = (value: unknown) => isText(value) && /^https?:$/.test(parseUrl(value)?.protocol ?? '');

/** Check of each option, and its description. */
const OPTIONS: Readonly<Record<string, readonly [isValid: (value: unknown) => boolean, mustBe: string]>> = {
  ...Object.fromEntries(Object.keys(SITE_BOUNDS).map((name) => [name, [isNumber, 'a number']])),
  ...Object.fromEntries(FLAGS.map((name) => [name, [isFlag, 'true or false']])),
  ...Object.fromEntries(AGES.map((name) => [name, [isAge, 'a time such as 6h or 7d']])),
  ...Object.fromEntries(['globs', 'allow', 'block'].map((name) => [name, [isTexts, 'a list of patterns']])),
  url: [isText, 'an address'],
  urls: [isTexts, 'a list of addresses'],
  readerUrl: [(value) => value === '' || isWebAddress(value), 'a web address'],
  llmsUrl: [(value) => isWebAddress(value) && isLlmsFile(value as string), 'the address of an llms.txt'],
  crawlType: [(value) => isText(value) && Object.hasOwn(CRAWL_TYPES, value), Object.keys(CRAWL_TYPES).join(', ')],
  scope: [(value) => isText(value) && (SITE_SCOPES as readonly string[]).includes(value), SITE_SCOPES.join(', ')],
  useSitemap: [isFlag, 'true or false'],
  sitemapOnly: [isFlag, 'true or false'],
  timeoutMs: [isWithin(SITE_BOUNDS.timeoutMs), `a number from ${SITE_BOUNDS.timeoutMs.join(' to ')}`],
  timeoutSec: [isWithin([MIN_TIMEOUT_SEC, MAX_TIMEOUT_SEC]), `a number from ${MIN_TIMEOUT_SEC} to ${MAX_TIMEOUT_SEC}`],
  retryDelaysSec: [(value) => isRetryDelays(value), `up to ${MAX_RETRY_DELAYS} numbers of seconds`],
};

/**
 * Turns values from a form or a file into valid options; names of other tools count, and numbers are clamped to their range.
 * Throws `crawl/bad-url` for a URL that isn't http(s), and `crawl/bad-options` with every option that is unknown or invalid.
 */
export function toSiteOptions(urlText: string, given: Values = {}): SiteOptions {
  const repo = toRepoRef(given.repo);
  if (repo) return { ...DEFAULT_SITE_OPTIONS, ...REPO_PACE, url: toRepoUrl(repo), repo };
  const url = parseUrl(isBareAddress(urlText) ? withScheme(urlText) : urlText);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError('crawl/bad-url', 'only http and https URLs can be added');
  }
  const problems = findProblems(given);
  if (problems.length > 0) throw toBadOptions(problems.map(({ option, reason }) => `${option}: ${reason}`));
  const { globs, ...values } = toOwnNames(given);
  return {
    ...DEFAULT_SITE_OPTIONS,
    ...pick(values, ['crawlType', 'scope', 'retryDelaysSec', 'llmsUrl', ...FLAGS, ...AGES]),
    url: url.href,
    globs: globs as string[],
    ...toNumbers(values),
    ...toReader(values.readerUrl),
    ...toListed(values),
  };
}

/** Names of one file to read, and not of a page of a site. */
const FILE = /\.(?:pdf|docx|pptx|xlsx|od[tps]|rtf|epub|md|txt)$/i;

/** Returns the scope that an address means: one file, the pages under its path, or else its host. */
export function toDefaultScope(address: string): SiteScope {
  const url = new URL(address);
  if (isLlmsFullName(url.pathname)) return 'file';
  if (isLlmsFile(address) || /\/sitemap[\w.-]*\.(?:xml|xml\.gz|txt)$/i.test(url.pathname)) return 'hostname';
  if (FILE.test(url.pathname)) return 'file';
  return toFolder(url) === '/' ? 'hostname' : 'subpages';
}

/** Returns the directory of a start URL: the URL itself, unless it names an HTML file, an index or a file of links. */
export function toFolder({ pathname: path }: URL): string {
  if (path.endsWith('/')) return path;
  const name = toBaseName(path);
  if (/^index(?:\.\w+)?$|\.html?$|^llms[\w.-]*\.txt$|^sitemap[\w.-]*\.xml(?:\.gz)?$/i.test(name)) {
    return path.slice(0, path.lastIndexOf('/') + 1);
  }
  return `${path}/`;
}

/** Options of other tools that have no meaning here. */
const IGNORED = ['mode'];

/**
 * Reads options from JSON, for the given address unless they name one, and names those it ignores. Throws `crawl/bad-options` with the line
 * and reason of each problem.
 */
export function parseSiteOptions(text: string, urlText: string): { options: SiteOptions; ignored: readonly string[] } {
  const given = parseObject(text);
  const lines = text.split('\n');
  const problems = findProblems(given).map(({ option, reason, name = option }) => {
    const at = lines.findIndex((line) => line.includes(JSON.stringify(name)));
    return `line ${at + 1}: ${option}: ${reason}`;
  });
  if (problems.length > 0) throw toBadOptions(problems);
  const { url = urlText } = toOwnNames(given);
  return { options: toSiteOptions(url as string, given), ignored: IGNORED.filter((name) => name in given) };
}

function parseObject(text: string): Values {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw toBadOptions([toSyntaxProblem(text, (error as Error).message)]);
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Values;
  throw toBadOptions(['line 1: options are an object, such as {"maxPages": 100}']);
}

/** Browsers name the place of a mistake as a position, as a line, or not at all. */
function toSyntaxProblem(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  const line = position === undefined ? /line (\d+)/.exec(message)?.[1] : text.slice(0, +position).split('\n').length;
  return `${line === undefined ? '' : `line ${line}: `}not JSON: ${message}`;
}

function toBadOptions(problems: readonly string[]): AppError {
  return new AppError('crawl/bad-options', problems.slice(0, MAX_PROBLEMS).join('; '), { problems: problems.length });
}

interface OptionProblem {
  readonly option: string;
  readonly reason: string;
  /** The text to look for in a file, where it isn't the name of the option. */
  readonly name?: string;
}

function findProblems(given: Values): OptionProblem[] {
  const problems: OptionProblem[] = [];
  for (const [written, value] of Object.entries(given)) {
    const name = OTHER_NAMES.get(written) ?? written;
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (value === undefined || IGNORED.includes(written)) continue;
    if (!option) problems.push({ option: written.slice(0, 60), reason: 'unknown option', name: written });
    else if (!option[0](value)) problems.push({ option: written, reason: `must be ${option[1]}` });
  }
  for (const glob of toOwnNames(given).globs as string[]) {
    const reason = findGlobProblem(glob);
    if (reason !== undefined)
      problems.push({ option: `pattern ${glob.slice(0, 60)}`, reason, name: glob.replace(/^!/, '') });
  }
  return problems;
}

/** Returns the values under our names, with all patterns in `globs`. */
function toOwnNames(given: Values): Values {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const values: Values = Object.fromEntries(named.map(([name, value]) => [OTHER_NAMES.get(name) ?? name, value]));
  const list = (name: string) => (isTexts(values[name]) ? (values[name] as string[]) : []);
  const globs = [...list('globs'), ...list('allow'), ...list('block').map((glob) => `!${glob.replace(/^!/, '')}`)];
  const timeoutMs = isNumber(values.timeoutSec) ? values.timeoutSec * 1_000 : values.timeoutMs;
  return { crawlType: toCrawlType(values), ...values, timeoutMs, globs };
}

function toCrawlType({ sitemapOnly, useSitemap }: Values): SiteOptions['crawlType'] | undefined {
  if (sitemapOnly === true) return 'sitemap-only';
  return isFlag(useSitemap) ? (useSitemap ? 'basic-with-sitemap' : 'basic') : undefined;
}

function pick(values: Values, names: readonly string[]): Partial<SiteOptions> {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

function toNumbers(values: Values): Partial<Record<keyof typeof SITE_BOUNDS, number>> {
  const entries = Object.entries(SITE_BOUNDS).flatMap(([name, [min, max]]) => {
    const value = values[name];
    if (!isNumber(value)) return [];
    const whole = name === 'maxRequestsPerSec' ? value : Math.trunc(value);
    return [[name, Math.min(max, Math.max(min, whole))]];
  });
  return Object.fromEntries(entries);
}

/** Options of an address list: the user typed its hosts, so all are in scope, and its length is the page limit. */
function toListed(values: Values): Partial<SiteOptions> {
  const found = isTexts(values.urls) ? values.urls.flatMap((text) => parseUrl(text.trim()) ?? []) : [];
  const urls = [...new Set(found.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ href }) => href))];
  if (urls.length === 0) return {};
  const page = urls.find((url) => !isLlmsFile(url));
  // A page and an llms file together are one site whose llms file is elsewhere.
  if (urls.length === 2 && page !== undefined && urls.some(isLlmsFile))
    return { url: page, llmsUrl: urls.find(isLlmsFile) as string };
  const listed = urls.slice(0, MAX_LISTED_URLS);
  return { urls: listed, url: listed[0] as string, crawlType: 'sitemap-only', maxPages: listed.length };
}

function toReader(value: unknown): { readerUrl?: string } {
  return isWebAddress(value) ? { readerUrl: parseUrl(value as string)?.href.replace(/\/+$/, '') ?? '' } : {};
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `6h`, `7d`, `30m`, `2w` → milliseconds; undefined for anything else. */
export function parseAge(text: string): number | undefined {
  const match = /^\s*(\d{1,6})\s*([mhdw])\s*$/i.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * (UNIT_MS[(match[2] as string).toLowerCase()] as number);
}

/** True for the waits before the first, second … retry, in seconds; the last one is used for all that follow. */
function isRetryDelays(value: unknown): value is readonly number[] {
  const isDelay = (delay: unknown) => typeof delay === 'number' && delay >= 0 && delay <= LONGEST_SEC;
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_RETRY_DELAYS && value.every(isDelay);
}

/** `1, 2, 4` → [1, 2, 4]; undefined for anything else. */
export function parseRetryDelays(text: string): readonly number[] | undefined {
  const delays = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  return isRetryDelays(delays) ? delays : undefined;
}
