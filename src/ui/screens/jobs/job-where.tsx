import type { Progress } from '../../../model/job.ts';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import * as css from '../../parts/jobs/job-card.module.css';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatAgo, formatDate } from '../../text/format.ts';

/** The collection of a job, and when it ended. A collection of which nothing could be read was deleted. */
export function JobWhere({ job }: { readonly job: Progress }) {
  const collection = useSignal(useApp().state.collections)?.find(({ id }) => id === job.collectionId);
  return (
    <span className={`${css.where} ${look.small}`}>
      {collection !== undefined && (
        <a href={toHash({ place: 'search', collectionId: collection.id, query: '' })}>
          <MiddleText text={collection.name} max={40} />
        </a>
      )}
      {job.endedAt !== undefined && (
        <time className={look.faint} dateTime={job.endedAt} title={formatDate(job.endedAt)}>
          {formatAgo(job.endedAt)}
        </time>
      )}
    </span>
  );
}
