import { AppError, toAppError } from '../model/app-error.ts';
import { isImport, type JobState, type JobSummary, type JobType, type Phase, type Progress } from '../model/job.ts';
import type { EngineEvent } from './contract.ts';

/** Shortest time between progress events: a screen cannot show more, and each event crosses a thread. */
const REPORT_EVERY_MS = 100;

/** One running job: counts, phase, cancel. */
export interface Job {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly elapsedMs: number;
  phase(phase: Phase): void;
  /** Reports the change the job waits for; undefined when it no longer waits. */
  waitFor(running: string | undefined): void;
  expect(total: number, totalBytes: number): void;
  /** Adds to the expected totals. */
  expectMore(total: number, totalBytes: number): void;
  step(change: { found?: number; done?: number; doneBytes?: number; path?: string }): void;
  /** Throws `engine/cancelled` after a cancel. */
  throwIfCancelled(): void;
}

export interface Jobs {
  /** Runs the work and reports its progress and end. */
  run<T>(options: JobOptions, work: (job: Job) => Promise<{ value: T; summary: JobSummary }>): Promise<T>;
  cancel(jobId: string): void;
  /** Cancels the imports into a deleted collection, which could not store anything. An export continues with its open generation. */
  cancelReading(collectionId: string): void;
}

interface JobOptions {
  readonly jobId: string;
  readonly collectionId: string;
  readonly type: JobType;
  /** Receives the job's progress instead of the engine's listeners. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export function createJobs(emit: (event: EngineEvent) => void): Jobs {
  const running = new Map<string, { readonly controller: AbortController; readonly options: JobOptions }>();

  return {
    async run(options, work) {
      if (running.has(options.jobId))
        throw new AppError('engine/busy', 'a job with this id is running', { jobId: options.jobId });
      const controller = new AbortController();
      running.set(options.jobId, { controller, options });
      const tracker = createTracker(options, { controller, emit });
      try {
        tracker.report({ state: 'running' });
        const { value, summary } = await work(tracker.job);
        tracker.report({ state: controller.signal.aborted ? 'stopped' : 'done', summary });
        return value;
      } catch (error) {
        const { code, message, details } = toAppError(error);
        tracker.report({
          state: code === 'engine/cancelled' || code === 'engine/deleted' ? 'stopped' : 'failed',
          error: { code, message, details },
        });
        throw error;
      } finally {
        running.delete(options.jobId);
      }
    },
    cancel(jobId) {
      running.get(jobId)?.controller.abort();
    },
    cancelReading(collectionId) {
      for (const { controller, options } of running.values())
        if ((isImport(options) || options.type === 'ocr') && options.collectionId === collectionId) controller.abort();
    },
  };
}

/** Returns a summary with these counts and zeros elsewhere. */
export function toSummary(job: Pick<Job, 'elapsedMs'>, counts: Partial<JobSummary>): JobSummary {
  const none = { indexed: 0, unchanged: 0, withoutText: 0, removed: 0, skipped: 0, failed: 0 };
  return { ...none, ...counts, elapsedMs: Math.round(job.elapsedMs) };
}

function createTracker(
  options: JobOptions,
  context: { controller: AbortController; emit: (event: EngineEvent) => void },
): {
  job: Job;
  report: (end: { state: JobState; summary?: JobSummary; error?: NonNullable<Progress['error']> }) => void;
} {
  const { controller, emit } = context;
  const startedMs = performance.now();
  const startedAt = new Date().toISOString();
  let reportedMs = startedMs;
  let phase: Phase = 'scan';
  let waitsFor: string | undefined;
  const estimate = createEstimate();
  const counts = { found: 0, done: 0, total: 0, doneBytes: 0, totalBytes: 0, currentPath: '' };

  function report(end: { state: JobState; summary?: JobSummary; error?: NonNullable<Progress['error']> }): void {
    reportedMs = performance.now();
    const seconds = Math.max((reportedMs - startedMs) / 1000, 0.001);
    const bytesPerSec = Math.round(counts.doneBytes / seconds);
    const etaMs = estimate.leftMs(counts, reportedMs);
    const over = end.state === 'done' || end.state === 'failed' || end.state === 'stopped';
    const progress: Progress = {
      jobId: options.jobId,
      collectionId: options.collectionId,
      type: options.type,
      phase,
      ...counts,
      bytesPerSec,
      startedAt,
      ...(waitsFor === undefined || over ? {} : { waitsFor }),
      ...(etaMs === undefined || over ? {} : { etaMs }),
      ...(over ? { endedAt: new Date().toISOString() } : {}),
      ...end,
    };
    if (options.onProgress) options.onProgress(progress);
    else emit({ type: 'progress', progress });
  }

  function reportSometimes(): void {
    if (performance.now() - reportedMs >= REPORT_EVERY_MS)
      report({ state: controller.signal.aborted ? 'stopping' : 'running' });
  }

  const job: Job = {
    id: options.jobId,
    signal: controller.signal,
    get elapsedMs() {
      return performance.now() - startedMs;
    },
    phase(next) {
      if (next === phase) return;
      phase = next;
      report({ state: controller.signal.aborted ? 'stopping' : 'running' });
    },
    waitFor(running) {
      if (running === waitsFor) return;
      waitsFor = running;
      report({ state: running === undefined ? 'running' : 'preparing' });
    },
    expect(total, totalBytes) {
      counts.total = total;
      counts.totalBytes = totalBytes;
    },
    expectMore(total, totalBytes) {
      job.expect(counts.total + total, counts.totalBytes + totalBytes);
    },
    step(change) {
      counts.found += change.found ?? 0;
      counts.done += change.done ?? 0;
      counts.doneBytes += change.doneBytes ?? 0;
      if (change.path !== undefined) counts.currentPath = change.path;
      reportSometimes();
    },
    throwIfCancelled() {
      if (controller.signal.aborted)
        throw new AppError('engine/cancelled', 'the job was cancelled', { jobId: options.jobId });
    },
  };
  return { job, report };
}

/** Time after the total is known before an estimate is shown. */
const MIN_MS = 3_000;
const MIN_SHARE = 0.05;

interface Counts {
  readonly done?: number;
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * Estimates a job's remaining time from its speed, in bytes or, if it counts none, in items, since the total is known. The time spent finding files says nothing about how fast they
 * are read: counted in, it turned a first estimate of half a minute into a quarter of an hour.
 */
export function createEstimate(): { leftMs(counts: Counts, nowMs: number): number | undefined } {
  let known: { readonly ms: number; readonly done: number } | undefined;
  return {
    leftMs(counts, nowMs) {
      if (counts.total === 0) return undefined;
      const [sum, all] =
        counts.totalBytes > 0 ? [counts.doneBytes, counts.totalBytes] : [counts.done ?? 0, counts.total];
      known ??= { ms: nowMs, done: sum };
      const elapsedMs = nowMs - known.ms;
      const done = sum - known.done;
      const left = all - sum;
      if (elapsedMs < MIN_MS || done < all * MIN_SHARE || done <= 0 || left <= 0) return undefined;
      return Math.round((left / done) * elapsedMs);
    },
  };
}
