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
import { Select } from '../../kit/field.tsx';
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
  const details = DETAILS[filter];
  const older = before === undefined ? {} : { before };
  const { value: page } = useLoaded(
    () => sites?.events(jobId, { ...toQuery(filter, detail), limit: PAGE, ...older }),
    [sites, jobId, filter, detail, before],
    { version: follow, keep: true },
  );
  return (
    <section className="stack" aria-label={words.jobs.events}>
      <div className="row">
        <span className="small" aria-hidden>
          {words.jobs.filterEvents}
        </span>
        <Select
          aria-label={words.jobs.filterEvents}
          className="auto-width"
          value={filter}
          options={Object.entries(words.jobs.eventTypes) as readonly [Filter, string][]}
          onChange={(next) => {
            setFilter(next);
            setDetail('');
            setBefore(undefined);
          }}
        />
        {details !== undefined && (
          <Select
            className="auto-width"
            aria-label={words.jobs.filterDetail}
            value={detail}
            options={[['', words.jobs.allKinds], ...details.map((name) => [name, name] as const)]}
            onChange={(next) => {
              setDetail(next);
              setBefore(undefined);
            }}
          />
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
