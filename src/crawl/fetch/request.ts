import { DEFAULT_SITE_OPTIONS, type SiteOptions } from '../../model/site/site.ts';
import { wait } from '../clock.ts';
import type { CrawlPorts } from '../contract.ts';
import { createCompanionRoute } from './companion.ts';
import { type Body, type FetchFault, fetchBody, isAnswered } from './fetch-body.ts';
import { LONGEST_RETRY_AFTER_MS } from './hosts.ts';

export type RequestAnswer =
  | { readonly type: 'body'; readonly body: Body }
  | {
      readonly type: 'fault';
      /** `unreadable` concerns the whole host, `cors` one page; after `not-granted` the job cannot continue. */
      readonly fault: FetchFault | 'unreadable' | 'cors' | 'mixed-content' | 'not-granted';
      readonly message: string;
    };

export interface RequestOptions {
  readonly maxBytes: number;
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** When false, a rate-limit answer is final. */
  readonly waitsForLimit?: boolean;
  /** Called before each further attempt. */
  onRetry?(reason: string): void;
  /** Wraps the wait before a further attempt, so that other work can run meanwhile. */
  whileWaiting?(wait: Promise<void>): Promise<void>;
}

/** Requests URLs at each host's pace, with retries, and reports each outcome to the hosts [S10], [S12]. */
export interface Requester {
  ask(url: string, options: RequestOptions): Promise<RequestAnswer>;
  /** Stores an answer for the next `ask` of this URL, which then sends no request. */
  prime(url: string, answer: RequestAnswer): void;
}

const RETRY_JITTER = 0.1;
const MIXED_CONTENT: RequestAnswer = {
  type: 'fault',
  fault: 'mixed-content',
  message: 'an https page cannot read http, and https did not answer',
};
const CORS_MESSAGE = 'the server answers, and does not let other sites read this page';
/** Hosts that serve single files of repositories expect many small requests. */
const REPO_START_PER_SEC = 10;

interface RequesterJob {
  readonly signal: AbortSignal;
  readonly full: boolean;
  /** Waits while the job is paused; returns false when the job is ending. */
  mayAsk(): Promise<boolean>;
  /** True while the job is paused or ending. */
  isHeld(): boolean;
  onRequest(host: string): void;
  onAnswer(): void;
  onBytes(bytes: number): void;
}

