import { useState } from 'react';
import type { Source } from '../../../model/collection.ts';
import { isOpen, type Progress } from '../../../model/job.ts';
import {
  MILESTONE_KINDS,
  type MilestoneKind,
  type PageEvent,
  PROBLEM_SEVERITY,
  type ProblemKind,
  type QueueEvent,
} from '../../../model/site/site.ts';
import type { SiteEventPage, SiteEventQuery, SiteJob } from '../../../model/site/site-job.ts';
import { formatStatus } from '../../../site/format-status.ts';
import { isResumable, listRuns } from '../../../site/runs.ts';
import { Button } from '../../kit/button.tsx';
import { Select, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { TimeChart, usePoints } from '../../parts/charts/time-chart.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { ProgressBar } from '../../parts/controls/progress-bar.tsx';
import { UnfinishedRun } from '../../parts/jobs/engine-job-card.tsx';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import * as css from '../../parts/jobs/job-card.module.css';
import { openSiteOptions } from '../../state/actions/collection-actions.ts';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { stopJob } from '../../state/actions/run-job.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatAgo, formatBytes, formatCount, formatDate, formatDuration } from '../../text/format.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { describeReason } from '../../words/describe-problem.ts';
import { jobsWords } from '../../words/jobs.ts';
import { libraryWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';

/** One crawl: counts, rate, hosts, problems and milestones; pause, resume, stop, retry. */
export function SiteJobCard({ job }: { readonly job: SiteJob }) {
  const { status, collectionId } = job;
  const { sourceId } = status;
  const app = useApp();
  const isCut = status.filteredUrls.some(({ reason }) => reason === 'overflow');
  const isRunning = isOpen(job);
  const [isExpanded, setExpanded] = useState(isRunning);
  // Undefined when the collection was deleted because nothing could be read.
  const collection = useSignal(app.state.collections)?.find(({ id }) => id === collectionId);
  const source = collection?.sources.find(({ id }) => id === sourceId);
  const [newest] = listRuns(useSignal(app.state.jobs), { collectionId, sourceId });
  const canResume = newest === status && isResumable(status);
  return (
    <article className={css.card} aria-label={toShortName(status.url, 200)}>
      <div className={css.line}>
        <strong>
          <MiddleText text={status.url} max={64} tail={20} />
        </strong>
        <span className={look.note}>
          {canResume ? <UnfinishedRun status={status} type={source?.type} /> : jobsWords.states[status.status]}
        </span>
        <JobWhere job={job} />
        {source !== undefined && <Controls job={job} canResume={canResume} />}
        {source === undefined && status.status === 'failed' && <TryAgain job={job} />}
      </div>
      {status.reason !== '' && <p className={look.problem}>{toVisibleName(describeReason(status.reason))}</p>}
      {isRunning && <ProgressBar label={jobsWords.progress} value={job.done} max={job.total} />}
      {isRunning && <HostWaits job={job} />}
      <Figures job={job} />
      <GonePages job={job} />
      {!isRunning && isCut && (
        <p className={look.notice}>
          {jobsWords.cut}{' '}
          <Button
            look="link"
            label={libraryWords.siteOptions}
            onClick={() => void openSiteOptions(app, collectionId, sourceId)}
          />
        </p>
      )}
      <div className={`${look.row} ${look.small}`}>
        {source !== undefined && (
          <>
            {source.type === 'repository' ? (
              <a href={toHash({ place: 'files', collectionId })}>{jobsWords.showFiles}</a>
            ) : (
              <a href={toHash({ place: 'pages', collectionId, sourceId })}>{jobsWords.showPages}</a>
            )}
            <Button
              look="link"
              label={jobsWords.events}
              aria-expanded={isExpanded}
              onClick={() => setExpanded(!isExpanded)}
            />
          </>
        )}
        <Button look="link" label={jobsWords.copyStatus} onClick={() => void copyStatus(app, job, source)} />
      </div>
      {isExpanded && source !== undefined && (
        <>
          <SiteHosts job={job} />
          <CrawlChart job={job} />
          <SiteEvents jobId={status.jobId} version={status.lastActivityAt} hosts={Object.keys(status.perHost)} />
        </>
      )}
    </article>
  );
}

async function copyStatus(
  app: AppContext,
  { status, collectionId }: SiteJob,
  source: Source | undefined,
): Promise<void> {
  const files = source === undefined ? [] : await app.connection.engine.listFiles(collectionId);
  const own = files.filter((file) => file.source === source?.slug);
  const chunks = source && own.reduce((sum, file) => sum + file.chunkCount, 0);
  const text = formatStatus(status, { name: new URL(status.url).host, chunks });
  await copyText(app, text, jobsWords.statusCopied);
}

function TryAgain({ job }: { readonly job: SiteJob }) {
  const { state } = useApp();
  const { jobId, url } = job.status;
  const options = state.startedSites.get(jobId);
  const open = () =>
    options?.repo
      ? state.dialog.set({ type: 'repo', repo: options.repo })
      : state.dialog.set({ type: 'site', url: (options?.urls ?? [url]).join('\n'), options });
  return <Button label={words.common.retry} onClick={open} />;
}

/** A pause of seconds is part of the pace; a longer one is a limit, and its end is shown. */
const SHORT_WAIT_MS = 20_000;

function HostWaits({ job }: { readonly job: SiteJob }) {
  const waits = Object.entries(job.status.perHost).find(
    ([, { backoffUntil }]) => backoffUntil !== '' && Date.parse(backoffUntil) - Date.now() > SHORT_WAIT_MS,
  );
  if (waits === undefined) return null;
  const [host, { backoffUntil }] = waits;
  return (
    <p className={look.notice} role="status">
      {jobsWords.hostWaits(toVisibleName(host), formatDate(backoffUntil))}
    </p>
  );
}

function Controls({ job, canResume }: { readonly job: SiteJob; readonly canResume: boolean }) {
  const app = useApp();
  const { sites } = app.connection;
  const { jobId, status, paused, errors } = job.status;
  const run = (call: Promise<unknown> | undefined) => void call?.catch(app.state.report);
  const isPaused = paused || status === 'paused';
  const resume = <Button look="primary" label={jobsWords.resume} onClick={() => run(sites?.resume(jobId))} />;
  if (!isOpen(job)) {
    return (
      <>
        {canResume && resume}
        {!(canResume && errors === 0) && (
          <Button
            label={jobsWords.retryFailed}
            disabled={errors === 0}
            onClick={() => run(sites?.retryFailed(jobId))}
          />
        )}
      </>
    );
  }
  return (
    <>
      {isPaused ? (
        resume
      ) : (
        <Button label={jobsWords.pause} disabled={status !== 'running'} onClick={() => run(sites?.pause(jobId))} />
      )}
      <Button label={jobsWords.stop} disabled={status === 'stopping'} onClick={() => void stopJob(app, job)} />
    </>
  );
}

function Figures({ job }: { readonly job: SiteJob }) {
  const { status } = job;
  const figures = [
    `${formatCount(status.visited)} ${jobsWords.visited}`,
    `${formatCount(status.saved)} ${jobsWords.saved}`,
    jobsWords.unchanged(status.unchanged),
    `${formatCount(status.filtered)} ${jobsWords.filtered}`,
    jobsWords.errors(status.errors),
    `${formatCount(status.queueSize)} ${jobsWords.queue}`,
    formatBytes(status.bytes),
  ];
  if (isOpen(job)) {
    figures.push(
      `${status.requestsPerSec.toFixed(1)} ${jobsWords.perSec}`,
      jobsWords.downloadsPerSec(status.downloadsPerSec),
      jobsWords.rate(status.bytesPerSec),
      jobsWords.errorsPerMin(status.errorRatePerMin),
    );
    if (status.etaMs > 0) figures.push(jobsWords.left(formatDuration(status.etaMs)));
  } else figures.push(jobsWords.took(formatDuration(Date.parse(status.endedAt) - Date.parse(status.startedAt))));
  return <p className={look.note}>{figures.join(' · ')}</p>;
}

/** The collection of a job, and when it ended. A collection of which nothing could be read was deleted. */
export function JobWhere({ job }: { readonly job: Progress }) {
  const collection = useSignal(useApp().state.collections)?.find(({ id }) => id === job.collectionId);
  return (
    <span className={`${css.where} ${look.small}`}>
      {collection !== undefined && (
        <a href={toHash({ place: 'search', collectionId: collection.id, query: '' })}>
          <MiddleText text={collection.name} max={40} />
        </a>
      )}
      {job.endedAt !== undefined && (
        <time className={look.faint} dateTime={job.endedAt} title={formatDate(job.endedAt)}>
          {formatAgo(job.endedAt)}
        </time>
      )}
    </span>
  );
}

const CRAWL_LINES = [jobsWords.saved, jobsWords.errorColumn];

/** Pages over time. A status arrives at most four times a second. */
function CrawlChart({ job: { status } }: { readonly job: SiteJob }) {
  const ms = Date.parse(status.lastActivityAt) - Date.parse(status.startedAt);
  const points = usePoints({ ms, values: [status.saved, status.errors] }, 1_000);
  return <TimeChart label={jobsWords.chart} names={CRAWL_LINES} points={points} />;
}

function SiteHosts({ job }: { readonly job: SiteJob }) {
  const hosts = Object.entries(job.status.perHost);
  if (hosts.length === 0) return null;
  return (
    <div className={look.tableScroll}>
      <table className={look.table}>
        <caption className={look.srOnly}>{jobsWords.hosts}</caption>
        <TableHead columns={jobsWords.hostColumns} />
        <tbody>
          {hosts.map(([host, row]) => (
            <tr key={host}>
              <td className={`${look.mono} ${look.name}`}>{toVisibleName(host)}</td>
              <td className={row.state === 'open' ? css.refused : undefined}>{jobsWords.hostStates[row.state]}</td>
              <td>{jobsWords.readable[row.readable]}</td>
              <td className={look.num}>{`${formatCount(row.rpm)} / ${formatCount(row.limitRpm)}`}</td>
              <td>{row.backoffUntil === '' ? '–' : formatDate(row.backoffUntil)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Pages a run removed, with a way to restore them; or the question whether to remove many pages at once [S18]. */
function GonePages({ job }: { readonly job: SiteJob }) {
  const { connection, state } = useApp();
  const isNewest = isNewestDone(useSignal(state.jobs), job);
  const { jobId, held, heldUrls, removed, removedUrls, endedAt } = job.status;
  const { sites } = connection;
  const run = (call: Promise<unknown> | undefined) => void call?.then(() => state.refresh()).catch(state.report);
  if (endedAt === '') return null;
  return (
    <>
      {held > 0 && (
        <div className={look.notice}>
          <p>{jobsWords.held(held)}</p>
          <Urls label={jobsWords.showPages} urls={heldUrls} />
          <div className={look.row}>
            <Button label={jobsWords.removeHeld(held)} onClick={() => run(sites?.answerHeld(jobId, 'remove'))} />
            <Button look="primary" label={jobsWords.keepHeld} onClick={() => run(sites?.answerHeld(jobId, 'keep'))} />
          </div>
        </div>
      )}
      {removed > 0 && (
        <div className={`${look.row} ${look.small}`}>
          <Urls label={jobsWords.removedPages(removed)} urls={removedUrls} />
          {isNewest && (
            <Button look="link" label={words.deleted.restore} onClick={() => run(sites?.restoreRemoved(jobId))} />
          )}
        </div>
      )}
    </>
  );
}

function Urls({ label, urls }: { readonly label: string; readonly urls: readonly string[] }) {
  return (
    <details>
      <summary>{label}</summary>
      <ul className={look.small}>
        {urls.map((url) => (
          <li key={url}>
            <MiddleText text={url} max={96} tail={28} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The copies exist until the next successful run. */
function isNewestDone(jobs: readonly Progress[], { collectionId, status }: SiteJob): boolean {
  const runs = listRuns(jobs, { collectionId, sourceId: status.sourceId });
  return !runs.some((other) => other.status === 'done' && other.startedAt > status.startedAt);
}

type Filter = keyof typeof jobsWords.eventTypes;

/** Filters of each event type; types without filters show all events. */
const DETAILS: Partial<Record<Filter, readonly string[]>> = {
  page: ['saved', 'unchanged', 'failed', 'removed', 'restored'] satisfies PageEvent['action'][],
  queue: ['enqueued', 'dequeued', 'retry', 'drop'] satisfies QueueEvent['action'][],
  problem: Object.keys(PROBLEM_SEVERITY),
  milestone: MILESTONE_KINDS,
};

function toQuery({ filter, detail }: Asked): SiteEventQuery {
  if (filter === 'all') return {};
  const types = [filter] as const;
  if (detail === '') return { types };
  return filter === 'queue' || filter === 'page'
    ? { types, actions: [detail as (QueueEvent | PageEvent)['action']] }
    : { types, kinds: [detail as ProblemKind | MilestoneKind] };
}

/** Names of kinds in plain words; of page and queue events, actions. */
const DETAIL_NAMES: Readonly<Record<string, string>> = {
  ...jobsWords.pageActions,
  ...jobsWords.queueActions,
  ...jobsWords.problemKinds,
  ...jobsWords.milestoneKinds,
};

const PAGE = 100;

/** Where the list is: at the newest events, before a number or after one. */
type Place = Pick<SiteEventQuery, 'before' | 'after'>;
const NEWEST: Place = {};

interface Asked {
  readonly filter: Filter;
  readonly detail: string;
  readonly host: string;
  readonly place: Place;
}

interface SiteEventsProps {
  readonly jobId: string;
  readonly version: string;
  readonly hosts: readonly string[];
}

/** Events, newest first, with pages of older and newer ones. */
function SiteEvents({ jobId, version, hosts }: SiteEventsProps) {
  const { sites } = useApp().connection;
  const [asked, setAsked] = useState<Asked>({ filter: 'all', detail: '', host: '', place: NEWEST });
  const { filter, detail, host, place } = asked;
  const choose = (part: Partial<Asked>) => setAsked({ ...asked, place: NEWEST, ...part });
  // While the user reads older events, new ones must not push them away.
  const follow = place === NEWEST ? version : '';
  const details = DETAILS[filter];
  const { value: page } = useLoaded(
    () => sites?.events(jobId, { ...toQuery(asked), host: host || undefined, ...place, limit: PAGE }),
    [sites, jobId, asked],
    { version: follow, keep: true },
  );
  return (
    <section className={look.stack} aria-label={jobsWords.events}>
      <div className={look.row}>
        <span className={look.small} aria-hidden>
          {jobsWords.filterEvents}
        </span>
        <Select
          aria-label={jobsWords.filterEvents}
          value={filter}
          options={toOptions(jobsWords.eventTypes)}
          onChange={(next) => choose({ filter: next, detail: '' })}
        />
        {details !== undefined && (
          <Select
            aria-label={jobsWords.filterDetail}
            value={detail}
            options={[['', jobsWords.allKinds], ...details.map((name) => [name, DETAIL_NAMES[name] ?? name] as const)]}
            onChange={(next) => choose({ detail: next })}
          />
        )}
        {hosts.length > 1 && (
          <Select
            aria-label={jobsWords.host}
            value={host}
            options={[['', jobsWords.allHosts], ...hosts.map((name) => [name, name] as const)]}
            onChange={(next) => choose({ host: next })}
          />
        )}
        <Pager place={place} page={page} onChange={(next) => choose({ place: next })} />
      </div>
      {page?.items.length === 0 && <p className={look.soft}>{jobsWords.noEvents}</p>}
      <ol>
        {page?.items.map((event) => (
          <EventRow key={event.seq} event={event} />
        ))}
      </ol>
      {page !== undefined && page.dropped > 0 && <p className={look.aside}>{jobsWords.dropped(page.dropped)}</p>}
    </section>
  );
}

interface PagerProps {
  readonly place: Place;
  readonly page: SiteEventPage | undefined;
  readonly onChange: (place: Place) => void;
}

function Pager({ place, page, onChange }: PagerProps) {
  const { prevAfter, nextBefore } = page ?? {};
  return (
    <>
      {place !== NEWEST && <Button label={jobsWords.newest} onClick={() => onChange(NEWEST)} />}
      {prevAfter !== undefined && <Button label={jobsWords.newer} onClick={() => onChange({ after: prevAfter })} />}
      {nextBefore !== undefined && <Button label={jobsWords.older} onClick={() => onChange({ before: nextBefore })} />}
    </>
  );
}
