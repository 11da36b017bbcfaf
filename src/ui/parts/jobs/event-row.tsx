import type { CrawlEvent, PageEvent, QueueEvent } from '../../../model/site/site.ts';
import * as look from '../../kit/look.module.css';
import { formatClock } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { jobsWords } from '../../words/jobs.ts';
import { describeOutcome } from '../../words/pages.ts';
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
        what: jobsWords.queueActions[event.action],
        text: [event.url, describeReason(event), event.alias && `→ ${event.alias}`].filter(Boolean).join(' · '),
      };
    case 'page':
      return {
        what: jobsWords.pageActions[event.action],
        text: [event.url, describeAnswer(event)].filter(Boolean).join(' · '),
        isWarn: event.action === 'failed',
      };
    case 'problem':
      return {
        what: jobsWords.problemKinds[event.kind] ?? event.kind,
        text: `${event.message} · ${event.target}`,
        isWarn: event.severity === 'warn',
      };
    case 'milestone':
      return {
        what: jobsWords.milestoneKinds[event.kind] ?? event.kind,
        text: [event.message, event.target].filter(Boolean).join(' · '),
      };
    case 'stage':
      return { what: jobsWords.stages[event.stage], text: event.message };
    case 'done':
      return {
        what: jobsWords.states[event.outcome],
        text: jobsWords.crawled(event.summary),
      };
  }
}

function describeReason({ action, reason }: QueueEvent): string {
  return action === 'enqueued' || action === 'dequeued'
    ? (jobsWords.foundIn[reason] ?? reason)
    : describeOutcome(reason);
}

function describeAnswer({ action, status, reason, attempts }: PageEvent): string {
  const tries = attempts > 1 ? ` · ${jobsWords.tries(attempts)}` : '';
  if (action === 'failed') return describeOutcome(reason, status) + tries;
  return (status === 0 ? '' : String(status)) + tries;
}
