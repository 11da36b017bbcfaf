import type { CrawlStatus } from '../../../model/site/site.ts';
import * as css from '../../kit/dialog.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import type { SiteControl } from '../../state/connection.ts';
import { useApp } from '../../state/context.ts';
import { formatDate } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { pagesWords } from '../../words/pages.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly url: string;
  readonly runs: readonly CrawlStatus[];
  readonly onClose: () => void;
}

/** The outcome of one address in every stored run, newest first. */
export function PageHistory({ url, runs, onClose }: Props) {
  const { sites } = useApp().connection;
  const { value: found } = useLoaded(() => sites && readHistory(sites, url, runs), [sites, url, runs], { keep: true });
  return (
    <Dialog title={pagesWords.historyOf(toShortName(url, 80))} className={css.wide} onClose={onClose}>
      <div className={css.body}>
        {found === undefined && <p className={look.soft}>{words.common.loading}</p>}
        {found?.length === 0 && <p className={look.soft}>{pagesWords.noHistory}</p>}
        {found?.map(({ run, events }) => (
          <section key={run.jobId} aria-label={formatDate(run.startedAt)}>
            <h3 className={look.small}>
              {formatDate(run.startedAt)} <span className={look.soft}>{words.jobs.states[run.status]}</span>
            </h3>
            <ol>
              {events.map((event) => (
                <EventRow key={event.seq} event={event} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

async function readHistory(sites: SiteControl, url: string, runs: readonly CrawlStatus[]) {
  const pages = await Promise.all(runs.map((run) => sites.events(run.jobId, { url, limit: 100 })));
  return runs.map((run, i) => ({ run, events: pages[i]?.items ?? [] })).filter(({ events }) => events.length > 0);
}
