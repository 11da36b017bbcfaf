import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Progress } from '../../../model/job.ts';
import { IconButton } from '../../kit/button.tsx';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { words } from '../../words/words.ts';
import * as css from '../shell/shell.module.css';
import { EngineJobCard } from './engine-job-card.tsx';

/** The running jobs of the collection, and the summary of the last one for a while. */
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
  const strip = useRef<HTMLDivElement>(null);
  useLeave(last, strip, setPutAway);
  if (shown.length === 0) return null;
  return (
    <div className={css.notices} ref={strip}>
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

const STAYS_MS = 10_000;

/** Puts the summary away after a while, but not under the pointer or the focus. Jobs keeps it. One with failures stays until it is closed. */
function useLeave(
  job: Progress | undefined,
  strip: RefObject<HTMLElement | null>,
  putAway: (jobId: string) => void,
): void {
  const { jobId, state, endedAt = '', summary } = job ?? {};
  const leaves = state === 'done' && summary?.failed === 0;
  useEffect(() => {
    if (!leaves || jobId === undefined) return;
    const leave = () => {
      if (strip.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, STAYS_MS);
      else putAway(jobId);
    };
    let timer = setTimeout(leave, Date.parse(endedAt) + STAYS_MS - Date.now());
    return () => clearTimeout(timer);
  }, [leaves, jobId, endedAt, strip, putAway]);
}
