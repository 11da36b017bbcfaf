import { useEffect, useState } from 'react';
import {
  MILESTONE_KINDS,
  type MilestoneKind,
  type PageEvent,
  PROBLEM_SEVERITY,
  type ProblemKind,
  type QueueEvent,
} from '../../../model/site/site.ts';
import type { SiteEventPage, SiteEventQuery } from '../../../model/site/site-job.ts';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import { report } from '../../state/actions/report.ts';
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

/** Names of kinds in plain words; of page and queue events, actions. */
const NAMES: Readonly<Record<string, string>> = {
  ...words.jobs.pageActions,
  ...words.jobs.queueActions,
  ...words.jobs.problemKinds,
  ...words.jobs.milestoneKinds,
};

const PAGE = 100;

/** Where the list is: at the newest events, before a number or after one. */
type Place = Pick<SiteEventQuery, 'before' | 'after'>;
const NEWEST: Place = {};

interface Props {
  readonly jobId: string;
  readonly version: string;
  readonly hosts: readonly string[];
}

/** Events, newest first, with pages of older and newer ones. */
export function SiteEvents({ jobId, version, hosts }: Props) {
  const { sites } = useApp().connection;
  const [filter, setFilter] = useState<Filter>('all');
  const [detail, setDetail] = useState('');
  const [host, setHost] = useState('');
  const [place, setPlace] = useState(NEWEST);
  const [page, setPage] = useState<SiteEventPage>();
  // While the user reads older events, new ones must not push them away.
  const follow = place === NEWEST ? version : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: activity means new events
  useEffect(() => {
    let isGone = false;
    const query = { ...toQuery(filter, detail), ...(host === '' ? {} : { host }), ...place, limit: PAGE };
    sites?.events(jobId, query).then(
      (found) => !isGone && setPage(found),
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [sites, jobId, filter, detail, host, place, follow]);
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
              setPlace(NEWEST);
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
              setPlace(NEWEST);
            }}
          >
            <option value="">{words.jobs.allKinds}</option>
            {DETAILS[filter]?.map((name) => (
              <option key={name} value={name}>
                {NAMES[name] ?? name}
              </option>
            ))}
          </select>
        )}
        {hosts.length > 1 && (
          <select
            className="select"
            style={{ width: 'auto' }}
            aria-label={words.jobs.host}
            value={host}
            onChange={(event) => {
              setHost(event.target.value);
              setPlace(NEWEST);
            }}
          >
            <option value="">{words.jobs.allHosts}</option>
            {hosts.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <Pager place={place} page={page} onChange={setPlace} />
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

interface PagerProps {
  readonly place: Place;
  readonly page: SiteEventPage | undefined;
  readonly onChange: (place: Place) => void;
}

function Pager({ place, page, onChange }: PagerProps) {
  const { prevAfter, nextBefore } = page ?? {};
  return (
    <>
      {place !== NEWEST && (
        <button type="button" className="button" onClick={() => onChange(NEWEST)}>
          {words.jobs.newest}
        </button>
      )}
      {prevAfter !== undefined && (
        <button type="button" className="button" onClick={() => onChange({ after: prevAfter })}>
          {words.jobs.newer}
        </button>
      )}
      {nextBefore !== undefined && (
        <button type="button" className="button" onClick={() => onChange({ before: nextBefore })}>
          {words.jobs.older}
        </button>
      )}
    </>
  );
}