export function createPacedRequester(ports: CrawlPorts, site: SiteOptions, job: RequesterJob): Requester {
  const { hosts, clock } = ports;
  const primed = new Map<string, RequestAnswer>();
  const acquireSlot = createSlots(ports, site, job);

  async function nextRequest(url: string): Promise<boolean> {
    const { host } = new URL(url);
    if (!(await acquireSlot(host))) return false;
    job.onRequest(host);
    return true;
  }

  const loginOrigin = site.useLogin === true ? new URL(site.url).origin : undefined;
  const route = createCompanionRoute(ports, {
    loginOrigin,
    async nextRequest(url) {
      const isNext = await nextRequest(url);
      if (isNext) job.onAnswer();
      return isNext;
    },
    isAnswered: isHiddenPage,
  });

  async function attempt(url: string, options: RequestOptions, isFirst: boolean): Promise<RequestAnswer> {
    const { host, origin } = new URL(url);
    // Requests with a token or a body are for APIs, and never go through the companion.
    const isPlain = options.json === undefined && options.headers === undefined;
    if (isPlain && origin === loginOrigin) await route.add(url);
    const isRouted = isPlain && route.has(url);
    if (!(await nextRequest(url))) return { type: 'fault', fault: 'aborted', message: 'stopped' };
    const answer = await (isRouted ? route.fetch : fetchBody)(withoutHash(url), {
      fetch: ports.fetch,
      clock,
      timeoutMs: options.timeoutMs ?? site.timeoutMs,
      maxBytes: options.maxBytes,
      signal: job.signal,
      cache: job.full ? 'reload' : 'no-cache',
      json: options.json,
      headers: options.headers,
    }).finally(() => job.onAnswer());
    if ('fault' in answer) {
      if (answer.fault === 'cors' && !hosts.hasAnswered(host)) return { type: 'fault', ...answer, fault: 'unreadable' };
      // A CORS refusal looks like any network fault. A host that never answered gets no second request after one [S11].
      if (answer.fault !== 'network') return { type: 'fault', ...answer };
      const hasAnswered = hosts.hasAnswered(host);
      const mayBeHidden = isFirst && !isRouted && !job.signal.aborted;
      const isHidden = hasAnswered && mayBeHidden && (await isHiddenPage(url));
      const isRoutable = isPlain && (isHidden || (mayBeHidden && !hasAnswered));
      if (isRoutable && (await route.add(url))) return attempt(url, options, isFirst);
      if (!hasAnswered) return { type: 'fault', fault: 'unreadable', message: answer.message };
      return isHidden ? { type: 'fault', fault: 'cors', message: CORS_MESSAGE } : { type: 'fault', ...answer };
    }
    job.onBytes(answer.body.bytes.length);
    hosts.answered(host);
    const { status } = answer.body;
    if (answer.body.isRateLimited || status === 503) hosts.pushedBack(host, answer.body.retryAfterMs);
    else if (status >= 500) hosts.troubled(host, isFirst ? url : '');
    else if (status < 400) hosts.succeeded(host);
    return { type: 'body', body: answer.body };
  }

  /** Tells a page hidden by CORS from a fault, by an opaque request to a host that answers other pages. */
  async function isHiddenPage(url: string): Promise<boolean> {
    if (!(await nextRequest(url))) return false;
    return isAnswered(withoutHash(url), { fetch: ports.fetch, signal: job.signal }).finally(() => job.onAnswer());
  }

  return {
    prime(url, answer) {
      primed.set(url, answer);
    },
    async ask(written, options) {
      const early = primed.get(written);
      primed.delete(written);
      if (early) return early;
      const isUpgraded = ports.secure === true && isPlainHttp(written);
      const url = isUpgraded ? `https${written.slice(4)}` : written;
      const retries = options.retries ?? site.retries;
      for (let tries = 0; ; tries++) {
        const answer = await attempt(url, options, tries === 0);
        const reason = toRetryReason(answer);
        if (isUpgraded && answer.type === 'fault' && answer.fault === 'unreadable') {
          return MIXED_CONTENT;
        }
        const isFinal = options.waitsForLimit === false && answer.type === 'body' && answer.body.isRateLimited;
        if (reason === undefined || isFinal || tries >= retries || job.signal.aborted) return answer;
        options.onRetry?.(reason);
        const retryAfterMs = answer.type === 'body' ? answer.body.retryAfterMs : undefined;
        const ms = retryAfterMs ?? toRetryDelayMs(site, tries) * (1 + RETRY_JITTER * clock.random());
        const waiting = wait(clock, Math.min(ms, LONGEST_RETRY_AFTER_MS), job.signal);
        await (options.whileWaiting?.(waiting) ?? waiting);
      }
    },
  };
}

function toRetryDelayMs({ retryDelaysSec }: SiteOptions, tries: number): number {
  // Jobs of older releases have no such option.
  const delays = retryDelaysSec ?? DEFAULT_SITE_OPTIONS.retryDelaysSec;
  return (delays[Math.min(tries, delays.length - 1)] as number) * 1_000;
}

/** Gives up a slot that arrives while the job is paused, so that requests after the pause keep their spacing. */
function createSlots({ hosts }: CrawlPorts, site: SiteOptions, job: RequesterJob): (host: string) => Promise<boolean> {
  const pace = { maxPerSec: site.maxRequestsPerSec, startPerSec: site.repo && REPO_START_PER_SEC };
  return async (host) => {
    do {
      if (!(await job.mayAsk())) return false;
      if (!(await hosts.slot(host, { ...pace, signal: job.signal }))) return false;
    } while (job.isHeld());
    return true;
  };
}

/** Network faults, timeouts, 408, 429, a 403 that is a rate limit, and 5xx are retried; other answers are final. */
function toRetryReason(answer: RequestAnswer): string | undefined {
  if (answer.type === 'fault')
    return answer.fault === 'network' || answer.fault === 'timeout' ? answer.fault : undefined;
  const { status, isRateLimited } = answer.body;
  return status === 408 || isRateLimited || status >= 500 ? `http-${status}` : undefined;
}

/** Browsers treat loopback as secure and block other plain http on an https page. */
function isPlainHttp(url: string): boolean {
  return /^http:\/\//i.test(url) && !/^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);
}

function withoutHash(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}
