import { AppError, isGone, toAppError } from '../../model/app-error.ts';
import type { CrawlEvent, CrawlStatus, CrawlSummary } from '../../model/site.ts';
import type { Crawl, CrawlMessage, CrawlOptions, CrawlPorts } from '../contract.ts';
import { deleteJournal } from '../queue/journal.ts';
import { parseUrl } from '../queue/url.ts';
import type { EventLog, NewEvent } from '../records/event-log.ts';
import { openEventLog } from '../records/event-log.ts';
import type { JobRecord } from '../records/job-records.ts';
import { findOpenJob, getJob, listJobs, pruneJobs, putFailed, putJob } from '../records/job-records.ts';
import { queryPages } from '../records/page-rows.ts';
import { wait } from '../wait.ts';
import type { OpenedRun } from './open-run.ts';
import { openRun } from './open-run.ts';
import { runAnalysis } from './run-analysis.ts';
import { runCrawl } from './run-crawl.ts';
import type { RunState } from './run-state.ts';
import { createRunState, toStatus } from './run-state.ts';

/** Requests in flight get this long after `stop`. */
const STOP_MS = 2_000;
const STATUS_EVERY_MS = 250;
const SAVE_EVERY_MS = 5_000;

export function createCrawl(given: CrawlOptions, ports: CrawlPorts): Crawl {
  const start = parseUrl(given.site.url);
  if (!start || !/^https?:$/.test(start.protocol))
    throw new AppError('crawl/bad-url', 'only http and https URLs can be added');
  let options: CrawlOptions = { ...given, site: { ...given.site, url: start.href } };
  const abort = new AbortController();
  const listeners = new Set<(message: CrawlMessage) => void>();
  let state: RunState = createRunState(ports, undefined);
  let log: EventLog | undefined;
  let run: OpenedRun | undefined;
  let ended: Promise<CrawlStatus> | undefined;
  let done: CrawlEvent | undefined;
  let isStopping = false;
  let isPaused = false;
  let hasTarget = true;
  let wake: (() => void)[] = [];
  let statusTimer: unknown;
  let savedAt = 0;

  function status(): CrawlStatus {
    return toStatus(state, { options, ports, frontier: run?.context.frontier, droppedEvents: log?.dropped ?? 0 });
  }

  function tell(message: CrawlMessage): void {
    for (const listener of listeners) listener(message);
  }

  function addEvent(event: NewEvent): CrawlEvent | undefined {
    if (event.type === 'problem') state.problems++;
    return log?.add(event);
  }

  function touch(): void {
    state.lastActivityAt = new Date(ports.clock.now()).toISOString();
    tellStatus();
    if (ports.clock.now() - savedAt >= SAVE_EVERY_MS) void save().catch(() => {});
  }

  function tellStatus(): void {
    if (statusTimer !== undefined || listeners.size === 0) return;
    statusTimer = ports.clock.setTimeout(() => {
      statusTimer = undefined;
      tell({ type: 'status', status: status() });
    }, STATUS_EVERY_MS);
  }

  async function save(): Promise<void> {
    savedAt = ports.clock.now();
    const record: JobRecord = {
      jobId: options.jobId,
      sourceId: options.sourceId,
      site: options.site,
      mode: options.mode,
      full: options.full === true,
      ...(options.retryOf === undefined ? {} : { retryOf: options.retryOf }),
      adopted: run?.context.scope.adopted ?? [],
      status: status(),
    };
    await putJob(ports.records, record);
  }

  function enter(next: RunState['status']): void {
    state.status = next;
    touch();
  }

  /** Waits while paused; false when the job is to end. */
  async function gate(): Promise<boolean> {
    while (isPaused && !isStopping) {
      await new Promise<void>((resolve) => {
        wake.push(resolve);
      });
    }
    return !isStopping && !abort.signal.aborted;
  }

  function release(): void {
    for (const resolve of wake) resolve();
    wake = [];
  }

  function fail(reason: string): void {
    if (state.reason === '') state.reason = reason;
    isStopping = true;
    release();
    abort.abort();
  }

  async function open(): Promise<void> {
    const record = await getJob(ports.records, options.sourceId, options.jobId);
    if (record) {
      const { site, mode, full, retryOf } = record;
      options = { ...options, site, mode, full, ...(retryOf === undefined ? {} : { retryOf }) };
    } else {
      // A pause that came at once has saved this job already.
      const other = await findOpenJob(ports.records, options.sourceId, options.jobId);
      if (other)
        throw new AppError('crawl/already-running', 'a job of this source has not ended', { jobId: other.jobId });
      await pruneJobs(ports.records, options);
    }
    state = createRunState(ports, record?.status);
    log = await openEventLog(ports.records, options.jobId, {
      clock: ports.clock,
      onEvent: (event) => tell({ type: 'event', event }),
    });
    const last = record ? undefined : await findLast();
    run = await openRun(options, ports, { state, log, signal: abort.signal, addEvent, gate, fail, touch });
    for (const [from, to] of last?.adopted ?? []) run.context.scope.adopt(new URL(from), new URL(to));
    state.sourceState = run.known.size > 0 ? 'UPDATING' : 'CRAWLING';
    enter(isPaused ? 'paused' : 'running');
    await save();
  }

  /** Runs that do not discover begin where the site was found last. */
  async function findLast(): Promise<JobRecord | undefined> {
    if (options.mode === 'crawl') return undefined;
    const jobs = await listJobs(ports.records, options.sourceId);
    return jobs.find((job) => job.jobId !== options.jobId && (job.adopted?.length ?? 0) > 0);
  }

  async function work(): Promise<CrawlStatus> {
    try {
      await open();
    } catch (error) {
      abort.abort();
      throw error;
    }
    try {
      const opened = run as OpenedRun;
      if (options.mode === 'analysis') await runAnalysis(opened, addEvent);
      else await runCrawl(opened);
    } catch (error) {
      const problem = toAppError(error);
      // Somebody removed the site while it was read: that ends the job, and is no failure of it.
      hasTarget = !isGone(problem);
      if (!hasTarget) isStopping = true;
      else if (state.reason === '') state.reason = `${problem.code}: ${problem.message}`;
    }
    return end();
  }

  async function end(): Promise<CrawlStatus> {
    const opened = run as OpenedRun;
    const outcome = state.reason !== '' ? 'failed' : isStopping ? 'stopped' : 'done';
    try {
      if (outcome !== 'done' && hasTarget) await opened.keeper.flush();
    } catch (error) {
      if (state.reason === '') state.reason = toAppError(error).code;
    }
    abort.abort();
    state.status = outcome;
    state.phase = 'ended';
    state.sourceState = outcome === 'failed' ? 'ERROR' : 'INDEXED';
    state.endedAt = new Date(ports.clock.now()).toISOString();
    done = addEvent({ type: 'done', outcome, endedAt: state.endedAt, summary: toSummary(state) });
    await opened.journal.flush().catch(() => {});
    await putFailed(ports.records, options.jobId, [...opened.failedItems.values()]);
    await log?.flush();
    await save();
    if (outcome === 'done') await deleteJournal(ports.records, options.jobId);
    if (statusTimer !== undefined) ports.clock.clearTimeout(statusTimer);
    statusTimer = undefined;
    tell({ type: 'status', status: status() });
    return status();
  }

  return {
    jobId: options.jobId,
    start() {
      ended ??= work();
      return ended;
    },
    async pause() {
      if (state.endedAt !== '' || isStopping) return;
      isPaused = true;
      enter('paused');
      await run?.keeper.flush();
      await log?.flush();
      await save();
    },
    async resume() {
      if (!isPaused) return;
      isPaused = false;
      enter('running');
      release();
      await save();
    },
    async stop() {
      if (state.endedAt !== '' || !ended) return;
      isStopping = true;
      enter('stopping');
      release();
      await Promise.race([ended.catch(() => {}), wait(ports.clock, STOP_MS)]);
      abort.abort();
      await ended.catch(() => {});
    },
    status,
    async events(query = {}) {
      const opened =
        log ?? (await openEventLog(ports.records, options.jobId, { clock: ports.clock, onEvent: () => {} }));
      return opened.list(query);
    },
    pages: (query = {}) => queryPages(ports.records, options.sourceId, query),
    subscribe(listener) {
      listeners.add(listener);
      listener({ type: 'status', status: status() });
      if (done) listener({ type: 'event', event: done });
      return () => listeners.delete(listener);
    },
  };
}

function toSummary(state: RunState): CrawlSummary {
  const { visited, saved, unchanged, removed, filtered, errors } = state;
  const elapsedMs = Date.parse(state.endedAt) - Date.parse(state.startedAt);
  return { visited, saved, unchanged, removed, filtered, errors, elapsedMs };
}
