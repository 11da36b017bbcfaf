import { createListeners } from '../../lib/listeners.ts';
import { AppError, isGone, toAppError } from '../../model/app-error.ts';
import type { CrawlEvent, CrawlStatus } from '../../model/site/site.ts';
import { parseUrl } from '../../site/web-address.ts';
import { type CrawlClock, wait } from '../clock.ts';
import type { Crawl, CrawlMessage, CrawlOptions, CrawlPorts } from '../contract.ts';
import { deleteJournal } from '../queue/journal.ts';
import { type EventLog, openEventLog } from '../records/event-log.ts';
import {
  alreadyRunning,
  findOpenJob,
  getJob,
  type JobRecord,
  listJobs,
  pruneJobs,
  putFailed,
  putJob,
} from '../records/job-records.ts';
import { runRepo } from '../repo/run-repo.ts';
import { runAnalysis } from './finish-run.ts';
import { openRun } from './open-run.ts';
import type { Run } from './run.ts';
import { runCrawl } from './run-crawl.ts';
import { createRunState, endState, type RunState, toStatus, toSummary } from './run-state.ts';

/** Time for requests in flight after `stop`. */
const STOP_MS = 2_000;
const SAVE_EVERY_MS = 5_000;

/** One job in memory. */
interface Job {
  readonly ports: CrawlPorts;
  readonly gate: RunGate;
  readonly feed: CrawlFeed;
  /** The given options; once a continued job is open, the options of its record. */
  options: CrawlOptions;
  /** Replaced when the job opens. */
  state: RunState;
  log: EventLog | undefined;
  run: Run | undefined;
  savedAt: number;
}

export function createCrawl(given: CrawlOptions, ports: CrawlPorts): Crawl {
  const { clock } = ports;
  const gate = createRunGate();
  const job: Job = {
    ports,
    gate,
    feed: createCrawlFeed(clock, () => getStatus(job)),
    options: toCheckedOptions(given),
    state: createRunState(ports, undefined),
    log: undefined,
    run: undefined,
    savedAt: Number.NEGATIVE_INFINITY,
  };
  let ended: Promise<CrawlStatus> | undefined;
  return {
    jobId: given.jobId,
    start() {
      ended ??= work(job).catch((error: unknown) => endUnsaved(job, error));
      return ended;
    },
    async pause() {
      if (job.state.endedAt !== '' || gate.isStopping) return;
      gate.pause();
      enter(job, 'paused');
      await job.run?.keeper.flush();
      await job.log?.flush();
      await save(job);
    },
    async resume() {
      if (!gate.isPaused || job.state.endedAt !== '') return;
      gate.resume();
      enter(job, 'running');
      await save(job);
    },
    async stop() {
      if (job.state.endedAt !== '' || !ended) return;
      gate.stop();
      enter(job, 'stopping');
      await Promise.race([ended.catch(() => {}), wait(clock, STOP_MS)]);
      gate.abort();
      await ended.catch(() => {});
    },
    status: () => getStatus(job),
    async events(query = {}) {
      const log = job.log ?? (await openEventLog(ports.records, given.jobId, { clock, onEvent: () => {} }));
      return log.list(query);
    },
    subscribe: job.feed.subscribe,
  };
}

async function work(job: Job): Promise<CrawlStatus> {
  const run = await open(job).catch((error: unknown) => {
    job.gate.abort();
    throw error;
  });
  let hasTarget = true;
  try {
    if (run.options.mode === 'analysis') await runAnalysis(run);
    else if (run.site.repo) await runRepo(run, run.site.repo);
    else await runCrawl(run);
  } catch (error) {
    const problem = toAppError(error);
    // The user removed the site during the crawl: that ends the job, but is not a failure.
    hasTarget = !isGone(problem);
    if (hasTarget && problem.code !== 'engine/cancelled') setReason(job, toReason(problem));
  }
  return end(job, run, hasTarget);
}

/** Reads the stored job and writes its record. */
async function open(job: Job): Promise<Run> {
  const { ports, gate, feed } = job;
  const { sourceId, jobId } = job.options;
  const record = await getJob(ports.records, sourceId, jobId);
  if (record) job.options = withRecordedOptions(job.options, record);
  else await beginJob(job.options, ports);
  const state = createRunState(ports, record?.status);
  const log = await openEventLog(ports.records, jobId, { clock: ports.clock, onEvent: feed.emitEvent });
  Object.assign(job, { state, log });
  const last = record ? undefined : await findMovedJob(job.options, ports);
  const run = await openRun(job.options, ports, {
    state,
    log,
    signal: gate.signal,
    gate: gate.pass,
    touch: () => touch(job),
    fail(reason) {
      setReason(job, reason);
      gate.stop();
      gate.abort();
    },
  });
  job.run = run;
  for (const [from, to] of last?.adopted ?? []) run.scope.adopt(new URL(from), new URL(to));
  state.sourceState = run.known.size > 0 ? 'UPDATING' : 'CRAWLING';
  enter(job, gate.isPaused ? 'paused' : 'running');
  await save(job);
  return run;
}

/** Its end could not be stored, or its start: without this, a late report would say that it runs. */
function endUnsaved(job: Job, error: unknown): never {
  const problem = toAppError(error);
  if (isGone(problem)) throw problem;
  setReason(job, problem.code);
  endState(job.state, 'failed', job.ports.clock.now());
  throw problem;
}

