import { useState } from 'react';
import type { ProblemKind } from '../../../model/site/site.ts';
import type { SiteProblem } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import { Select, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';

/** Problems of all crawls, newest first; loaded on demand, because every job has its own list. */
export function SiteProblems() {
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
