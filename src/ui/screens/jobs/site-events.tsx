import { useState } from 'react';
import {
  MILESTONE_KINDS,
  type MilestoneKind,
  type PageEvent,
  PROBLEM_SEVERITY,
  type ProblemKind,
  type QueueEvent,
} from '../../../model/site/site.ts';
import type { SiteEventPage, SiteEventQuery } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import { Select, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
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

function toQuery({ filter, detail }: Asked): SiteEventQuery {
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

interface Asked {
  readonly filter: Filter;
  readonly detail: string;
  readonly host: string;
  readonly place: Place;
}

interface Props {
  readonly jobId: string;
  readonly version: string;
  readonly hosts: readonly string[];
}

/** Events, newest first, with pages of older and newer ones. */
export function SiteEvents({ jobId, version, hosts }: Props) {
  const { sites } = useApp().connection;
  const [asked, setAsked] = useState<Asked>({ filter: 'all', detail: '', host: '', place: NEWEST });
  const { filter, detail, host, place } = asked;
  const choose = (part: Partial<Asked>) => setAsked({ ...asked, place: NEWEST, ...part });
  // While the user reads older events, new ones must not push them away.
  const follow = place === NEWEST ? version : '';
  const details = DETAILS[filter];
  const { value: page } = useLoaded(
    () => sites?.events(jobId, { ...toQuery(asked), ...(host === '' ? {} : { host }), ...place, limit: PAGE }),
    [sites, jobId, asked],
    { version: follow, keep: true },
  );
  return (
    <section className={look.stack} aria-label={words.jobs.events}>
      <div className={look.row}>
        <span className={look.small} aria-hidden>
          {words.jobs.filterEvents}
        </span>
        <Select
          aria-label={words.jobs.filterEvents}
          value={filter}
          options={toOptions(words.jobs.eventTypes)}
          onChange={(next) => choose({ filter: next, detail: '' })}
        />
        {details !== undefined && (
          <Select
            aria-label={words.jobs.filterDetail}
            value={detail}
            options={[['', words.jobs.allKinds], ...details.map((name) => [name, NAMES[name] ?? name] as const)]}
            onChange={(next) => choose({ detail: next })}
          />
        )}
        {hosts.length > 1 && (
          <Select
            aria-label={words.jobs.host}
            value={host}
            options={[['', words.jobs.allHosts], ...hosts.map((name) => [name, name] as const)]}
            onChange={(next) => choose({ host: next })}
          />
        )}
        <Pager place={place} page={page} onChange={(next) => choose({ place: next })} />
      </div>
      {page?.items.length === 0 && <p className={look.soft}>{words.jobs.noEvents}</p>}
      <ol>
        {page?.items.map((event) => (
          <EventRow key={event.seq} event={event} />
        ))}
      </ol>
      {page !== undefined && page.dropped > 0 && <p className={look.aside}>{words.jobs.dropped(page.dropped)}</p>}
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
      {place !== NEWEST && <Button label={words.jobs.newest} onClick={() => onChange(NEWEST)} />}
      {prevAfter !== undefined && <Button label={words.jobs.newer} onClick={() => onChange({ after: prevAfter })} />}
      {nextBefore !== undefined && <Button label={words.jobs.older} onClick={() => onChange({ before: nextBefore })} />}
    </>
  );
}
