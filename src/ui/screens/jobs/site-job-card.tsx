import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { isOpen } from '../../../model/job.ts';
import type { SiteJob } from '../../../model/site/site-job.ts';
import { formatStatus, type StatusOptions } from '../../../site/format-status.ts';
import { isResumable, listRuns } from '../../../site/runs.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { ProgressBar } from '../../parts/controls/progress-bar.tsx';
import * as css from '../../parts/jobs/job-card.module.css';
import { UnfinishedRun } from '../../parts/jobs/unfinished-run.tsx';
import { openSiteOptions } from '../../state/actions/collection-actions.ts';
import { copyText } from '../../state/actions/copy-text.ts';
import { stopJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatBytes, formatCount, formatDate, formatDuration } from '../../text/format.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { describeReason } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { CrawlChart } from './crawl-chart.tsx';
import { GonePages } from './gone-pages.tsx';
import { JobWhere } from './job-where.tsx';
import { SiteEvents } from './site-events.tsx';
import { SiteHosts } from './site-hosts.tsx';

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
          {canResume ? <UnfinishedRun status={status} type={source?.type} /> : words.jobs.states[status.status]}
        </span>
        <JobWhere job={job} />
        {source !== undefined && <Controls job={job} canResume={canResume} />}
        {source === undefined && status.status === 'failed' && <TryAgain job={job} />}
      </div>
      {status.reason !== '' && <p className={look.problem}>{toVisibleName(describeReason(status.reason))}</p>}
      {isRunning && <ProgressBar label={words.jobs.progress} value={job.done} max={job.total} />}
      {isRunning && <HostWaits job={job} />}
      <Figures job={job} />
      <GonePages job={job} />
      {!isRunning && isCut && (
        <p className={look.notice}>
          {words.jobs.cut}{' '}
          <Button
            look="link"
            label={words.library.siteOptions}
            onClick={() => void openSiteOptions(app, collectionId, sourceId)}
          />
        </p>
      )}
      <div className={`${look.row} ${look.small}`}>
        {source !== undefined && (
          <>
            {source.type === 'repository' ? (
              <a href={toHash({ place: 'files', collectionId })}>{words.jobs.showFiles}</a>
            ) : (
              <a href={toHash({ place: 'pages', collectionId, sourceId })}>{words.jobs.showPages}</a>
            )}
            <Button
              look="link"
              label={words.jobs.events}
              aria-expanded={isExpanded}
              onClick={() => setExpanded(!isExpanded)}
            />
          </>
        )}
        <Button
          look="link"
          label={words.jobs.copyStatus}
          onClick={() => void copyText(app, formatStatus(status, toNamed(job, collection)), words.jobs.statusCopied)}
        />
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

/** Chunks are counted per collection, so the number is known only for a collection with one source. */
function toNamed({ status }: SiteJob, collection: Collection | undefined): StatusOptions {
  const chunks = collection?.sources.length === 1 ? collection.stats.total_chunks : undefined;
  return { name: new URL(status.url).host, chunks };
}

function TryAgain({ job }: { readonly job: SiteJob }) {
  const { state } = useApp();
  const { jobId, url } = job.status;
  const options = state.startedSites.get(jobId);
  const open = () =>
    options?.repo
      ? state.dialog.set({ type: 'repo', repo: options.repo })
      : state.dialog.set({ type: 'site', url: (options?.urls ?? [url]).join('\n'), ...(options ? { options } : {}) });
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
      {words.jobs.hostWaits(toVisibleName(host), formatDate(backoffUntil))}
    </p>
  );
}

function Controls({ job, canResume }: { readonly job: SiteJob; readonly canResume: boolean }) {
  const app = useApp();
  const { sites } = app.connection;
  const { jobId, status, paused, errors } = job.status;
  const run = (call: Promise<unknown> | undefined) => void call?.catch(app.state.report);
  const isPaused = paused || status === 'paused';
  const resume = <Button look="primary" label={words.jobs.resume} onClick={() => run(sites?.resume(jobId))} />;
  if (!isOpen(job)) {
    return (
      <>
        {canResume && resume}
        {!(canResume && errors === 0) && (
          <Button
            label={words.jobs.retryFailed}
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
        <Button label={words.jobs.pause} disabled={status !== 'running'} onClick={() => run(sites?.pause(jobId))} />
      )}
      <Button label={words.jobs.stop} disabled={status === 'stopping'} onClick={() => void stopJob(app, job)} />
    </>
  );
}

function Figures({ job }: { readonly job: SiteJob }) {
  const { status } = job;
  const figures = [
    `${formatCount(status.visited)} ${words.jobs.visited}`,
    `${formatCount(status.saved)} ${words.jobs.saved}`,
    words.jobs.unchanged(status.unchanged),
    `${formatCount(status.filtered)} ${words.jobs.filtered}`,
    words.jobs.errors(status.errors),
    `${formatCount(status.queueSize)} ${words.jobs.queue}`,
    formatBytes(status.bytes),
  ];
  if (isOpen(job)) {
    figures.push(
      `${status.requestsPerSec.toFixed(1)} ${words.jobs.perSec}`,
      words.jobs.downloadsPerSec(status.downloadsPerSec),
      words.jobs.rate(status.bytesPerSec),
      words.jobs.errorsPerMin(status.errorRatePerMin),
    );
    if (status.etaMs > 0) figures.push(words.jobs.left(formatDuration(status.etaMs)));
  } else figures.push(words.jobs.took(formatDuration(Date.parse(status.endedAt) - Date.parse(status.startedAt))));
  return <p className={look.note}>{figures.join(' · ')}</p>;
}
