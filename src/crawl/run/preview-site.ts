import { AppError } from '../../model/app-error.ts';
import { CRAWL_TYPES, SITE_SCOPES, type SiteOptions } from '../../model/site/site.ts';
import type { SitePreview } from '../../model/site/site-service.ts';
import type { CrawlPorts } from '../contract.ts';
import { type Discovery, discover } from '../discover/discover.ts';
import { RISE_PER_SUCCESS, START_PER_SEC } from '../fetch/hosts.ts';
import type { QueueItem } from '../queue/journal.ts';
import { planWave, sectionOf } from '../queue/plan-wave.ts';
import { createScope } from '../queue/scope.ts';
import type { NewEvent } from '../records/event-log.ts';
import { createJobContext, type JobContext } from './job-context.ts';
import { createRunState } from './run-state.ts';

/** Estimate for an unknown page: about a thousand words with code. */
const TYPICAL_PAGE_TOKENS = 1_200;
const CHARS_PER_TOKEN = 4;

/**
 * *Preview*: reads robots.txt, llms files and sitemaps, and reports what a crawl would do. Requests the start page only when robots.txt
 * cannot be read. Rejects with `engine/cancelled` when the signal aborts.
 */
export async function previewSite(site: SiteOptions, ports: CrawlPorts, signal: AbortSignal): Promise<SitePreview> {
  const known = new Set<string>();
  const skipped = new Map<string, number>();
  const add = (reason: string) => skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  const context = createJobContext({ sourceId: '', jobId: '', mode: 'crawl', site }, ports, {
    state: createRunState(ports, undefined),
    signal,
    mayReadStart: false,
    journal: { add() {} },
    gate: async () => !signal.aborted,
    addEvent: (event) => noteEvent(event, { known, add }),
    touch() {},
    spare() {},
    cut() {},
  });
  const found = await discover(context);
  throwIfStopped(signal);
  const allowed: QueueItem[] = [];
  for (const seed of found.seeds) {
    known.add(seed.key);
    if (context.scope.isHub(seed.key)) add('not-allowed');
    else if (await isAllowed(context, seed)) allowed.push(seed);
    else add('robots-disallow');
  }
  throwIfStopped(signal);
  const fullKeys = found.files.flatMap((file) => file.pages.map(({ key }) => key)).filter(Boolean);
  const plan = { isPlanned: CRAWL_TYPES[site.crawlType].plan, base: context.start.href };
  const pages = planWave(allowed, plan).slice(0, site.maxPages);
  return {
    isReadable: found.isReadable,
    sections: toCounts(pages.map(({ key }) => sectionOf(key, context.start.href))).map(([section, count]) => ({
      section,
      pages: count,
    })),
    pages: pages.length,
    beyondLimit: allowed.length - pages.length,
    fullPages: found.files.reduce((sum, file) => sum + file.pages.length, 0),
    skipped: [...skipped].sort((a, b) => b[1] - a[1]).map(([reason, urls]) => ({ reason, urls })),
    idleGlobs: site.globs.filter((glob) => !isUsed(glob, context, [...known, ...fullKeys])),
    unreadableHosts: [...new Set(allowed.map(({ host }) => host))].filter((host) => ports.hosts.isUnreadable(host)),
    scopes: site.scope === 'file' ? [] : await countScopes(context, new Set([...known, ...fullKeys])),
    ...estimate(found, pages.length, site.maxRequestsPerSec),
  };
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('engine/cancelled', 'the preview was stopped');
}

function noteEvent(event: NewEvent, { known, add }: { readonly known: Set<string>; add(reason: string): void }): void {
  if (event.type !== 'queue' || event.action !== 'drop') return;
  if (event.reason === 'visited' || event.reason === 'duplicate' || event.reason === 'covered') return;
  known.add(event.url);
  add(event.reason);
}

/** Counts the known addresses that each scope would fetch or keep. */
async function countScopes(context: JobContext, keys: ReadonlySet<string>): Promise<SitePreview['scopes']> {
  const { site, start } = context;
  const scopes = SITE_SCOPES.filter((scope) => scope !== 'file').map((scope) => {
    const own = createScope({ ...site, scope }, start);
    for (const [from, to] of context.scope.adopted) own.adopt(new URL(from), new URL(to));
    return { scope, own, pages: 0 };
  });
  for (const key of keys) {
    const fitting = URL.canParse(key) ? scopes.filter(({ own }) => own.check(key) === undefined) : [];
    if (fitting.length > 0 && (await isAllowed(context, { key }))) for (const one of fitting) one.pages++;
  }
  return scopes.map(({ scope, pages }) => ({ scope, pages }));
}

async function isAllowed(context: JobContext, { key }: Pick<QueueItem, 'key'>): Promise<boolean> {
  const robots = await context.robotsFor(new URL(key).origin);
  return robots.isAllowed(key);
}

function isUsed(glob: string, { site, start }: JobContext, urls: readonly string[]): boolean {
  const scope = createScope({ ...site, scope: 'domain', globs: [glob.replace(/^!/, '')] }, start);
  return urls.some((url) => URL.canParse(url) && scope.isSameSite(url) && scope.check(url) === undefined);
}

/** Counts equal values, most frequent first. */
function toCounts(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function estimate(found: Discovery, pages: number, maxPerSec: number): Pick<SitePreview, 'tokens' | 'ms'> {
  const full = found.files.flatMap((file) => file.pages).map(({ text }) => text.length / CHARS_PER_TOKEN);
  const fullTokens = full.reduce((sum, tokens) => sum + tokens, 0);
  const perPage = full.length === 0 ? TYPICAL_PAGE_TOKENS : fullTokens / full.length;
  let ms = 0;
  for (let i = 0; i < pages; i++) ms += 1_000 / Math.min(maxPerSec, START_PER_SEC + RISE_PER_SUCCESS * i);
  return { tokens: Math.round(fullTokens + pages * perPage), ms: Math.round(ms) };
}