async function end(job: Job, run: Run, hasTarget: boolean): Promise<CrawlStatus> {
  const { state, gate, ports } = job;
  const { jobId } = run.options;
  const isStopped = gate.isStopping || !hasTarget;
  const outcome = state.reason !== '' ? 'failed' : isStopped ? 'stopped' : 'done';
  try {
    if (outcome !== 'done' && hasTarget) await run.keeper.flush();
  } catch (error) {
    setReason(job, toAppError(error).code);
  }
  gate.abort();
  endState(state, outcome, ports.clock.now());
  run.log.add({ type: 'done', outcome, endedAt: state.endedAt, summary: toSummary(state) });
  await run.journal.flush().catch(() => {});
  await putFailed(ports.records, jobId, [...run.failedItems.values()]);
  await run.log.flush();
  await save(job);
  if (outcome === 'done') await deleteJournal(ports.records, jobId);
  job.feed.emitStatus();
  return getStatus(job);
}

function getStatus({ state, options, ports, run, log }: Job): CrawlStatus {
  return toStatus(state, { options, ports, frontier: run?.frontier, droppedEvents: log?.dropped ?? 0 });
}

function enter(job: Job, next: RunState['status']): void {
  job.state.status = next;
  touch(job);
}

function touch(job: Job): void {
  const { clock } = job.ports;
  job.state.lastActivityAt = new Date(clock.now()).toISOString();
  job.feed.emitStatusSoon();
  if (clock.ticks() - job.savedAt >= SAVE_EVERY_MS) void save(job).catch(() => {});
}

/** Sets the reason of the failure; the first one wins. */
function setReason({ state }: Job, reason: string): void {
  if (state.reason === '') state.reason = reason;
}

async function save(job: Job): Promise<void> {
  job.savedAt = job.ports.clock.ticks();
  const { jobId, sourceId, site, mode, full = false, retryOf } = job.options;
  const adopted = job.run?.scope.adopted ?? [];
  const status = getStatus(job);
  await putJob(job.ports.records, { jobId, sourceId, site, mode, full, retryOf, adopted, status });
}

function toCheckedOptions(given: CrawlOptions): CrawlOptions {
  const start = parseUrl(given.site.url);
  if (!start || !/^https?:$/.test(start.protocol))
    throw new AppError('crawl/bad-url', 'only http and https URLs can be added');
  return { ...given, site: { ...given.site, url: start.href } };
}

function withRecordedOptions(options: CrawlOptions, record: JobRecord): CrawlOptions {
  const { site, mode, full, retryOf } = record;
  return { ...options, site, mode, full, retryOf };
}

async function beginJob(options: CrawlOptions, { records }: CrawlPorts): Promise<void> {
  // A pause right at the start has already saved this job.
  const other = await findOpenJob(records, options.sourceId, options.jobId);
  if (other) throw alreadyRunning(other.jobId);
  await pruneJobs(records, options);
}

/** Finds the job with the site's last origin, where runs without discovery begin. */
async function findMovedJob(options: CrawlOptions, { records }: CrawlPorts): Promise<JobRecord | undefined> {
  if (options.mode === 'crawl') return undefined;
  const jobs = await listJobs(records, options.sourceId);
  return jobs.find((job) => job.jobId !== options.jobId && (job.adopted?.length ?? 0) > 0);
}

/** Returns the code, for which src/ui/words has a sentence, with the figures of a limit. */
function toReason({ code, message, details }: AppError): string {
  if (!code.startsWith('crawl/')) return `${code}: ${message}`;
  const { path, actual, limit } = details;
  return limit === undefined ? code : `${code} (${path}; ${actual}, limit ${limit})`;
}

/** The listeners of a crawl. They get each event, and the status at most four times a second. */
type CrawlFeed = ReturnType<typeof createCrawlFeed>;

const STATUS_EVERY_MS = 250;

function createCrawlFeed(clock: CrawlClock, getStatus: () => CrawlStatus) {
  const { emit, isEmpty, subscribe } = createListeners<CrawlMessage>();
  let done: CrawlEvent | undefined;
  let timer: unknown;

  return {
    /** Sends the status at once (and `done` if it was emitted). Returns the function that ends the subscription. */
    subscribe(listener: (message: CrawlMessage) => void): () => void {
      listener({ type: 'status', status: getStatus() });
      if (done) listener({ type: 'event', event: done });
      return subscribe(listener);
    },
    emitEvent(event: CrawlEvent): void {
      emit({ type: 'event', event });
      if (event.type === 'done') done = event;
    },
    emitStatusSoon(): void {
      if (timer !== undefined || isEmpty()) return;
      timer = clock.setTimeout(() => {
        timer = undefined;
        emit({ type: 'status', status: getStatus() });
      }, STATUS_EVERY_MS);
    },
    /** Sends the status at once and cancels the pending one. */
    emitStatus(): void {
      if (timer !== undefined) clock.clearTimeout(timer);
      timer = undefined;
      emit({ type: 'status', status: getStatus() });
    },
  };
}

/** Pause and stop control of a run. */
type RunGate = ReturnType<typeof createRunGate>;

function createRunGate() {
  const abort = new AbortController();
  let isPaused = false;
  let isStopping = false;
  let waiting: (() => void)[] = [];

  function release(): void {
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    /** Waits while paused; returns false when the run is ending. */
    async pass(): Promise<boolean> {
      while (isPaused && !isStopping) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      return !isStopping && !abort.signal.aborted;
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      release();
    },
    /** Starts nothing new; running work may finish. */
    stop() {
      isStopping = true;
      release();
    },
    /** Also ends running work. */
    abort: () => abort.abort(),
    signal: abort.signal,
    get isPaused() {
      return isPaused;
    },
    get isStopping() {
      return isStopping;
    },
  };
}
