import type { HostStatus } from '../../model/site/site.ts';
import { type CrawlClock, wait } from '../clock.ts';

/** Pacing and circuit breakers per host, shared by all jobs of a process [S11], [S12]. */
export type Hosts = ReturnType<typeof createHosts>;

export interface SlotOptions {
  readonly maxPerSec: number;
  /** Start pace of a host without earlier requests; 2 by default. */
  readonly startPerSec?: number;
  readonly signal: AbortSignal;
}

export const START_PER_SEC = 2;
const MIN_PER_SEC = 0.1;
export const RISE_PER_SUCCESS = 0.1;
const JITTER = 0.1;
const TROUBLED_PAGES = 3;
const MORE_TROUBLED = 4;
/** Lower bound of the pace after 5xx answers, so that a crawl of such a site still ends on the same day. */
const MIN_TROUBLED_PER_SEC = 1;
const BLACKOUTS_MS = [5_000, 15_000, 30_000, 60_000];
const CALM_AFTER = 10;
/** A server may demand a day; an hour is the most a user would wait. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;
const OPEN_AFTER_FAILURES = 5;
const OPEN_MS = 60_000;
const MAX_FAILED_TRIALS = 5;

export type PageOutcome = 'ok' | 'neutral' | 'failed' | 'aborted';

type HostState = ReturnType<typeof createState>;

export function createHosts(clock: CrawlClock) {
  const states = new Map<string, HostState>();

  function get(host: string): HostState {
    let state = states.get(host);
    if (!state) {
      state = createState();
      states.set(host, state);
    }
    return state;
  }

  return {
    /** Waits for this host's next slot. Returns false when the signal ended the wait. */
    slot: (host: string, options: SlotOptions) => waitForSlot(get(host), clock, options),
    /** Waits until the breaker admits a page. Returns false when the signal ended the wait. */
    admit: (host: string, signal: AbortSignal) => waitForBreaker(get(host), clock, signal),
    /** Notes an answer below 400: the pace may rise. */
    succeeded(host: string): void {
      const state = get(host);
      state.troubled.clear();
      state.troubledLimit = TROUBLED_PAGES;
      state.perSec = state.calmPerSec ?? state.perSec;
      state.calmPerSec = undefined;
      state.perSec = Math.min(state.capPerSec, state.perSec + RISE_PER_SUCCESS);
      if (++state.calm >= CALM_AFTER) state.blackouts = 0;
    },
    /** Notes any answer: the browser can read this host. */
    answered(host: string): void {
      get(host).readable = 'yes';
    },
    /** Notes a 429 or 503: halves the pace and pauses for `retryAfterMs`, else for 5, 15, 30, 60 s. */
    pushedBack: (host: string, retryAfterMs: number | undefined) => slowDown(get(host), clock.ticks(), retryAfterMs),
    /** Notes another 5xx, with the page's URL on its first try. Three different pages in a row halve the pace until one succeeds; twelve halve it again. */
    troubled(host: string, firstTimeUrl: string): void {
      const state = get(host);
      if (firstTimeUrl !== '') state.troubled.add(firstTimeUrl);
      if (state.troubled.size < state.troubledLimit) return;
      state.troubledLimit *= MORE_TROUBLED;
      state.calmPerSec ??= state.perSec;
      const pace = Math.min(state.perSec, state.capPerSec);
      state.perSec = Math.min(pace, Math.max(MIN_TROUBLED_PER_SEC, pace / 2));
    },
    /** Ends a page: `failed` only when network faults, 429 or 503 used up its retries; `neutral` for other answers. */
    pageEnded(host: string, outcome: PageOutcome): void {
      const state = get(host);
      moveBreaker(state, clock.ticks(), outcome);
      for (const wake of state.waiters.splice(0)) wake();
    },
    setCrawlDelay(host: string, seconds: number): void {
      get(host).delayMs = Math.min(seconds * 1_000, 60_000);
    },
    markUnreadable(host: string): void {
      get(host).readable = 'no';
    },
    /** Allows another try of a host after the user retries. */
    reset: (host: string) => void states.delete(host),
    hasAnswered: (host: string) => get(host).readable === 'yes',
    isUnreadable: (host: string) => get(host).readable === 'no',
    /** True after several failed trials in a row since the breaker opened: pages fail at once instead of waiting. */
    isGivenUp: (host: string) => get(host).failedTrials >= MAX_FAILED_TRIALS,
    status: (host: string) => toStatus(get(host), clock),
  };
}

