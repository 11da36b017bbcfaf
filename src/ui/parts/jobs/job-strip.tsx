import { useState } from 'react';
import { IconButton } from '../../kit/button.tsx';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';
import { EngineJobCard } from './engine-job-card.tsx';

/** The running jobs of the collection, and the summary of the last one until it is dismissed. */
export function JobStrip({ collectionId }: { readonly collectionId: string }) {
  const { state } = useApp();
  const jobs = useSignal(state.jobs);
  const [putAway, setPutAway] = useState<string>();
  const mine = jobs.filter(
    (job) => job.collectionId === collectionId && (job.type === 'ingest' || job.type === 'sync'),
  );
  const open = mine.filter((job) => job.endedAt === undefined);
  const last = mine[0];
  const shown = open.length > 0 ? open : last !== undefined && last.jobId !== putAway ? [last] : [];
  if (shown.length === 0) return null;
  return (
    <div className="notices">
      {shown.map((job) => (
        <EngineJobCard
          key={job.jobId}
          job={job}
          extra={
            job.endedAt !== undefined && (
              <IconButton icon="close" label={words.common.close} onClick={() => setPutAway(job.jobId)} />
            )
          }
        />
      ))}
    </div>
  );
}
