import { useState } from 'react';
import type { Progress } from '../../../model/job.ts';
import type { SiteJob } from '../../../model/site/site-job.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Empty } from '../../parts/controls/empty.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatAgo, formatDate } from '../../text/format.ts';
import { words } from '../../words/words.ts';
import { ReadingChart } from './reading-chart.tsx';
import { SiteJobCard } from './site-job-card.tsx';
import { SiteProblems } from './site-problems.tsx';

/** Running and past jobs; imports and crawls look the same. */
export function Jobs() {
  const { state } = useApp();
  const engineJobs = useEngineJobs();
  const siteJobs = useSignal(state.siteJobs);
  const [opened, setOpened] = useState<string>();
  const openSites = siteJobs.filter((job) => job.status.endedAt === '');
  const pastSites = siteJobs.filter((job) => job.status.endedAt !== '');
  const open = engineJobs.filter((job) => job.endedAt === undefined);
  // A finished scan for secrets is not listed.
  const past = engineJobs.filter((job) => job.endedAt !== undefined && (job.type !== 'verify' || job.error));
  const isNone = open.length + past.length + siteJobs.length === 0;
  const running = open.length + openSites.length > 0;
  return (
    <div className="place">
      <div className="place-inner">
        <h1>{words.jobs.title}</h1>
        {isNone && (
          <Empty icon="jobs" title={words.jobs.noneTitle} text={words.jobs.none}>
            <ButtonLink label={words.jobs.goLibrary} href={toHash({ place: 'library' })} />
          </Empty>
        )}
        {running && (
          <section className="stack" aria-label={words.jobs.running}>
            <h2>{words.jobs.running}</h2>
            {open.map((job) => (
              <EngineJobCard
                key={job.jobId}
                job={job}
                where={<Where job={job} />}
                below={(job.type === 'ingest' || job.type === 'sync') && <ReadingChart job={job} />}
              />
            ))}
            {openSites.map((job) => (
              <SiteJobCard
                key={job.status.jobId}
                job={job}
                isOpen={opened !== ''}
                onToggle={() => setOpened(opened === '' ? undefined : '')}
              />
            ))}
          </section>
        )}
        {past.length + pastSites.length > 0 && (
          <section className="stack" aria-label={words.jobs.past}>
            <h2>{words.jobs.past}</h2>
            {newestFirst(past, pastSites).map((job) =>
              'status' in job ? (
                <SiteJobCard
                  key={job.status.jobId}
                  job={job}
                  isOpen={opened === job.status.jobId}
                  onToggle={() => setOpened(opened === job.status.jobId ? undefined : job.status.jobId)}
                />
              ) : (
                <EngineJobCard key={job.jobId} job={job} where={<Where job={job} />} />
              ),
            )}
          </section>
        )}
        {siteJobs.some(({ status }) => status.problems > 0) && <SiteProblems />}
      </div>
    </div>
  );
}

function newestFirst(jobs: readonly Progress[], siteJobs: readonly SiteJob[]): readonly (Progress | SiteJob)[] {
  const endOf = (job: Progress | SiteJob) => ('status' in job ? job.status.endedAt : (job.endedAt ?? ''));
  return [...jobs, ...siteJobs].sort((a, b) => (endOf(a) < endOf(b) ? 1 : -1));
}

/** Lists the jobs of this session, then of earlier ones. */
function useEngineJobs(): readonly Progress[] {
  const { state } = useApp();
  const now = useSignal(state.jobs);
  const before = useSignal(state.pastJobs);
  const known = new Set(now.map((job) => job.jobId));
  return [...now, ...before.filter((job) => !known.has(job.jobId))];
}

function Where({ job }: { readonly job: Progress }) {
  const { state } = useApp();
  const collection = useSignal(state.collections)?.find((other) => other.id === job.collectionId);
  return (
    <span className="job-where small">
      {collection !== undefined && (
        <a href={toHash({ place: 'search', collectionId: collection.id, query: '' })}>
          <MiddleText text={collection.name} max={40} />
        </a>
      )}
      {job.endedAt !== undefined && (
        <time className="faint" dateTime={job.endedAt} title={formatDate(job.endedAt)}>
          {formatAgo(job.endedAt)}
        </time>
      )}
    </span>
  );
}
