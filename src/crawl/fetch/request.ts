import type { SiteOptions } from '../../model/site/site.ts';
import type { CrawlPorts } from '../contract.ts';
import { wait } from '../wait.ts';
import type { Body, FetchFault } from './fetch-body.ts';
import { fetchBody } from './fetch-body.ts';
import { LONGEST_RETRY_AFTER_MS } from './hosts.ts';

export type RequestAnswer =
  | { readonly type: 'body'; readonly body: Body }
  | { readonly type: 'fault'; readonly fault: FetchFault | 'unreadable' | 'mixed-content'; readonly message: string };

export interface RequestOptions {
  readonly maxBytes: number;
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** False: an answer that asks to come back later is final. */
  readonly waitsForLimit?: boolean;
  /** Called before each further attempt. */
  onRetry?(reason: string): void;
  /** Wraps the wait before a further attempt, so that something else can be done meanwhile. */
  whileWaiting?(wait: Promise<void>): Promise<void>;
}

/** Asks for URLs at each host's pace, with retries, and reports each outcome to the hosts [S10], [S12]. */
export interface Requester {
  ask(url: string, options: RequestOptions): Promise<RequestAnswer>;
  /** Keeps an answer for the next `ask` of this URL, which then sends no request. */
  prime(url: string, answer: RequestAnswer): void;
  /** Requests sent and bytes read so far. */
  readonly totals: { requests: number; bytes: number };
}

const RETRY_DELAYS_MS = [1_000, 2_000, 4_000];
const RETRY_JITTER = 0.1;
/** Hosts that serve single files of repositories are made for many small requests. */
const REPO_START_PER_SEC = 10;

export function createRequester(
  ports: CrawlPorts,
  site: SiteOptions,
  job: {
    readonly signal: AbortSignal;
    readonly full: boolean;
    /** Waits while nothing may be asked for; false when the job is to end. */
    mayAsk(): Promise<boolean>;
    /** Paused, or about to end. */
    isHeld(): boolean;
    onRequest(host: string): void;
    onAnswer(): void;
    onBytes(bytes: number): void;
  },
): Requester {
  const { hosts, clock } = ports;
  const totals = { requests: 0, bytes: 0 };
  const primed = new Map<string, RequestAnswer>();
  const pace = { maxPerSec: site.maxRequestsPerSec, ...(site.repo ? { startPerSec: REPO_START_PER_SEC } : {}) };

  /** A turn that comes while the job is paused is not used: after a pause requests are spaced as before it. */
  async function acquireTurn(host: string): Promise<boolean> {
    do {
      if (!(await job.mayAsk())) return false;
      if (!(await hosts.turn(host, { ...pace, signal: job.signal }))) return false;
    } while (job.isHeld());
    return true;
  }

  async function attempt(url: string, options: RequestOptions, isFirst: boolean): Promise<RequestAnswer> {
    const host = new URL(url).host;
    if (!(await acquireTurn(host))) return { type: 'fault', fault: 'aborted', message: 'stopped' };
    totals.requests++;
    job.onRequest(host);
    const answer = await fetchBody(withoutHash(url), {
      fetch: ports.fetch,
      clock,
      timeoutMs: options.timeoutMs ?? site.timeoutMs,
      maxBytes: options.maxBytes,
      signal: job.signal,
      cache: job.full ? 'reload' : 'no-cache',
      ...(options.json === undefined ? {} : { json: options.json }),
      ...(options.headers === undefined ? {} : { headers: options.headers }),
    }).finally(() => job.onAnswer());
    if ('fault' in answer) {
      // A CORS refusal looks like any network fault. A host that never answered is not asked a second time for one [S11].
      const isOpaque = answer.fault === 'network' && !hosts.hasAnswered(host);
      return { type: 'fault', fault: isOpaque ? 'unreadable' : answer.fault, message: answer.message };
    }
    totals.bytes += answer.body.bytes.length;
    job.onBytes(answer.body.bytes.length);
    hosts.answered(host);
    const { status } = answer.body;
    if (answer.body.isRateLimited || status === 503) hosts.pushedBack(host, answer.body.retryAfterMs);
    else if (status >= 500) hosts.troubled(host, isFirst ? url : '');
    else if (status < 400) hosts.succeeded(host);
    return { type: 'body', body: answer.body };
  }

  return {
    totals,
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
          return {
            type: 'fault',
            fault: 'mixed-content',
            message: 'an https page cannot read http, and https did not answer',
          };
        }
        const isFinal = options.waitsForLimit === false && answer.type === 'body' && answer.body.isRateLimited;
        if (reason === undefined || isFinal || tries >= retries || job.signal.aborted) return answer;
        options.onRetry?.(reason);
        const retryAfterMs = answer.type === 'body' ? answer.body.retryAfterMs : undefined;
        const delay = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] as number;
        const ms = retryAfterMs ?? delay * (1 + RETRY_JITTER * clock.random());
        const waiting = wait(clock, Math.min(ms, LONGEST_RETRY_AFTER_MS), job.signal);
        await (options.whileWaiting?.(waiting) ?? waiting);
      }
    },
  };
}

/** Network faults, timeouts, 408, 429, a 403 that is a rate limit, and 5xx are asked again; other answers are final. */
function toRetryReason(answer: RequestAnswer): string | undefined {
  if (answer.type === 'fault')
    return answer.fault === 'network' || answer.fault === 'timeout' ? answer.fault : undefined;
  const { status, isRateLimited } = answer.body;
  return status === 408 || isRateLimited || status >= 500 ? `http-${status}` : undefined;
}

/** Loopback counts as secure in browsers; other plain http is blocked on an https page. */
function isPlainHttp(url: string): boolean {
  return /^http:\/\//i.test(url) && !/^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);
}

function withoutHash(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}
