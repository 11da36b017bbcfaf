import { CRAWL_TYPES, type FailedUrl, type PageEvent, type SkipCode, WAYS_OUT } from '../../model/site/site.ts';
import { type FailedPage, type FetchedPage, fetchPage, type PageAnswer } from '../fetch/fetch-page.ts';
import { MD_MISSES, type MdPlace, toMdForm } from '../fetch/md-variants.ts';
import { breakRing, hasFailed, isKeptInRing, releaseFolded, waitFor } from '../keep/folded-pages.ts';
import { preparePage } from '../keep/keep-page.ts';
import type { PageEntry, QueueItem } from '../queue/journal.ts';
import { isPrivateHost, toPageKey, toPageUrl } from '../queue/url.ts';
import type { StoredPage } from '../records/page-rows.ts';
import { awardDownloads } from './award-milestones.ts';
import type { Permit } from './for-each-item.ts';
import { mdPlaceOf, type Run } from './run.ts';
import { forgetFailed, noteFailed, noteFiltered } from './run-state.ts';

/** Further links of one page share their place in the order. */
const MAX_LINKS = 100_000;

/** Visits one item that its host has admitted. Returns false when the job ended first: then the item stays queued. */
export async function visitPage(run: Run, item: QueueItem, permit?: Permit): Promise<boolean> {
  const { answer, attempts } = await ask(run, item, permit);
  if (answer.type === 'aborted') return false;
  if (answer.type === 'failed' && answer.code === 'not-granted') {
    run.fail('crawl/not-granted');
    return false;
  }
  run.state.visited++;
  if (answer.type === 'failed') endFailed(run, item, { answer, attempts });
  else await endFetched(run, item, { page: answer, attempts });
  run.touch();
  return true;
}

/** Requests a page that answered 404 or 410 again; it is gone when its own address says so twice [S18]. Returns false when the job ended first. */
export async function visitAgain(run: Run, item: QueueItem, permit: Permit): Promise<boolean> {
  const { answer, attempts } = await ask(run, item, permit);
  if (answer.type === 'aborted') return false;
  if (answer.type === 'failed') {
    const { status, code: reason } = answer;
    addPageEvent(run, item, { action: 'failed', status, reason, attempts });
  }
  if (answer.type === 'failed' && answer.isGone) {
    run.confirmedKeys.add(item.key);
    run.journal.add({ type: 'gone', key: item.key });
  } else if (answer.type === 'failed') {
    run.goneKeys.delete(item.key);
    run.spare(item.key);
  } else {
    run.goneKeys.delete(item.key);
    run.failedItems.delete(item.key);
    forgetFailed(run.state, item.key);
    await endFetched(run, item, { page: answer, attempts });
  }
  run.touch();
  return true;
}

type Asked = { readonly answer: PageAnswer; readonly attempts: number };

/** Fetches the page and tells its host's breaker how that ended. A host that is known to be unreadable gets no attempt. */
async function ask(run: Run, item: QueueItem, permit: Permit | undefined): Promise<Asked> {
  const { hosts } = run.ports;
  const isUnreadable = hosts.isUnreadable(item.host);
  let attempts = isUnreadable && !run.reader ? 0 : 1;
  addQueueEvent(run, 'dequeued', item, item.from);
  const mdPlace = mdPlaceOf(run, item);
  const before = { ...mdPlace };
  const stored = run.options.full === true ? undefined : run.rowsByUrl.get(item.key);
  const answer = await fetchPage(item.request, {
    requester: run.requester,
    reader: run.reader,
    isUnreadable,
    maxBytes: run.site.maxPageBytes,
    isLlmsPage: item.isLlms,
    isFile: run.site.scope === 'file' || item.from === 'start',
    mdPlace,
    answered: stored?.row.source_type === 'llms_page' ? stored.answered : '',
    mayAsk: async (url) => (await run.robotsFor(new URL(url).origin)).isAllowed(url),
    whileWaiting: permit?.yieldWhile,
    onRetry(reason) {
      attempts++;
      addQueueEvent(run, 'retry', item, reason);
    },
  });
  if (answer.isHostUnreadable) hosts.markUnreadable(item.host);
  if (item.isLlms && attempts > 0) notePattern(run, item, before);
  hosts.pageEnded(item.host, toOutcome(answer));
  return { answer, attempts };
}

