import { useState } from 'react';
import { PROBLEM_SEVERITY, type ProblemKind } from '../../../model/site/site.ts';
import type { SiteProblem } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import * as css from '../../kit/field.module.css';
import * as look from '../../kit/look.module.css';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';

/** Problems of all crawls, newest first; loaded on demand, because every job has its own list. */
export function SiteProblems() {
  const {
    connection: { sites },
    state,
  } = useApp();
  const [kind, setKind] = useState('');
  const [found, setFound] = useState<readonly SiteProblem[]>();
  const load = (next: string) => {
    setKind(next);
    sites?.problems(next === '' ? {} : { kinds: [next as ProblemKind] }).then(setFound, state.report);
  };
  return (
    <section className={look.stack} aria-label={words.jobs.problems}>
      <div className={look.row}>
        <h2>{words.jobs.problems}</h2>
        {found === undefined ? (
          <Button label={words.jobs.showProblems} onClick={() => load('')} />
        ) : (
          <select
            className={css.select}
            style={{ width: 'auto' }}
            aria-label={words.jobs.filterDetail}
            value={kind}
            onChange={(event) => load(event.target.value)}
          >
            <option value="">{words.jobs.allKinds}</option>
            {(Object.keys(PROBLEM_SEVERITY) as ProblemKind[]).map((name) => (
              <option key={name} value={name}>
                {words.jobs.problemKinds[name]}
              </option>
            ))}
          </select>
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
