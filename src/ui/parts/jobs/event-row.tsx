import type { CrawlEvent, PageEvent, QueueEvent } from '../../../model/site/site.ts';
import * as look from '../../kit/look.module.css';
import { formatClock } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { describeOutcome } from '../../words/pages.ts';
import { words } from '../../words/words.ts';
import * as css from './job-card.module.css';

/** One event of a crawl as a line. */
export function EventRow({ event }: { readonly event: CrawlEvent }) {
  const { what, text, isWarn } = describeEvent(event);
  return (
    <li className={css.event}>
      <span className={look.faint}>{formatClock(Date.parse(event.ts))}</span>
      <span className={isWarn ? css.warn : ''}>{what}</span>
      <span className={look.name}>{toVisibleName(text).slice(0, 600)}</span>
    </li>
  );
}

function describeEvent(event: CrawlEvent): { readonly what: string; readonly text: string; readonly isWarn?: boolean } {
  switch (event.type) {
    case 'queue':
      return {
        what: words.jobs.queueActions[event.action],
        text: [event.url, describeReason(event), event.alias && `→ ${event.alias}`].filter(Boolean).join(' · '),
      };
    case 'page':
      return {
        what: words.jobs.pageActions[event.action],
        text: [event.url, describeAnswer(event)].filter(Boolean).join(' · '),
        isWarn: event.action === 'failed',
      };
    case 'problem':
      return {
        what: words.jobs.problemKinds[event.kind] ?? event.kind,
        text: `${event.message} · ${event.target}`,
        isWarn: event.severity === 'warn',
      };
    case 'milestone':
      return {
        what: words.jobs.milestoneKinds[event.kind] ?? event.kind,
        text: [event.message, event.target].filter(Boolean).join(' · '),
      };
    case 'stage':
      return { what: words.jobs.stages[event.stage], text: event.message };
    case 'done':
      return {
        what: words.jobs.states[event.outcome],
        text: words.jobs.crawled(event.summary),
      };
  }
}

function describeReason({ action, reason }: QueueEvent): string {
  return action === 'enqueued' || action === 'dequeued'
    ? (words.jobs.foundIn[reason] ?? reason)
    : describeOutcome(reason);
}

function describeAnswer({ action, status, reason, attempts }: PageEvent): string {
  const tries = attempts > 1 ? ` · ${words.jobs.tries(attempts)}` : '';
  if (action === 'failed') return describeOutcome(reason, status) + tries;
  return (status === 0 ? '' : String(status)) + tries;
}
