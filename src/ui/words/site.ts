import type { SiteScope } from '../../model/site/site.ts';
import { type GlobProblem, MAX_CHOICES, MAX_WILDCARDS } from '../../site/glob.ts';
import { formatCount } from '../text/format.ts';

const GLOB_PROBLEMS: Readonly<Record<GlobProblem, string>> = {
  empty: 'has no pattern',
  'too-long': 'is too long',
  wildcards: `has more than ${MAX_WILDCARDS} wildcards`,
  choices: `expands to more than ${MAX_CHOICES} patterns`,
  unclosed: 'has an unclosed bracket or brace',
};

/** The dialog that adds a site; loaded with it. */
export const siteWords = {
  title: 'Add a documentation site',
  againTitle: 'Crawl again with other options',
  once: 'For this crawl only',
  address: 'Site address',
  addressHint:
    'A site, a page, llms.txt, llms-full.txt, sitemap.xml or a repository. For several pages, one address per line.',
  type: 'How to find pages',
  types: {
    intelligent: 'Everything: llms.txt, sitemap, links',
    'basic-with-sitemap': 'Sitemap and links',
    'sitemap-only': 'Sitemap only',
    basic: 'Links only',
  },
  scope: 'Scope of the crawl',
  scopes: {
    file: 'Only this address',
    subpages: 'Pages under this address',
    hostname: 'This host',
    domain: 'This domain',
  },
  scopeOf: {
    file: 'Only this file is fetched.',
    subpages: 'Fetches the pages under this address. For the whole site, choose another scope in Options.',
  } as Partial<Record<SiteScope, string>>,
  globs: 'Path patterns',
  globsHint: 'One pattern per line. /docs/** includes, !/docs/archive/** excludes.',
  maxPages: 'Max pages',
  maxDepth: 'Max link depth',
  depthHint: 'Leave empty for no limit',
  concurrency: 'Parallel requests',
  perSec: 'Max requests per second',
  retries: 'Max retries',
  retryDelays: 'Retry after',
  retryDelaysHint: 'Seconds before each retry, such as 1, 2, 4.',
  badRetryDelays: (max: number) => `Enter up to ${max} numbers from 0 to 600, such as 1, 2, 4`,
  timeout: 'Timeout in seconds',
  pageBytes: 'Max page size in MB',
  frontier: 'Queue limit',
  windows: {
    refetch_after: 'Refetch pages after',
    refetch_page_after: 'Refetch articles after',
    refetch_hub_after: 'Refetch index pages after',
  },
  badWindow: 'Enter a number with m, h, d or w, such as 6h',
  windowHint: 'Such as 6h or 7d. Leave empty to refetch every time.',
  flags: {
    includeOptional: 'Include pages an llms.txt marks as optional',
    allowQuery: 'Include addresses with a query string',
    stopAtFirstError: 'Stop at the first error',
    removeUnlinked: 'Remove pages that no page linked to in two crawls',
  },
  useLogin: 'Use my login for this site',
  useLoginHint: 'Sends your cookies to this site only, and marks the pages in exports.',
  options: 'Options',
  start: 'Start',
  again: 'Crawl again',
  privacy:
    'Your browser fetches the pages directly, without cookies unless you allow them. Every request is counted and listed.',
  bad: "That isn't a web address. Start it with http:// or https://, and put each address on its own line.",
  listed: (n: number) =>
    n === 1
      ? 'One address: the whole site is crawled.'
      : `${formatCount(n)} addresses: only these pages are fetched, in this order.`,
  badLines: (lines: readonly number[]) => {
    const shown = lines.slice(0, 5).join(', ');
    const more = lines.length > 5 ? ` and ${formatCount(lines.length - 5)} more` : '';
    return lines.length === 1 ? `Line ${shown} isn't a web address.` : `Lines ${shown}${more} aren't web addresses.`;
  },
  removeLines: (count: string, n: number) => (n === 1 ? 'Remove this line' : `Remove these ${count} lines`),
  tooManyLines: (n: number, max: number) =>
    `You listed ${formatCount(n)} addresses; the limit is ${formatCount(max)}. Use a sitemap for more.`,
  needsNumber: (min: number, max: number) => `Enter a number from ${formatCount(min)} to ${formatCount(max)}`,
  needsWhole: 'Enter a whole number',
  badGlob: (line: number, problem: GlobProblem) => `Line ${line} ${GLOB_PROBLEMS[problem]}.`,
  paste: {
    open: 'Paste options',
    label: 'Options as JSON',
    use: 'Use these options',
    refused: (problems: string) => `Nothing was changed: ${problems}.`,
    ignored: (names: readonly string[]) => `Quire does not use the option “${names.join('”, “')}”.`,
  },
  presets: {
    label: 'Preset',
    none: 'Standard',
    saveAs: 'Save as preset…',
    name: 'Preset name',
    remove: 'Delete preset',
  },
  preview: {
    start: 'Preview',
    loading: 'Reading…',
    title: 'Preview',
    pages: (n: number) =>
      n === 1 ? 'One page found before crawling.' : `${formatCount(n)} pages found before crawling.`,
    full: (n: number) => `${formatCount(n)} more are in llms-full.txt and need no requests.`,
    beyond: (n: number) => `${formatCount(n)} are over the page limit.`,
    about: (tokens: string, time: string) => `About ${tokens} tokens and ${time}. Links may lead to more pages.`,
    top: 'top',
    moreSections: (n: number) => `and ${formatCount(n)} more sections`,
    skipped: (list: string) => `Skipped: ${list}.`,
    scopes: (list: string) => `Known pages by scope: ${list}.`,
    scope: (name: string, n: number, isChosen: boolean) => `“${name}” ${formatCount(n)}${isChosen ? ' (chosen)' : ''}`,
    idle: (glob: string) => `The pattern ${glob} matches no known address.`,
    unreadableHosts: (hosts: string) => `Can't be read: ${hosts}.`,
  },
} as const;

/** The dialog that adds a repository. */
export const repoWords = {
  title: 'Add a repository',
  againTitle: 'Another branch or folder',
  recognised: 'This is a repository or package. Its files are imported, not its web pages.',
  badPackage: "That isn't the name of a package. Write npm:name, npm:@scope/name or npm:name@1.2.3.",
  next: 'Continue',
  loading: 'Reading its branches and folders…',
  found: (files: number, size: string) =>
    `${formatCount(files)} ${files === 1 ? 'file' : 'files'}${size === '' ? '' : `, ${size}`}, before .gitignore rules`,
  branch: 'Branch',
  version: 'Version',
  folder: 'Folder',
  wholeFolder: 'whole repository',
  noFolder: 'This branch has no such folder.',
  token: 'Token (for private repositories)',
  tokenHint: "Sent only to this server's API. Never stored; forgotten when you close the page.",
  privacy: 'Your browser fetches from the server directly, without cookies. Every request is counted and listed.',
  limitEnds: (time: string) => `The rate limit resets at ${time}.`,
} as const;
