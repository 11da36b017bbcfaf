import type { CrawlEvent, CrawlStatus } from '../../model/site/site.ts';
import type { SiteEventPage, SiteEventQuery } from '../../model/site/site-job.ts';
import type { CrawlOptions, CrawlPorts } from '../contract.ts';
import type { EventLog, NewEvent } from '../records/event-log.ts';
import { openEventLog } from '../records/event-log.ts';
import type { JobRecord } from '../records/job-records.ts';
import { alreadyRunning, findOpenJob, getJob, listJobs, pruneJobs, putJob } from '../records/job-records.ts';
import type { CrawlFeed } from './crawl-feed.ts';
import { createCrawlFeed } from './crawl-feed.ts';
import type { OpenedRun } from './open-run.ts';
import { openRun } from './open-run.ts';
import type { RunGate } from './run-gate.ts';
import type { RunState } from './run-state.ts';
import { createRunState, toStatus } from './run-state.ts';

const SAVE_EVERY_MS = 5_000;

/** One job in memory: its options, counts, events, record and listeners. */
export interface CrawlSession {
  /** The given options; once a continued job is open, the options of its record. */
  readonly options: CrawlOptions;
  /** Replaced when the session opens. */
  readonly state: RunState;
  /** Undefined until the session is open. */
  readonly run: OpenedRun | undefined;
  readonly feed: CrawlFeed;
  /** Reads the stored job and writes its record. Rejects with `crawl/already-running`. */
  open(gate: RunGate): Promise<OpenedRun>;
  status(): CrawlStatus;
  enter(status: RunState['status']): void;
  addEvent(event: NewEvent): CrawlEvent | undefined;
  listEvents(query: SiteEventQuery): Promise<SiteEventPage>;
  flushEvents(): Promise<void>;
  /** Sets the reason of the failure; the first one wins. */
  setReason(reason: string): void;
  save(): Promise<void>;
}

export function createCrawlSession(given: CrawlOptions, ports: CrawlPorts): CrawlSession {
  const feed = createCrawlFeed(ports.clock, status);
  let options = given;
  let state = createRunState(ports, undefined);
  let log: EventLog | undefined;
  let run: OpenedRun | undefined;
  let savedAt = Number.NEGATIVE_INFINITY;

  function status(): CrawlStatus {
    return toStatus(state, { options, ports, frontier: run?.context.frontier, droppedEvents: log?.dropped ?? 0 });
  }

  async function open(gate: RunGate): Promise<OpenedRun> {
    const record = await getJob(ports.records, options.sourceId, options.jobId);
    if (record) options = withRecordedOptions(options, record);
    else await beginJob(options, ports);
    state = createRunState(ports, record?.status);
    log = await openEventLog(ports.records, options.jobId, { clock: ports.clock, onEvent: feed.emitEvent });
    const last = record ? undefined : await findMovedJob(options, ports);
    const fail = (reason: string) => {
      setReason(reason);
      gate.stop();
      gate.abort();
    };
    run = await openRun(options, ports, { state, log, signal: gate.signal, addEvent, gate: gate.pass, fail, touch });
    for (const [from, to] of last?.adopted ?? []) run.context.scope.adopt(new URL(from), new URL(to));
    state.sourceState = run.known.size > 0 ? 'UPDATING' : 'CRAWLING';
    enter(gate.isPaused ? 'paused' : 'running');
    await save();
    return run;
  }

  function enter(next: RunState['status']): void {
    state.status = next;
    touch();
  }

  function touch(): void {
    state.lastActivityAt = new Date(ports.clock.now()).toISOString();
    feed.emitStatusSoon();
    if (ports.clock.ticks() - savedAt >= SAVE_EVERY_MS) void save().catch(() => {});
  }

  function addEvent(event: NewEvent): CrawlEvent | undefined {
    if (event.type === 'problem') state.problems++;
    return log?.add(event);
  }

  function setReason(reason: string): void {
    if (state.reason === '') state.reason = reason;
  }

  async function save(): Promise<void> {
    savedAt = ports.clock.ticks();
    await putJob(ports.records, toRecord(options, { run, status: status() }));
  }

  return {
    get options() {
      return options;
    },
    get state() {
      return state;
    },
    get run() {
      return run;
    },
    feed,
    open,
    status,
    enter,
    addEvent,
    async listEvents(query) {
      const opened =
        log ?? (await openEventLog(ports.records, options.jobId, { clock: ports.clock, onEvent: () => {} }));
      return opened.list(query);
    },
    async flushEvents() {
      await log?.flush();
    },
    setReason,
    save,
  };
}

function withRecordedOptions(options: CrawlOptions, record: JobRecord): CrawlOptions {
  const { site, mode, full, retryOf } = record;
  return { ...options, site, mode, full, ...(retryOf === undefined ? {} : { retryOf }) };
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

function toRecord(options: CrawlOptions, job: { run: OpenedRun | undefined; status: CrawlStatus }): JobRecord {
  return {
    jobId: options.jobId,
    sourceId: options.sourceId,
    site: options.site,
    mode: options.mode,
    full: options.full === true,
    ...(options.retryOf === undefined ? {} : { retryOf: options.retryOf }),
    adopted: job.run?.context.scope.adopted ?? [],
    status: job.status,
  };
}
