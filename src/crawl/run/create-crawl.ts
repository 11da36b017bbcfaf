import { AppError, isGone, toAppError } from '../../model/app-error.ts';
import type { CrawlStatus, CrawlSummary } from '../../model/site/site.ts';
import type { Crawl, CrawlOptions, CrawlPorts } from '../contract.ts';
import { deleteJournal } from '../queue/journal.ts';
import { parseUrl } from '../queue/url.ts';
import { putFailed } from '../records/job-records.ts';
import { queryPages } from '../records/page-rows.ts';
import { runRepo } from '../repo/run-repo.ts';
import { wait } from '../wait.ts';
import { createCrawlSession } from './crawl-session.ts';
import type { OpenedRun } from './open-run.ts';
import { runAnalysis } from './run-analysis.ts';
import { runCrawl } from './run-crawl.ts';
import { createRunGate } from './run-gate.ts';
import type { RunState } from './run-state.ts';

/** Time for requests in flight after `stop`. */
const STOP_MS = 2_000;

export function createCrawl(given: CrawlOptions, ports: CrawlPorts): Crawl {
  const session = createCrawlSession(toCheckedOptions(given), ports);
  const gate = createRunGate();
  let ended: Promise<CrawlStatus> | undefined;

  async function work(): Promise<CrawlStatus> {
    const run = await open();
    let hasTarget = true;
    try {
      if (session.options.mode === 'analysis') await runAnalysis(run, session.addEvent);
      else if (session.options.site.repo) await runRepo(run, session.options.site.repo);
      else await runCrawl(run);
    } catch (error) {
      const problem = toAppError(error);
      // The user removed the site during the crawl: that ends the job, but is not a failure.
      hasTarget = !isGone(problem);
      if (hasTarget && problem.code !== 'engine/cancelled') session.setReason(toReason(problem));
    }
    return end(run, hasTarget);
  }

  async function open(): Promise<OpenedRun> {
    try {
      return await session.open(gate);
    } catch (error) {
      gate.abort();
      throw error;
    }
  }

  async function end(run: OpenedRun, hasTarget: boolean): Promise<CrawlStatus> {
    const { state, options } = session;
    const isStopped = gate.isStopping || !hasTarget;
    const outcome = state.reason !== '' ? 'failed' : isStopped ? 'stopped' : 'done';
    try {
      if (outcome !== 'done' && hasTarget) await run.keeper.flush();
    } catch (error) {
      session.setReason(toAppError(error).code);
    }
    gate.abort();
    endState(state, outcome, ports.clock.now());
    session.addEvent({ type: 'done', outcome, endedAt: state.endedAt, summary: toSummary(state) });
    await run.journal.flush().catch(() => {});
    await putFailed(ports.records, options.jobId, [...run.failedItems.values()]);
    await session.flushEvents();
    await session.save();
    if (outcome === 'done') await deleteJournal(ports.records, options.jobId);
    session.feed.emitStatus();
    return session.status();
  }

  return {
    jobId: given.jobId,
    start() {
      ended ??= work();
      return ended;
    },
    async pause() {
      if (session.state.endedAt !== '' || gate.isStopping) return;
      gate.pause();
      session.enter('paused');
      await session.run?.keeper.flush();
      await session.flushEvents();
      await session.save();
    },
    async resume() {
      if (!gate.isPaused || session.state.endedAt !== '') return;
      gate.resume();
      session.enter('running');
      await session.save();
    },
    async stop() {
      if (session.state.endedAt !== '' || !ended) return;
      gate.stop();
      session.enter('stopping');
      await Promise.race([ended.catch(() => {}), wait(ports.clock, STOP_MS)]);
      gate.abort();
      await ended.catch(() => {});
    },
    status: session.status,
    events: (query = {}) => session.listEvents(query),
    pages: (query = {}) => queryPages(ports.records, given.sourceId, query),
    subscribe: session.feed.subscribe,
  };
}

function toCheckedOptions(given: CrawlOptions): CrawlOptions {
  const start = parseUrl(given.site.url);
  if (!start || !/^https?:$/.test(start.protocol))
    throw new AppError('crawl/bad-url', 'only http and https URLs can be added');
  return { ...given, site: { ...given.site, url: start.href } };
}

/** Returns the code, for which src/ui/words has a sentence, with the figures of a limit. */
function toReason({ code, message, details }: AppError): string {
  if (!code.startsWith('crawl/')) return `${code}: ${message}`;
  const { path, actual, limit } = details;
  return limit === undefined ? code : `${code} (${path}; ${actual}, limit ${limit})`;
}

function endState(state: RunState, outcome: 'done' | 'failed' | 'stopped', nowMs: number): void {
  state.status = outcome;
  state.phase = 'ended';
  state.sourceState = outcome === 'failed' ? 'ERROR' : 'INDEXED';
  state.endedAt = new Date(nowMs).toISOString();
}

function toSummary(state: RunState): CrawlSummary {
  const { visited, saved, unchanged, filtered, errors } = state;
  const removed = state.removedUrls.length + state.removedFiles;
  const elapsedMs = Date.parse(state.endedAt) - Date.parse(state.startedAt);
  return { visited, saved, unchanged, removed, filtered, errors, elapsedMs };
}