function notePattern(run: Run, item: QueueItem, before: MdPlace): void {
  const { pattern, misses } = mdPlaceOf(run, item);
  if (pattern === before.pattern && misses === before.misses) return;
  run.journal.add({ type: 'pattern', host: `${item.host} ${toMdForm(item.request)}`, pattern, misses });
  if (pattern === before.pattern && (pattern !== undefined || misses < MD_MISSES)) return;
  if (pattern === undefined)
    run.problem('unknown-pattern', item.host, 'no Markdown version of these pages was found', { misses });
  else run.milestone('patterns-learned', item.host, 'a Markdown version of the pages was found', { pattern });
}

function toOutcome(answer: PageAnswer): 'ok' | 'neutral' | 'failed' | 'aborted' {
  if (answer.type === 'aborted') return 'aborted';
  if (answer.type === 'page') return 'ok';
  return answer.isHostFault ? 'failed' : 'neutral';
}

export function addQueueEvent(
  run: Run,
  action: 'enqueued' | 'dequeued' | 'retry' | 'drop',
  item: QueueItem,
  reason: string,
  alias = '',
): void {
  const { key: url, depth, host } = item;
  const { queueSize } = run.frontier;
  run.log.add({ type: 'queue', action, url, depth, host, reason, queueSize, alias });
}

function addPageEvent(
  run: Run,
  item: QueueItem,
  ended: Pick<PageEvent, 'action' | 'status' | 'reason' | 'attempts'>,
): void {
  run.log.add({ type: 'page', url: item.key, host: item.host, ...ended });
}

function endFailed(run: Run, item: QueueItem, ended: { answer: FailedPage; attempts: number }): void {
  const { state } = run;
  const { answer, attempts } = ended;
  const { code, status, message, isGone } = answer;
  const failed: FailedUrl = { url: item.key, code, status, message, attempts };
  noteFailed(state, failed);
  addPageEvent(run, item, { action: 'failed', status, reason: code, attempts });
  run.failedItems.set(item.key, item);
  if (isGone) run.goneKeys.add(item.key);
  else run.spare(item.key);
  if (answer.problem !== undefined) noteProblem(run, item, answer);
  const found = followKnownLinks(run, item, run.rowsByUrl.get(item.key));
  end(run, item, { outcome: 'failed', isGone, failed, found });
  releaseFolded(run, item.key);
  if (run.site.stopAtFirstError) run.fail(`stopped at the first error: ${answer.message}`);
  if (answer.isHostFault && run.ports.hosts.isGivenUp(item.host)) run.fail(`${item.host} does not answer`);
}

function noteProblem(run: Run, item: QueueItem, answer: FailedPage): void {
  const kind = answer.problem;
  if (kind === undefined) return;
  if (kind !== 'cors-unreadable' || answer.code === 'cors') {
    run.problem(kind, item.key, answer.message, { status: answer.status });
    return;
  }
  run.ports.hosts.markUnreadable(item.host);
  noteUnreadable(run, item.host);
}

/** Reports once per host that it cannot be read, and what the user can do instead [S11]. */
export function noteUnreadable(run: Run, host: string): void {
  const isLocal = run.ports.secure === true && isPrivateHost(new URL(`http://${host}`).hostname);
  const isOffline = run.ports.isOnline?.() === false;
  const message = isOffline
    ? 'cannot be read: the browser is offline'
    : "cannot be read (blocked by the site's CORS policy, or offline)";
  run.problem(isLocal ? 'local-network' : 'cors-unreadable', host, message, { host, waysOut: WAYS_OUT.join(', ') });
}

