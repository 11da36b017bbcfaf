import type { SourceState } from '../../model/collection.ts';
import type { JobState } from '../../model/job.ts';
import {
  type CrawlPhase,
  type CrawlStatus,
  type CrawlSummary,
  type FailedUrl,
  type FilteredUrl,
  type MilestoneKind,
  STATUS_LIST_LIMIT,
} from '../../model/site/site.ts';
import type { CrawlOptions, CrawlPorts } from '../contract.ts';
import type { Frontier } from '../queue/frontier.ts';

/** The counts of a run, and the status made from them [S16]. */
export type RunState = ReturnType<typeof createRunState>;

export function createRunState(ports: CrawlPorts, before: CrawlStatus | undefined) {
  const newMeter = () => createMeter(() => ports.clock.ticks());
  return {
    status: 'preparing' as JobState,
    sourceState: before?.sourceState ?? ('PENDING' as SourceState),
    reason: '',
    phase: 'prepare' as CrawlPhase,
    visited: 0,
    downloaded: 0,
    saved: 0,
    unchanged: 0,
    filtered: 0,
    errors: 0,
    inFlight: 0,
    bytes: before?.bytes ?? 0,
    requests: before?.requests ?? 0,
    problems: before?.problems ?? 0,
    startedAt: before?.startedAt ?? new Date(ports.clock.now()).toISOString(),
    endedAt: '',
    lastActivityAt: before?.lastActivityAt ?? '',
    failed: [] as FailedUrl[],
    filteredUrls: [] as FilteredUrl[],
    removedUrls: [] as readonly string[],
    heldUrls: [] as readonly string[],
    milestones: new Set<MilestoneKind>(),
    fullPages: 0,
    /** Failures other than a clear 404 or 410; they prevent the removal of pages. */
    hardErrors: 0,
    /** Files of a repository in the queue, and removed ones. */
    waitingFiles: 0,
    removedFiles: 0,
    isDiscovered: false,
    /** True when a limit kept pages out of the run. */
    isCut: false,
    hosts: new Set<string>(),
    meters: { requests: newMeter(), downloads: newMeter(), bytes: newMeter(), errors: newMeter() },
  };
}

export function endState(state: RunState, outcome: 'done' | 'failed' | 'stopped', nowMs: number): void {
  state.status = outcome;
  state.phase = 'ended';
  state.sourceState = outcome === 'failed' ? 'ERROR' : 'INDEXED';
  state.endedAt = new Date(nowMs).toISOString();
}

export function toSummary(state: RunState): CrawlSummary {
  const { visited, saved, unchanged, filtered, errors } = state;
  const removed = state.removedUrls.length + state.removedFiles;
  const elapsedMs = Date.parse(state.endedAt) - Date.parse(state.startedAt);
  return { visited, saved, unchanged, removed, filtered, errors, elapsedMs };
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
  const { options, ports, frontier, droppedEvents } = job;
  const { fullPages, hardErrors, waitingFiles, removedFiles, isDiscovered, isCut, hosts, meters, ...counts } = state;
  const queueSize = (frontier?.queueSize ?? 0) + waitingFiles;
  const isLive = state.endedAt === '';
  const downloadsPerSec = isLive ? meters.downloads.perSec() : 0;
  const expected = Math.max(0, Math.min(queueSize, options.site.maxPages - state.visited));
  return {
    jobId: options.jobId,
    sourceId: options.sourceId,
    url: options.site.url,
    mode: options.mode,
    ...counts,
    paused: state.status === 'paused',
    found: (frontier?.found ?? 0) + fullPages + (options.site.repo ? state.visited + waitingFiles : 0),
    removed: state.removedUrls.length + removedFiles,
    queueSize,
    requestsPerSec: isLive ? meters.requests.perSec() : 0,
    downloadsPerSec,
    errorRatePerMin: isLive ? meters.errors.lastMinute() : 0,
    bytesPerSec: isLive ? Math.round(meters.bytes.perSec()) : 0,
    etaMs: downloadsPerSec > 0 ? Math.round((expected / downloadsPerSec) * 1_000) : 0,
    perHost: Object.fromEntries([...hosts].sort().map((host) => [host, ports.hosts.status(host)])),
    failed: [...state.failed],
    filteredUrls: [...state.filteredUrls],
    removedUrls: state.removedUrls.slice(0, STATUS_LIST_LIMIT),
    held: state.heldUrls.length,
    heldUrls: state.heldUrls.slice(0, STATUS_LIST_LIMIT),
    droppedEvents,
    milestones: [...state.milestones],
  };
}

const WINDOW_MS = 60_000;
const RATE_MS = 10_000;

/** Counts of the last minute, for rates. Times are milliseconds, ascending. */
function createMeter(now: () => number) {
  let entries: { at: number; amount: number }[] = [];
  const startedAt = now();

  function since(ms: number): number {
    const from = now() - ms;
    const first = entries.findIndex(({ at }) => at > from);
    return first < 0 ? 0 : entries.slice(first).reduce((sum, { amount }) => sum + amount, 0);
  }

  return {
    add(amount: number): void {
      entries.push({ at: now(), amount });
      if (entries.length > 2_000) entries = entries.filter((entry) => entry.at > now() - WINDOW_MS).slice(-1_500);
    },
    /** Rate per second over the last ten seconds. */
    perSec(): number {
      const span = Math.min(RATE_MS, Math.max(1_000, now() - startedAt));
      return Math.round((since(span) / span) * 100_000) / 100;
    },
    lastMinute: () => since(WINDOW_MS),
  };
}
