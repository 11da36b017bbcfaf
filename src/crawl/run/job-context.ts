import { toUtf8 } from '../../lib/bytes.ts';
import {
  CRAWL_TYPES,
  type EventDetails,
  type MilestoneKind,
  PROBLEM_SEVERITY,
  type ProblemKind,
  type SiteOptions,
  type SkipCode,
} from '../../model/site/site.ts';
import type { CrawlOptions, CrawlPorts } from '../contract.ts';
import { createRobotsReader, type Robots } from '../discover/robots.ts';
import { createPacedRequester, type RequestAnswer, type Requester } from '../fetch/request.ts';
import { createFrontier, type Frontier } from '../queue/frontier.ts';
import type { Journal } from '../queue/journal.ts';
import { createScope, type Scope } from '../queue/scope.ts';
import { toPageUrl } from '../queue/url.ts';
import type { NewEvent } from '../records/event-log.ts';
import { noteFiltered, type RunState } from './run-state.ts';

/** The part of its context that a run and a preview bring along. */
export interface ContextDeps {
  readonly state: RunState;
  readonly signal: AbortSignal;
  /** False in a preview, which requests no page, and when the start page may still be fresh. */
  readonly mayReadStart: boolean;
  readonly journal: Pick<Journal, 'add'>;
  addEvent(event: NewEvent): void;
  /** Waits while paused. Returns false when the job is ending. */
  gate(): Promise<boolean>;
  touch(): void;
  /** Keeps the page of this URL although this run does not reach it. */
  spare(key: string): void;
  /** Notes that the run skips URLs because of a limit. */
  cut(): void;
}

/** State and services shared by the stages of one run. */
export interface JobContext extends ContextDeps {
  readonly site: SiteOptions;
  readonly start: URL;
  readonly ports: CrawlPorts;
  readonly scope: Scope;
  readonly frontier: Frontier;
  readonly requester: Requester;
  /** Reads robots.txt once per host and run; never rejects. */
  robotsFor(origin: string): Promise<Robots>;
  problem(kind: ProblemKind, target: string, message: string, details?: EventDetails): void;
  /** Reports a milestone once per job; ignores repeats. */
  milestone(kind: MilestoneKind, target: string, message: string, details?: EventDetails): void;
  drop(url: string, reason: SkipCode): void;
}

export function createJobContext(options: CrawlOptions, ports: CrawlPorts, deps: ContextDeps): JobContext {
  const { site } = options;
  const start = new URL(site.url);
  const scope = createScope(site, start, (from, to) => deps.journal.add({ type: 'adopted', from, to }));
  const requester = createCountingRequester(options, ports, deps);
  if (options.seen) primeSeen(requester, site, options.seen);
  const frontier = createReportingFrontier(site, scope, deps);
  return {
    ...deps,
    ...{ site, start, ports, scope, frontier, requester },
    robotsFor: createRobotsReader(requester, ports.hosts, site.retries),
    problem(kind, target, message, details = {}) {
      deps.state.problems++;
      const severity = PROBLEM_SEVERITY[kind];
      const scopeName = hostOf(target) || start.host;
      deps.addEvent({ type: 'problem', kind, severity, scope: scopeName, target, message, details });
    },
    milestone(kind, target, message, details = {}) {
      if (deps.state.milestones.has(kind)) return;
      deps.state.milestones.add(kind);
      deps.journal.add({ type: 'milestone', kind });
      deps.addEvent({ type: 'milestone', kind, scope: start.host, target, message, details });
    },
    drop(url, reason) {
      noteFiltered(deps.state, { url, reason });
      const place = { url, depth: 0, host: hostOf(url), queueSize: frontier.queueSize, alias: '' };
      deps.addEvent({ type: 'queue', action: 'drop', reason, ...place });
    },
  };
}

/** A page the user looks at is not fetched again, and robots.txt says nothing about it; it does about the rest of a section. */
function primeSeen(requester: Requester, site: SiteOptions, { url, html }: NonNullable<CrawlOptions['seen']>): void {
  const answer = toPageUrl(url, { allowQuery: true });
  const request = 'page' in answer ? answer.page.request : url;
  requester.prime(request, toSeenAnswer(request, 200, html));
  if (site.urls) requester.prime(`${new URL(url).origin}/robots.txt`, toSeenAnswer(url, 404, ''));
}

function toSeenAnswer(url: string, status: number, html: string): RequestAnswer {
  const body = { status, url, contentType: 'text/html; charset=utf-8', bytes: toUtf8(html), withLogin: true };
  return { type: 'body', body: { ...body, isCut: false, isRateLimited: false, retryAfterMs: undefined } };
}

/** Creates a requester whose requests and bytes count in the status of the run. */
function createCountingRequester(options: CrawlOptions, ports: CrawlPorts, deps: ContextDeps): Requester {
  const { state } = deps;
  return createPacedRequester(ports, options.site, {
    signal: deps.signal,
    full: options.full === true,
    mayAsk: deps.gate,
    isHeld: () => state.status === 'paused' || state.status === 'stopping',
    onRequest(host) {
      state.hosts.add(host);
      state.requests++;
      state.inFlight++;
      state.meters.requests.add(1);
      deps.touch();
    },
    onAnswer() {
      state.inFlight--;
    },
    onBytes(bytes) {
      state.bytes += bytes;
      state.meters.bytes.add(bytes);
    },
  });
}

/**
 * Bound on waiting URLs, as a multiple of the frontier's limit. The wave is chosen when all URLs are known, so that it does not depend
 * on the order of answers; meanwhile a page with a million links must not fill the memory.
 */
const MAX_WAITING = 4;

/** Creates a frontier that reports every addition and drop as an event of the job. */
function createReportingFrontier(site: SiteOptions, scope: Scope, deps: ContextDeps): Frontier {
  const frontier = createFrontier({
    scope,
    allowQuery: site.allowQuery,
    maxDepth: site.maxDepth ?? Number.POSITIVE_INFINITY,
    maxWaiting: MAX_WAITING * site.maxFrontier,
    isPlanned: CRAWL_TYPES[site.crawlType].plan,
    base: new URL(site.url).href,
    onEnqueued({ key, depth, host, from }, written) {
      const folded = written === '' ? { url: key, alias: '' } : { url: written, alias: key };
      const place = { ...folded, depth, host, queueSize: frontier.queueSize };
      deps.addEvent({ type: 'queue', action: 'enqueued', reason: from, ...place });
    },
    onDrop({ url, depth, reason, alias }) {
      if (reason !== 'visited' && reason !== 'duplicate') noteFiltered(deps.state, { url, reason });
      if (reason === 'max-depth' || reason === 'robots-disallow') deps.spare(url);
      if (reason === 'overflow') deps.cut();
      const place = { url, depth, host: hostOf(url, ''), queueSize: frontier.queueSize, alias };
      deps.addEvent({ type: 'queue', action: 'drop', reason, ...place });
    },
  });
  return frontier;
}

function hostOf(target: string, other = target): string {
  return URL.canParse(target) ? new URL(target).host : other;
}
