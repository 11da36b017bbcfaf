import type { FailCode, SKIP_CODES } from '../../model/site/site.ts';
import { formatCount } from '../text/format.ts';
import { toVisibleName } from '../text/visible-text.ts';

/** The Pages screen; loaded with it. */
export const pagesWords = {
  filter: 'Filter pages',
  all: 'All outcomes',
  allClasses: 'All classes',
  confidence: 'Class confidence',
  anyConfidence: 'Any confidence',
  minConfidence: (min: number) => `At least ${Math.round(min * 100)} %`,
  analyse: 'Analyse again',
  analysis: {
    title: 'Analyse pages again',
    text: 'Recomputes classes, index pages and sections from the saved pages. Makes no requests.',
    limit: 'Max pages',
    dryRun: 'Dry run: show what would change without saving',
    start: 'Analyse',
  },
  saveList: 'Save list',
  history: 'History',
  historyOf: (url: string) => `History of ${url}`,
  noHistory: 'No recent crawl mentions this address.',
  outdated:
    'The rules for classes and sections have changed since these pages were crawled. Analyse them again; this makes no requests.',
  columns: {
    url: 'Address',
    outcome: 'Outcome',
    status: 'Status',
    class: 'Class',
    depth: 'Depth',
    attempts: 'Tries',
    fetched: 'Last fetch',
  },
  none: 'No pages yet.',
  noMatch: 'No matching pages.',
  lately: (outcome: string) => `last crawl: ${outcome}`,
  latelyHint: 'The earlier version of this page is still stored. This is the result of the last crawl.',
  unlinked: 'unlinked',
  claimed: (url: string) => `claims to be ${url}`,
  claimedHint: 'The file that contains this page belongs to another domain, so the address is unverified.',
  unlinkedHint: 'The site still serves this page, but no crawled page links to it.',
  failures: 'Failures',
  aliases: (n: number) => `also at ${formatCount(n)} other ${n === 1 ? 'address' : 'addresses'}`,
  table: 'Pages',
  /** Plain words for an HTTP error status. */
  httpStatus: (status: number) => {
    if (status === 404 || status === 410) return `not found (${status})`;
    if (status === 401 || status === 403) return `access denied (${status})`;
    if (status === 429) return 'rate limited (429)';
    return status >= 500 ? `server error (${status})` : `status ${status}`;
  },
  outcomes: { kept: 'saved', waiting: 'not fetched yet' },
  blocked: (pattern: string) => `excluded by your pattern ${pattern}`,
  /** Reasons why an address was skipped. */
  skipCodes: {
    'max-depth': 'deeper than the link limit',
    'off-domain': 'outside the scope',
    'robots-disallow': 'disallowed by robots.txt',
    visited: 'already fetched',
    duplicate: 'already listed',
    overflow: 'over the page or queue limit',
    'bad-url': 'not a valid address',
    'bad-scheme': 'not http or https',
    'query-skip': 'has a query string',
    'not-allowed': 'matches none of your patterns',
    asset: 'not a page (image, style sheet or download)',
    covered: 'included in llms-full.txt',
    fresh: 'fetched recently',
    optional: 'marked optional by the site',
    'private-address': 'in a private network',
  } satisfies Record<(typeof SKIP_CODES)[number], string>,
  failCodes: {
    network: 'network error',
    timeout: 'timed out',
    http: 'HTTP error',
    'too-large': 'too large',
    'not-text': 'not text',
    'soft-404': 'a “not found” page with status 200',
    challenge: 'asks for proof that you are human',
    empty: 'empty',
    unreadable: "can't be read (blocked by the site's CORS policy, or you are offline)",
    cors: "can't be read: the server doesn't let other sites read this page (no CORS header)",
    'mixed-content': 'http page, blocked because Quire runs on https',
    'hash-mismatch': "doesn't match the listing's hash",
    reader: 'the reader service failed',
    'not-granted': 'the Quire companion is no longer allowed to read this site',
  } satisfies Record<FailCode, string>,
} as const;

const { outcomes, skipCodes, failCodes, blocked, httpStatus } = pagesWords;
const NAMES = new Map<string, string>(Object.entries({ ...outcomes, ...skipCodes, ...failCodes }));
const BLOCKED = 'blocked:';

/** Describes the outcome of a crawled address. Codes of a later version are shown unchanged. */
export function describeOutcome(outcome: string, status = 0): string {
  if (outcome === 'http' && status > 0) return httpStatus(status);
  if (outcome.startsWith(BLOCKED)) return blocked(toVisibleName(outcome.slice(BLOCKED.length)));
  return NAMES.get(outcome) ?? toVisibleName(outcome);
}
