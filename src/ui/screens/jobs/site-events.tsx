import { useState } from 'react';
import {
  MILESTONE_KINDS,
  type MilestoneKind,
  type PageEvent,
  PROBLEM_SEVERITY,
  type ProblemKind,
  type QueueEvent,
} from '../../../model/site/site.ts';
import type { SiteEventQuery } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';

type Filter = keyof typeof words.jobs.eventTypes;

/** Filters of each event type; types without filters show all events. */
const DETAILS: Partial<Record<Filter, readonly string[]>> = {
  page: ['saved', 'unchanged', 'failed', 'removed', 'restored'] satisfies PageEvent['action'][],
  queue: ['enqueued', 'dequeued', 'retry', 'drop'] satisfies QueueEvent['action'][],
  problem: Object.keys(PROBLEM_SEVERITY),
  milestone: MILESTONE_KINDS,
};

function toQuery(filter: Filter, detail: string): SiteEventQuery {
  if (filter === 'all') return {};
  const types = [filter] as const;
  if (detail === '') return { types };
  return filter === 'queue' || filter === 'page'
    ? { types, actions: [detail as (QueueEvent | PageEvent)['action']] }
    : { types, kinds: [detail as ProblemKind | MilestoneKind] };
}

const PAGE = 100;

/** Events, newest first, with pages of older ones. */
export function SiteEvents({ jobId, version }: { readonly jobId: string; readonly version: string }) {
  const { sites } = useApp().connection;
  const [filter, setFilter] = useState<Filter>('all');
  const [detail, setDetail] = useState('');
  const [before, setBefore] = useState<number>();
  // While the user reads older events, new ones must not push them away.
  const follow = before === undefined ? version : '';
  const older = before === undefined ? {} : { before };
  const { value: page } = useLoaded(
    () => sites?.events(jobId, { ...toQuery(filter, detail), limit: PAGE, ...older }),
    [sites, jobId, filter, detail, before],
    { version: follow, keep: true },
  );
  return (
    <section className="stack" aria-label={words.jobs.events}>
      <div className="row">
        <label className="row small">
          {words.jobs.filterEvents}
          <select
            className="select"
            style={{ width: 'auto' }}
            value={filter}
            onChange={(event) => {
              setFilter(event.target.value as Filter);
              setDetail('');
              setBefore(undefined);
            }}
          >
            {(Object.keys(words.jobs.eventTypes) as Filter[]).map((name) => (
              <option key={name} value={name}>
                {words.jobs.eventTypes[name]}
              </option>
            ))}
          </select>
        </label>
        {DETAILS[filter] !== undefined && (
          <select
            className="select"
            style={{ width: 'auto' }}
            aria-label={words.jobs.filterDetail}
            value={detail}
            onChange={(event) => {
              setDetail(event.target.value);
              setBefore(undefined);
            }}
          >
            <option value="">{words.jobs.allKinds}</option>
            {DETAILS[filter]?.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
        {before !== undefined && <Button label={words.jobs.newest} onClick={() => setBefore(undefined)} />}
        {page?.nextBefore !== undefined && (
          <Button label={words.jobs.older} onClick={() => setBefore(page.nextBefore)} />
        )}
      </div>
      {page?.items.length === 0 && <p className="soft">{words.jobs.noEvents}</p>}
      <ol>
        {page?.items.map((event) => (
          <EventRow key={event.seq} event={event} />
        ))}
      </ol>
      {page !== undefined && page.dropped > 0 && <p className="faint small">{words.jobs.dropped(page.dropped)}</p>}
    </section>
  );
}
