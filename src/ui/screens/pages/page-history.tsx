import type { CrawlEvent, CrawlStatus } from '../../../model/site/site.ts';
import { Dialog } from '../../kit/dialog.tsx';
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
    <Dialog title={pagesWords.historyOf(toShortName(url, 80))} className="wide" onClose={onClose}>
      <div className="dialog-body">
        {found === undefined && <p className="soft">{words.common.loading}</p>}
        {found?.length === 0 && <p className="soft">{pagesWords.noHistory}</p>}
        {found?.map(({ run, events }) => (
          <section key={run.jobId} aria-label={formatDate(run.startedAt)}>
            <h3 className="small">
              {formatDate(run.startedAt)} <span className="soft">{words.jobs.states[run.status]}</span>
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

interface RunHistory {
  readonly run: CrawlStatus;
  readonly events: readonly CrawlEvent[];
}

async function readHistory(sites: SiteControl, url: string, runs: readonly CrawlStatus[]): Promise<RunHistory[]> {
  const pages = await Promise.all(runs.map((run) => sites.events(run.jobId, { url, limit: 100 })));
  return runs.map((run, i) => ({ run, events: pages[i]?.items ?? [] })).filter(({ events }) => events.length > 0);
}
