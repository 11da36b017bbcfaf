import { describe, expect, it } from 'vitest';
import type { CrawlClock } from '../../../../src/crawl/clock.ts';
import { parseRetryAfter } from '../../../../src/crawl/fetch/fetch-body.ts';
import { createHosts } from '../../../../src/crawl/fetch/hosts.ts';

/** Advances only by hand; timers fire in order. */
function handClock() {
  let now = 1_000_000;
  const timers: { at: number; callback: () => void }[] = [];
  const clock: CrawlClock = {
    now: () => now,
    ticks: () => now,
    setTimeout(callback, ms) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return timer;
    },
    clearTimeout(timer) {
      const at = timers.indexOf(timer as (typeof timers)[number]);
      if (at >= 0) timers.splice(at, 1);
    },
    random: () => 0.5,
  };
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      now = Math.max(now, next.at);
      clock.clearTimeout(next);
      next.callback();
    }
    now = end;
  }
  return { clock, pass };
}

const signal = new AbortController().signal;

function open() {
  const { clock, pass } = handClock();
  return { clock, hosts: createHosts(clock), pass };
}

async function take(
  hosts: ReturnType<typeof createHosts>,
  clock: CrawlClock,
  count: number,
  times: number[],
  maxPerSec = 5,
) {
  await Promise.all(
    Array.from({ length: count }, async () => {
      await hosts.slot('h', { maxPerSec, signal });
      times.push(clock.now());
      hosts.succeeded('h');
    }),
  );
}

describe('[S12] pacing', () => {
  it('starts at 2 a second, evenly spaced, and rises to the limit but never over it', async () => {
    const { clock, hosts, pass } = open();
    const times: number[] = [];
    const done = take(hosts, clock, 100, times);
    await pass(60_000);
    await done;
    const gaps = times.slice(1).map((at, i) => at - (times[i] as number));
    expect(gaps[0]).toBeGreaterThanOrEqual(470);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(200);
    expect(gaps.at(-1)).toBeLessThanOrEqual(220);
    expect(hosts.status('h')).toMatchObject({ limitRpm: 300, intervalMs: 200 });
  });

  it('does not stall when the system clock is set back', async () => {
    const { clock, pass } = handClock();
    let setBackMs = 0;
    const hosts = createHosts({ ...clock, now: () => clock.ticks() - setBackMs });
    const times: number[] = [];
    await Promise.all([take(hosts, clock, 3, times), pass(3_000)]);
    setBackMs = 3_600_000;
    hosts.pushedBack('h', undefined);
    expect(Date.parse(hosts.status('h').backoffUntil)).toBe(clock.ticks() - setBackMs + 5_000);
    await Promise.all([take(hosts, clock, 3, times), pass(10_000)]);
    expect(times).toHaveLength(6);
  });

  it('halves after a push-back and pauses for 5, 15, 30, 60, 60 s; ten successes reset it', async () => {
    const { clock, hosts, pass } = open();
    const silences: number[] = [];
    for (let i = 0; i < 5; i++) {
      hosts.pushedBack('h', undefined);
      hosts.pushedBack('h', undefined);
      silences.push((Date.parse(hosts.status('h').backoffUntil) - clock.now()) / 1_000);
      await pass(61_000);
    }
    expect(silences).toEqual([5, 15, 30, 60, 60]);
    for (let i = 0; i < 10; i++) hosts.succeeded('h');
    hosts.pushedBack('h', undefined);
    expect((Date.parse(hosts.status('h').backoffUntil) - clock.now()) / 1_000).toBe(5);
  });

  it('other 5xx cause no pause: three different pages in a row, none of them a retry, halve the pace', async () => {
    const { hosts } = open();
    for (let i = 0; i < 30; i++) {
      await hosts.slot('h', { maxPerSec: 5, signal: AbortSignal.abort() });
      hosts.succeeded('h');
    }
    const pace = () => hosts.status('h').limitRpm;
    const before = pace();
    for (const url of ['/a', '', '/a', '', '/b', '', '']) hosts.troubled('h', url);
    expect(pace()).toBe(before);
    hosts.succeeded('h');
    for (const url of ['/c', '/d']) hosts.troubled('h', url);
    expect(pace()).toBe(before);
    hosts.troubled('h', '/e');
    expect(pace()).toBe(before / 2);
    expect(hosts.status('h').backoffUntil).toBe('');
    for (let i = 0; i < 300; i++) hosts.troubled('h', `/f${i}`);
    expect(pace()).toBe(60);
    hosts.succeeded('h');
    expect(pace()).toBe(before);
  });

  it('Retry-After is seconds or a date', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(parseRetryAfter('3', now)).toBe(3_000);
    expect(parseRetryAfter(new Date(now + 5_000).toUTCString(), now)).toBe(5_000);
    expect(parseRetryAfter('soon', now)).toBeUndefined();
    expect(parseRetryAfter(null, now)).toBeUndefined();
  });
});

describe('[S11] breaker', () => {
  it('opens after five failed pages; 4xx never count, success resets it', async () => {
    const { hosts } = open();
    for (let i = 0; i < 4; i++) hosts.pageEnded('h', 'failed');
    for (let i = 0; i < 9; i++) hosts.pageEnded('h', 'neutral');
    expect(hosts.status('h').state).toBe('closed');
    hosts.pageEnded('h', 'ok');
    for (let i = 0; i < 4; i++) hosts.pageEnded('h', 'failed');
    expect(hosts.status('h').state).toBe('closed');
    hosts.pageEnded('h', 'failed');
    expect(hosts.status('h').state).toBe('open');
  });

  it('admits one trial after 60 s; a failure reopens it, any answer closes it', async () => {
    const { hosts, pass } = open();
    for (let i = 0; i < 5; i++) hosts.pageEnded('h', 'failed');
    let admitted = 0;
    const waiting = [1, 2, 3].map(() => hosts.admit('h', signal).then(() => admitted++));
    await pass(59_000);
    expect(admitted).toBe(0);
    await pass(2_000);
    expect(admitted).toBe(1);
    expect(hosts.status('h').state).toBe('half-open');
    hosts.pageEnded('h', 'failed');
    expect(hosts.status('h').state).toBe('open');
    await pass(61_000);
    expect(admitted).toBe(2);
    hosts.pageEnded('h', 'neutral');
    await pass(1);
    expect(hosts.status('h').state).toBe('closed');
    await Promise.all(waiting);
    expect(admitted).toBe(3);
  });
});