async function endFetched(run: Run, item: QueueItem, ended: { page: FetchedPage; attempts: number }): Promise<void> {
  const { state } = run;
  const { page, attempts } = ended;
  state.downloaded++;
  state.meters.downloads.add(1);
  for (const { kind, message } of page.problems) run.problem(kind, item.key, message);
  awardDownloads(run, state.downloaded);
  const place = await findPlace(run, item, page);
  if ('skip' in place) {
    if (place.skip === 'duplicate') {
      run.frontier.addAlias(item.key, place.target);
      dropItem(run, item, { reason: 'duplicate', target: place.target });
      breakRing(run, item.key, place.target);
    } else dropItem(run, item, { reason: place.skip, target: '' });
    return;
  }
  const fold = findFold(run, item, { page, key: place.key });
  if (fold) {
    foldItem(run, item, fold);
    return;
  }
  noteLinked(run, place.key, page.links);
  const found = followLinks(run, item, page);
  if (isOnlyForLinks(run, item, place.key)) {
    const target = place.key === item.key ? '' : place.key;
    return dropItem(run, item, { reason: 'not-allowed', target, found });
  }
  const internal = page.links.filter((link) => isInternal(run, link)).length;
  const kept = await preparePage(run, {
    url: place.key,
    markdown: page.markdown,
    file: page.file,
    title: page.title === '' ? item.title : page.title,
    description: page.description === '' ? item.description : page.description,
    status: page.status,
    depth: item.depth,
    attempts,
    answered: page.url + (page.url.includes('#') ? '' : new URL(place.key).hash),
    found: found.map(({ request }) => request),
    links: { internal, external: page.links.length - internal },
    sourceType: page.sourceType,
    withLogin: page.withLogin === true,
    modifiedMs: page.modifiedMs,
  });
  if (kept.outcome === 'unchanged') state.unchanged++;
  const action = kept.outcome === 'kept' ? 'saved' : 'unchanged';
  addPageEvent(run, item, { action, status: page.status, reason: '', attempts });
  const target = place.key === item.key ? '' : place.key;
  end(run, item, { outcome: kept.outcome, path: kept.path, sha256: kept.sha256, meta: kept.meta, target, found });
  run.foldedInto.delete(place.key);
  await kept.commit();
}

function noteLinked(run: Run, key: string, links: readonly string[]): void {
  const { once, twice } = run.linked;
  const startKey = toPageKey(run.start.href);
  const next = key === startKey ? once : once.has(key) ? twice : undefined;
  if (!next) return;
  for (const link of links) {
    const to = isInternal(run, link) ? toPageKey(run.scope.toHome(link)) : startKey;
    if (to !== startKey && !once.has(to)) next.add(to);
  }
}

/** True for a page outside the allow patterns that is fetched for its links. A redirected start page remains the start page. */
function isOnlyForLinks(run: Run, item: QueueItem, key: string): boolean {
  const isAllowed = run.scope.check(key) !== 'not-allowed';
  return !isAllowed && (run.scope.isHub(key) || item.from === 'start');
}

function isInternal(run: Run, link: string): boolean {
  return /^https?:/i.test(link) && URL.canParse(link) && run.scope.isSameSite(link);
}

type Place = { readonly key: string } | { readonly skip: SkipCode; readonly target: string };

/** Finds the page of an answer after redirects; checks scope and robots.txt again for its address. */
async function findPlace(run: Run, item: QueueItem, page: FetchedPage): Promise<Place> {
  const { scope, frontier, robotsFor } = run;
  if (!page.isRedirected) return { key: item.key };
  if (item.from === 'start') scope.adopt(new URL(item.request), new URL(page.url));
  const hash = new URL(item.key).hash;
  const answer = toPageUrl(scope.toHome(page.url) + (page.url.includes('#') ? '' : hash), { allowQuery: true });
  if ('skip' in answer) return { skip: answer.skip, target: '' };
  const { key, request } = answer.page;
  const skip = key === item.key || run.site.scope === 'file' ? undefined : scope.check(request);
  if (skip !== undefined && !isOnlyForLinks(run, item, key)) return { skip, target: '' };
  if (!(await robotsFor(new URL(page.url).origin)).isAllowed(page.url)) {
    run.spare(item.key);
    return { skip: 'robots-disallow', target: '' };
  }
  if (key === item.key) return { key };
  frontier.addAlias(item.key, key);
  if (frontier.isKnown(key) || !frontier.claim(key)) return { skip: 'duplicate', target: key };
  return { key };
}

