import { useState } from 'react';
import { EngineJobCard } from '../parts/engine-job-card.tsx';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';
import { words } from '../words.ts';
import { SiteJobCard } from './jobs-site-card.tsx';

/** Running and past: folders read here and sites fetched look and feel the same. */
export function Jobs() {
  const { state } = useApp();
  const engineJobs = useStore(state.jobs);
  const siteJobs = useStore(state.siteJobs);
  const [opened, setOpened] = useState<string>();
  const openSites = siteJobs.filter((job) => job.status.endedAt === '');
  const pastSites = siteJobs.filter((job) => job.status.endedAt !== '');
  const open = engineJobs.filter((job) => job.endedAt === undefined);
  const past = engineJobs.filter((job) => job.endedAt !== undefined);
  const isNone = engineJobs.length + siteJobs.length === 0;
  const running = open.length + openSites.length > 0;
  return (
    <div className="place">
      <div className="place-inner">
        <h1>{words.jobs.title}</h1>
        {isNone && <p className="soft">{words.jobs.none}</p>}
        {running && (
          <section className="stack" aria-label={words.jobs.running}>
            <h2>{words.jobs.running}</h2>
            {open.map((job) => (
              <EngineJobCard key={job.jobId} job={job} />
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
            {past.map((job) => (
              <EngineJobCard key={job.jobId} job={job} />
            ))}
            {pastSites.map((job) => (
              <SiteJobCard
                key={job.status.jobId}
                job={job}
                isOpen={opened === job.status.jobId}
                onToggle={() => setOpened(opened === job.status.jobId ? undefined : job.status.jobId)}
              />
            ))}
          </section>
        )}
      </div>
    </div>
  );
}
