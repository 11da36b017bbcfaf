import { useState } from 'react';
import { isOpen, type Progress } from '../../../model/job.ts';
import type { ProblemKind } from '../../../model/site/site.ts';
import { isSiteJob, type SiteJob, type SiteProblemPage } from '../../../model/site/site-job.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { Select, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { TimeChart, usePoints } from '../../parts/charts/time-chart.tsx';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import { Empty, Place } from '../../parts/shell/place.tsx';
import { isWithoutTrace } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatDate } from '../../text/format.ts';
import { jobsWords } from '../../words/jobs.ts';
import { words } from '../../words/words.ts';
import { JobWhere, SiteJobCard } from './site-job-card.tsx';

/** Running and past jobs; imports and crawls are one list. */
export function Jobs() {
  const jobs = useJobs();
  const open = jobs.filter(isOpen);
  const past = jobs.filter((job) => !isOpen(job)).sort((a, b) => ((a.endedAt ?? '') < (b.endedAt ?? '') ? 1 : -1));
  const withProblems = jobs.filter(isSiteJob).filter(({ status }) => status.problems > 0);
  return (
    <Place title={words.places.jobs}>
      {jobs.length === 0 && (
        <Empty icon="jobs" title={jobsWords.noneTitle} text={jobsWords.none}>
          <ButtonLink label={jobsWords.goLibrary} href={toHash({ place: 'library' })} />
        </Empty>
      )}
      <JobList title={jobsWords.running} jobs={open} />
      <JobList title={jobsWords.past} jobs={past} />
      {withProblems.length > 0 && <SiteProblems jobs={withProblems} />}
    </Place>
  );
}

/** Lists the jobs of this session and of earlier ones. A finished scan for secrets is not listed. */
function useJobs(): readonly Progress[] {
  const { state, connection } = useApp();
  const now = useSignal(state.jobs);
  const { value: stored = [] } = useLoaded(() => connection.engine.listJobs(), [connection], { onFailure: 'ignore' });
  const known = new Set(now.map((job) => job.jobId));
  const before = stored.filter((job) => !known.has(job.jobId) && !isWithoutTrace(job));
  return [...now, ...before].filter((job) => isOpen(job) || job.type !== 'verify' || job.error);
}

function JobList({ title, jobs }: { readonly title: string; readonly jobs: readonly Progress[] }) {
  if (jobs.length === 0) return null;
  return (
    <section className={look.stack} aria-label={title}>
      <h2>{title}</h2>
      {jobs.map((job) =>
        isSiteJob(job) ? (
          <SiteJobCard key={job.jobId} job={job} />
        ) : (
          <EngineJobCard
            key={job.jobId}
            job={job}
            where={<JobWhere job={job} />}
            below={(job.type === 'ingest' || job.type === 'sync') && <ReadingChart job={job} />}
          />
        ),
      )}
    </section>
  );
}

const IMPORT_LINES = [jobsWords.readColumn, jobsWords.foundColumn];

/** Files over time: indexed and found. */
function ReadingChart({ job }: { readonly job: Progress }) {
  const found = Math.max(job.found, job.total, job.done);
  const points = usePoints({ ms: Date.now() - Date.parse(job.startedAt), values: [job.done, found] }, 250);
  return <TimeChart label={jobsWords.readingChart} names={IMPORT_LINES} points={points} />;
}

const PAGE = 200;
const ALL = { jobId: '', kind: '', host: '', skip: 0 };

/** Problems of all crawls, newest first; loaded on demand, because every job has its own list. */
function SiteProblems({ jobs }: { readonly jobs: readonly SiteJob[] }) {
  const { connection, state } = useApp();
  const [asked, setAsked] = useState(ALL);
  const [found, setFound] = useState<SiteProblemPage>();
  const load = (part: Partial<typeof ALL>) => {
    const next = { ...asked, skip: 0, ...part };
    setAsked(next);
    const { jobId, kind, host, skip } = next;
    const query = { jobId: jobId || undefined, host: host || undefined, skip, limit: PAGE };
    const kinds = kind === '' ? undefined : [kind as ProblemKind];
    connection.sites?.problems({ ...query, kinds }).then(setFound, state.report);
  };
  const hosts = [...new Set(jobs.flatMap(({ status }) => Object.keys(status.perHost)))];
  const { items = [], total = 0 } = found ?? {};
  const { skip } = asked;
  return (
    <section className={look.stack} aria-label={jobsWords.problems}>
      <div className={look.row}>
        <h2>{jobsWords.problems}</h2>
        {found === undefined ? (
          <Button label={jobsWords.showProblems} onClick={() => load(ALL)} />
        ) : (
          <>
            <Select
              aria-label={jobsWords.filterDetail}
              value={asked.kind}
              options={[['', jobsWords.allKinds], ...toOptions(jobsWords.problemKinds)]}
              onChange={(kind) => load({ kind })}
            />
            <Select
              aria-label={jobsWords.crawl}
              value={asked.jobId}
              options={[['', jobsWords.allCrawls], ...jobs.map((job) => [job.jobId, describeCrawl(job)] as const)]}
              onChange={(jobId) => load({ jobId })}
            />
            <Select
              aria-label={jobsWords.host}
              value={asked.host}
              options={[['', jobsWords.allHosts], ...hosts.map((name) => [name, name] as const)]}
              onChange={(host) => load({ host })}
            />
            {skip > 0 && <Button label={jobsWords.newer} onClick={() => load({ skip: skip - PAGE })} />}
            {skip + PAGE < total && <Button label={jobsWords.older} onClick={() => load({ skip: skip + PAGE })} />}
          </>
        )}
      </div>
      {found && <p className={look.soft}>{jobsWords.problemRange(skip + 1, skip + items.length, total)}</p>}
      <ol>
        {items.map(({ event }) => (
          <EventRow key={`${event.jobId} ${event.seq}`} event={event} />
        ))}
      </ol>
    </section>
  );
}

function describeCrawl({ status }: SiteJob): string {
  return `${new URL(status.url).host}, ${formatDate(status.startedAt)}`;
}