interface Fold {
  readonly key: string;
  readonly request: string;
  readonly depth: number;
}

/** Finds the URL a page declares as its own. Ignores the root: some templates name it on every page by mistake. */
function findFold(
  run: Run,
  item: QueueItem,
  at: { readonly page: FetchedPage; readonly key: string },
): Fold | undefined {
  const { scope } = run;
  const named = at.page.refresh === '' ? at.page.canonical : at.page.refresh;
  if (named === '' || item.ignoreCanonical || !/^https?:/i.test(named) || !URL.canParse(named)) return undefined;
  const answer = toPageUrl(scope.toHome(named), { allowQuery: false });
  if ('skip' in answer) return undefined;
  const { key, request } = answer.page;
  if (key === at.key || key === item.key || scope.check(request) !== undefined) return undefined;
  if (at.page.refresh === '' && new URL(key).pathname === '/') return undefined;
  if (new URL(at.key).hash !== '') return undefined;
  return isKeptInRing(run, item.key, key) ? undefined : { key, request, depth: item.depth };
}

function foldItem(run: Run, item: QueueItem, fold: Fold): void {
  const { frontier } = run;
  frontier.addAlias(item.key, fold.key);
  const found: QueueItem[] = [];
  if (!frontier.isKnown(fold.key)) {
    const order = item.order * MAX_LINKS;
    const { request: url, depth } = fold;
    const next = frontier.consider({ url, base: item.request, from: 'canonical', depth, order });
    if (next) found.push(next);
  }
  const waits = hasFailed(run, fold.key) || !frontier.isDone(fold.key);
  dropItem(run, item, { reason: 'duplicate', target: fold.key, found, waits });
  if (waits) waitFor(run, item, fold.key);
  else breakRing(run, item.key, fold.key);
}

function followLinks(run: Run, item: QueueItem, page: FetchedPage): QueueItem[] {
  // A known page that no link led to is visited for its own sake; its links are not followed.
  return item.from === 'known' ? [] : queueLinks(run, item, { links: page.links, base: page.url });
}

/** Follows the stored links of a page that this run does not fetch [S18]. */
export function followKnownLinks(run: Run, item: QueueItem, page: StoredPage | undefined): QueueItem[] {
  return item.from === 'known' || !page ? [] : queueLinks(run, item, { links: page.links, base: page.row.url });
}

function queueLinks(run: Run, item: QueueItem, { links, base }: { links: readonly string[]; base: string }) {
  if (run.options.mode !== 'crawl' || run.site.scope === 'file' || !CRAWL_TYPES[run.site.crawlType].links) return [];
  const found: QueueItem[] = [];
  links.forEach((url, i) => {
    const order = item.order * MAX_LINKS + Math.min(i + 1, MAX_LINKS - 1);
    const next = run.frontier.consider({ url, base, from: 'link', depth: item.depth + 1, order });
    if (next) found.push(next);
  });
  return found;
}

function dropItem(
  run: Run,
  item: QueueItem,
  {
    reason,
    target,
    ...others
  }: { readonly reason: SkipCode } & Pick<PageEntry, 'target' | 'waits'> & Partial<PageEntry>,
): void {
  const filtered = { url: item.key, reason };
  noteFiltered(run.state, filtered);
  addQueueEvent(run, 'drop', item, reason, target);
  end(run, item, { outcome: reason === 'duplicate' ? 'folded' : 'dropped', target, filtered, ...others });
}

function end(run: Run, item: QueueItem, entry: Partial<PageEntry> & Pick<PageEntry, 'outcome'>): void {
  const target = entry.target ?? '';
  const { frontier } = run;
  frontier.markDone(item.key);
  const aliases = frontier.drainAliases();
  run.journal.add({
    type: 'page',
    key: item.key,
    path: '',
    sha256: '',
    found: [],
    isGone: false,
    aliases: target === '' ? aliases : [[item.key, target], ...aliases],
    ...entry,
    target,
  });
}
