import { useState } from 'react';
import { isOpen, type Progress } from '../../../model/job.ts';
import type { ProblemKind } from '../../../model/site/site.ts';
import { isSiteJob, type SiteProblem } from '../../../model/site/site-job.ts';
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
import { words } from '../../words/words.ts';
import { JobWhere, SiteJobCard } from './site-job-card.tsx';

/** Running and past jobs; imports and crawls are one list. */
export function Jobs() {
  const jobs = useJobs();
  const open = jobs.filter(isOpen);
  const past = jobs.filter((job) => !isOpen(job)).sort((a, b) => ((a.endedAt ?? '') < (b.endedAt ?? '') ? 1 : -1));
  return (
    <Place title={words.places.jobs}>
      {jobs.length === 0 && (
        <Empty icon="jobs" title={words.jobs.noneTitle} text={words.jobs.none}>
          <ButtonLink label={words.jobs.goLibrary} href={toHash({ place: 'library' })} />
        </Empty>
      )}
      <JobList title={words.jobs.running} jobs={open} />
      <JobList title={words.jobs.past} jobs={past} />
      {jobs.some((job) => isSiteJob(job) && job.status.problems > 0) && <SiteProblems />}
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

const IMPORT_LINES = [words.jobs.readColumn, words.jobs.foundColumn];

/** Files over time: indexed and found. */
function ReadingChart({ job }: { readonly job: Progress }) {
  const found = Math.max(job.found, job.total, job.done);
  const points = usePoints({ ms: Date.now() - Date.parse(job.startedAt), values: [job.done, found] }, 250);
  return <TimeChart label={words.jobs.readingChart} names={IMPORT_LINES} points={points} />;
}

/** Problems of all crawls, newest first; loaded on demand, because every job has its own list. */
function SiteProblems() {
  const { connection, state } = useApp();
  const [kind, setKind] = useState('');
  const [found, setFound] = useState<readonly SiteProblem[]>();
  const load = (next: string) => {
    setKind(next);
    connection.sites?.problems(next === '' ? {} : { kinds: [next as ProblemKind] }).then(setFound, state.report);
  };
  return (
    <section className={look.stack} aria-label={words.jobs.problems}>
      <div className={look.row}>
        <h2>{words.jobs.problems}</h2>
        {found === undefined ? (
          <Button label={words.jobs.showProblems} onClick={() => load('')} />
        ) : (
          <Select
            aria-label={words.jobs.filterDetail}
            value={kind}
            options={[['', words.jobs.allKinds], ...toOptions(words.jobs.problemKinds)]}
            onChange={load}
          />
        )}
      </div>
      {found?.length === 0 && <p className={look.soft}>{words.jobs.noProblems}</p>}
      <ol>
        {found?.map(({ event }) => (
          <EventRow key={`${event.jobId} ${event.seq}`} event={event} />
        ))}
      </ol>
    </section>
  );
}
