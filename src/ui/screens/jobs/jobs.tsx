import { isOpen, type Progress } from '../../../model/job.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { ButtonLink } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { Empty } from '../../parts/controls/empty.tsx';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { isWithoutTrace } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';
import { JobWhere } from './job-where.tsx';
import { ReadingChart } from './reading-chart.tsx';
import { SiteJobCard } from './site-job-card.tsx';
import { SiteProblems } from './site-problems.tsx';

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