function createState() {
  return {
    perSec: START_PER_SEC,
    capPerSec: START_PER_SEC,
    delayMs: 0,
    lastAt: Number.NEGATIVE_INFINITY,
    tail: Promise.resolve(),
    blackoutUntil: 0,
    blackouts: 0,
    calm: 0,
    /** Pages in a row that answered 5xx on the first try. */
    troubled: new Set<string>(),
    /** Size of `troubled` that halves the pace; four times as many halve it again. */
    troubledLimit: TROUBLED_PAGES,
    /** The pace before the 5xx answers; the next success restores it. */
    calmPerSec: undefined as number | undefined,
    recent: [] as number[],
    requests: 0,
    breaker: 'closed' as HostStatus['state'],
    failures: 0,
    openUntil: 0,
    failedTrials: 0,
    readable: 'unknown' as HostStatus['readable'],
    waiters: [] as (() => void)[],
  };
}

/** Grants slots one after the other, each at least an interval after the last and never within a blackout. */
async function waitForSlot(
  state: HostState,
  clock: CrawlClock,
  { maxPerSec, startPerSec, signal }: SlotOptions,
): Promise<boolean> {
  state.capPerSec = maxPerSec;
  if (state.requests === 0 && startPerSec !== undefined) state.perSec = startPerSec;
  const before = state.tail;
  let release = () => {};
  state.tail = new Promise((resolve) => {
    release = resolve;
  });
  await before;
  try {
    const jitter = 1 + JITTER * clock.random();
    for (;;) {
      if (signal.aborted) return false;
      const at = Math.max(state.lastAt + toIntervalMs(state) * jitter, state.blackoutUntil);
      if (at <= clock.ticks()) break;
      await wait(clock, at - clock.ticks(), signal);
    }
    noteRequest(state, clock.ticks());
    return true;
  } finally {
    release();
  }
}

function toIntervalMs(state: HostState): number {
  return Math.max(1_000 / Math.min(state.perSec, state.capPerSec), state.delayMs);
}

function noteRequest(state: HostState, now: number): void {
  state.lastAt = now;
  state.requests++;
  state.recent.push(now);
  while (state.recent.length > 0 && (state.recent[0] as number) <= now - 60_000) state.recent.shift();
}

async function waitForBreaker(state: HostState, clock: CrawlClock, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (state.breaker === 'closed') return true;
    if (state.breaker === 'open' && clock.ticks() >= state.openUntil) {
      state.breaker = 'half-open';
      return true;
    }
    if (state.breaker === 'open') await wait(clock, state.openUntil - clock.ticks(), signal);
    else await waitForTrial(state, signal);
  }
  return false;
}

function waitForTrial(state: HostState, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    state.waiters.push(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function slowDown(state: HostState, now: number, retryAfterMs: number | undefined): void {
  state.calm = 0;
  state.calmPerSec = undefined;
  // Requests that were already in flight get the same push-back: it counts once.
  if (now >= state.blackoutUntil) {
    state.perSec = Math.max(MIN_PER_SEC, Math.min(state.perSec, state.capPerSec) / 2);
    const ms = retryAfterMs ?? (BLACKOUTS_MS[Math.min(state.blackouts, BLACKOUTS_MS.length - 1)] as number);
    if (retryAfterMs === undefined) state.blackouts++;
    state.blackoutUntil = now + Math.min(ms, LONGEST_RETRY_AFTER_MS);
  } else if (retryAfterMs !== undefined) {
    const until = now + Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
    state.blackoutUntil = Math.max(state.blackoutUntil, until);
  }
}

function moveBreaker(state: HostState, now: number, outcome: PageOutcome): void {
  const wasTrial = state.breaker === 'half-open';
  if (outcome === 'failed') {
    state.failures++;
    if (wasTrial) state.failedTrials++;
    if (wasTrial || state.failures >= OPEN_AFTER_FAILURES) openBreaker(state, now);
  } else if (outcome === 'aborted') {
    if (wasTrial) openBreaker(state, now - OPEN_MS);
  } else {
    if (outcome === 'ok' || wasTrial) state.failures = 0;
    if (wasTrial) state.failedTrials = 0;
    if (wasTrial) state.breaker = 'closed';
  }
}

function openBreaker(state: HostState, now: number): void {
  state.breaker = 'open';
  state.openUntil = now + OPEN_MS;
}

function toStatus(state: HostState, clock: CrawlClock): HostStatus {
  const now = clock.ticks();
  const backoff = Math.max(state.blackoutUntil, state.breaker === 'open' ? state.openUntil : 0);
  return {
    state: state.breaker,
    rpm: state.recent.filter((at) => at > now - 60_000).length,
    limitRpm: Math.round(60_000 / toIntervalMs(state)),
    intervalMs: Math.round(toIntervalMs(state)),
    backoffUntil: backoff > now ? new Date(clock.now() + backoff - now).toISOString() : '',
    requests: state.requests,
    readable: state.readable,
  };
}
