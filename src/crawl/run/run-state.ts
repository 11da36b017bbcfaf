import type { SourceState } from '../../model/collection.ts';
import type { JobState } from '../../model/job.ts';
import type { CrawlPhase, CrawlStatus, FailedUrl, FilteredUrl, MilestoneKind } from '../../model/site/site.ts';
import { STATUS_LIST_LIMIT } from '../../model/site/site.ts';
import type { CrawlOptions, CrawlPorts } from '../contract.ts';
import type { Frontier } from '../queue/frontier.ts';
import type { Meter } from './meter.ts';
import { createMeter } from './meter.ts';

/** The counts of a run, and the status made from them [S16]. */
export interface RunState {
  status: JobState;
  sourceState: SourceState;
  reason: string;
  phase: CrawlPhase;
  visited: number;
  downloaded: number;
  fullPages: number;
  saved: number;
  unchanged: number;
  filtered: number;
  errors: number;
  /** Failures other than a clear 404 or 410; they prevent the removal of pages. */
  hardErrors: number;
  inFlight: number;
  /** Files of a repository in the queue, and removed ones. */
  waitingFiles: number;
  removedFiles: number;
  bytes: number;
  requests: number;
  problems: number;
  startedAt: string;
  endedAt: string;
  lastActivityAt: string;
  readonly failed: FailedUrl[];
  readonly filteredUrls: FilteredUrl[];
  removedUrls: readonly string[];
  heldUrls: readonly string[];
  readonly milestones: Set<MilestoneKind>;
  readonly hosts: Set<string>;
  readonly meters: { requests: Meter; downloads: Meter; bytes: Meter; errors: Meter };
}

export function createRunState(ports: CrawlPorts, before: CrawlStatus | undefined): RunState {
  const ticks = () => ports.clock.ticks();
  return {
    status: 'preparing',
    sourceState: before?.sourceState ?? 'PENDING',
    reason: '',
    phase: 'prepare',
    visited: 0,
    downloaded: 0,
    fullPages: 0,
    saved: 0,
    unchanged: 0,
    filtered: 0,
    errors: 0,
    hardErrors: 0,
    inFlight: 0,
    waitingFiles: 0,
    removedFiles: 0,
    bytes: before?.bytes ?? 0,
    requests: before?.requests ?? 0,
    problems: before?.problems ?? 0,
    startedAt: before?.startedAt ?? new Date(ports.clock.now()).toISOString(),
    endedAt: '',
    lastActivityAt: before?.lastActivityAt ?? '',
    failed: [],
    filteredUrls: [],
    removedUrls: [],
    heldUrls: [],
    milestones: new Set(),
    hosts: new Set(),
    meters: {
      requests: createMeter(ticks),
      downloads: createMeter(ticks),
      bytes: createMeter(ticks),
      errors: createMeter(ticks),
    },
  };
}

export function noteFailed(state: RunState, failed: FailedUrl): void {
  state.errors++;
  if (failed.status !== 404 && failed.status !== 410) state.hardErrors++;
  state.meters.errors.add(1);
  if (state.failed.length < STATUS_LIST_LIMIT) state.failed.push(failed);
}

/** Removes a failure from the list, because the page arrived later. */
export function forgetFailed(state: RunState, url: string): void {
  state.errors--;
  const at = state.failed.findIndex((failed) => failed.url === url);
  if (at >= 0) state.failed.splice(at, 1);
}

export function noteFiltered(state: RunState, filtered: FilteredUrl): void {
  state.filtered++;
  if (state.filteredUrls.length < STATUS_LIST_LIMIT) state.filteredUrls.push(filtered);
}

export function toStatus(
  state: RunState,
  job: { options: CrawlOptions; ports: CrawlPorts; frontier: Frontier | undefined; droppedEvents: number },
): CrawlStatus {
  const { options, ports, frontier } = job;
  const queueSize = (frontier?.queueSize ?? 0) + state.waitingFiles;
  const isLive = state.endedAt === '';
  const downloadsPerSec = isLive ? state.meters.downloads.perSec() : 0;
  const perHost = Object.fromEntries([...state.hosts].sort().map((host) => [host, ports.hosts.status(host)]));
  return {
    jobId: options.jobId,
    sourceId: options.sourceId,
    url: options.site.url,
    mode: options.mode,
    status: state.status,
    sourceState: state.sourceState,
    reason: state.reason,
    phase: state.phase,
    paused: state.status === 'paused',
    visited: state.visited,
    downloaded: state.downloaded,
    found: (frontier?.found ?? 0) + state.fullPages + (options.site.repo ? state.visited + state.waitingFiles : 0),
    saved: state.saved,
    unchanged: state.unchanged,
    removed: state.removedUrls.length + state.removedFiles,
    filtered: state.filtered,
    errors: state.errors,
    queueSize,
    inFlight: state.inFlight,
    bytes: state.bytes,
    requests: state.requests,
    requestsPerSec: isLive ? state.meters.requests.perSec() : 0,
    downloadsPerSec,
    errorRatePerMin: isLive ? state.meters.errors.lastMinute() : 0,
    bytesPerSec: isLive ? Math.round(state.meters.bytes.perSec()) : 0,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    lastActivityAt: state.lastActivityAt,
    etaMs:
      isLive && downloadsPerSec > 0 ? Math.round((toExpected(queueSize, state, options) / downloadsPerSec) * 1_000) : 0,
    perHost,
    failed: [...state.failed],
    filteredUrls: [...state.filteredUrls],
    removedUrls: state.removedUrls.slice(0, STATUS_LIST_LIMIT),
    held: state.heldUrls.length,
    heldUrls: state.heldUrls.slice(0, STATUS_LIST_LIMIT),
    problems: state.problems,
    droppedEvents: job.droppedEvents,
    milestones: [...state.milestones],
  };
}

function toExpected(queueSize: number, state: RunState, options: CrawlOptions): number {
  return Math.max(0, Math.min(queueSize, options.site.maxPages - state.visited));
}
