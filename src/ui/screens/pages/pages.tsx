import { useEffect, useMemo, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { ANALYSIS_VERSION, type CrawlStatus, type PageRow } from '../../../model/site.ts';
import type { SiteStart } from '../../../model/site-job.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { report } from '../../state/actions.ts';
import { useApp } from '../../state/context.ts';
import { navigate, toHash, useRoute } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatAgo, formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { groupFailures, listPages, listRuns, matchesFilter, PAGE_CLASSES, type PageEntry } from './list-pages.ts';

/** Every known URL of a site with its outcome: kept, failed or left out, and why. */
export function Pages({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const route = useRoute();
  const sourceId =
    (route.place === 'pages' ? route.sourceId : undefined) ??
    collection.sources.find((source) => source.type === 'site')?.id;
  const jobs = useSignal(app.state.siteJobs);
  const runs = useMemo(
    () => listRuns(jobs, { collectionId: collection.id, sourceId }).filter((run) => run.mode !== 'analysis'),
    [jobs, collection.id, sourceId],
  );
  const last = runs[0];
  const rows = usePages(collection.id, sourceId);
  const [filter, setFilter] = useState('');
  const [outcome, setOutcome] = useState('');
  const [pageClass, setPageClass] = useState('');
  const entries = useMemo(() => listPages(rows ?? [], runs), [rows, runs]);
  const outcomes = useMemo(() => [...new Set(entries.map((entry) => entry.outcome))].sort(), [entries]);
  const shown = useMemo(
    () => entries.filter((entry) => matchesFilter(entry, { text: filter.trim(), outcome, pageClass })),
    [entries, outcome, pageClass, filter],
  );
  const sites = app.connection.sites;
  const go = (started: Promise<unknown> | undefined) =>
    void started?.then(() => navigate({ place: 'jobs' })).catch(report);
  const again = (how: Pick<SiteStart, 'mode' | 'full'>) =>
    sourceId !== undefined && go(sites?.start({ collectionId: collection.id, sourceId, ...how }));
  const isOutdated = rows?.some((row) => (row.analysis ?? 0) < ANALYSIS_VERSION) === true;
  return (
    <div className="place">
      <div className="place-inner">
        <div className="place-head">
          <h1>{words.pages.title}</h1>
          <button
            type="button"
            className="button"
            disabled={!last || last.errors === 0 || last.endedAt === ''}
            onClick={() => last && go(sites?.retryFailed(last.jobId))}
          >
            {words.jobs.retryFailed}
          </button>
          <button type="button" className="button" onClick={() => again({ mode: 'analysis' })}>
            {words.pages.analyse}
          </button>
          <button type="button" className="button" onClick={() => again({ mode: 'crawl', full: true })}>
            {words.pages.fetchAll}
          </button>
        </div>
        {isOutdated && <p className="notice">{words.pages.outdated}</p>}
        {last !== undefined && last.failed.length > 0 && <Failures status={last} />}
        <div className="row">
          <input
            type="search"
            className="input"
            style={{ flex: '1 1 200px', width: 'auto' }}
            aria-label={words.pages.filter}
            placeholder={words.pages.filter}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <select
            className="select"
            style={{ width: 'auto' }}
            aria-label={words.pages.outcome}
            value={outcome}
            onChange={(event) => setOutcome(event.target.value)}
          >
            <option value="">{words.pages.all}</option>
            {outcomes.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <select
            className="select"
            style={{ width: 'auto' }}
            aria-label={words.pages.columns.class}
            value={pageClass}
            onChange={(event) => setPageClass(event.target.value)}
          >
            <option value="">{words.pages.allClasses}</option>
            {PAGE_CLASSES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <span className="soft small" role="status">
            {words.count.pages(shown.length)}
          </span>
        </div>
        {shown.length === 0 ? (
          <p className="soft">{rows === undefined ? words.common.loading : words.pages.none}</p>
        ) : (
          <div>
            <div className="page-row head" aria-hidden>
              <span>{words.pages.columns.url}</span>
              <span>{words.pages.columns.outcome}</span>
              <span>{words.pages.columns.status}</span>
              <span>{words.pages.columns.class}</span>
              <span>{words.pages.columns.depth}</span>
              <span>{words.pages.columns.attempts}</span>
              <span>{words.pages.columns.fetched}</span>
            </div>
            <VirtualList
              className="tall"
              count={shown.length}
              rowHeight={36}
              label={words.pages.table}
              renderRow={(i) => {
                const entry = shown[i];
                return entry === undefined ? null : <Row {...{ entry, collection, sourceId }} />;
              }}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function Failures({ status }: { readonly status: CrawlStatus }) {
  return (
    <section className="card" aria-label={words.pages.failures}>
      <h2>{words.pages.failures}</h2>
      <ul className="stack" style={{ gap: 4 }}>
        {groupFailures(status.failed).map(({ host, code, count, message }) => (
          <li key={`${host} ${code}`} className="row">
            <strong>{formatCount(count)}</strong>
            <code className="name">{toVisibleName(host)}</code>
            <span>{words.pages.failCodes[code]}</span>
            <span className="faint small">{toVisibleName(message).slice(0, 200)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly entry: PageEntry;
  readonly collection: Collection;
  readonly sourceId: string | undefined;
}

function Row({ entry, collection, sourceId }: RowProps) {
  const { page } = entry;
  return (
    <div className="page-row" title={page?.aliases.map((alias) => toVisibleName(alias)).join('\n')}>
      {page === undefined ? (
        <MiddleText text={entry.url} max={96} tail={28} />
      ) : (
        <a
          className="row"
          href={toHash({
            place: 'files',
            collectionId: collection.id,
            path: toCollectionPath(collection, sourceId, page),
          })}
        >
          <MiddleText text={entry.url} max={96} tail={28} />
        </a>
      )}
      <span>
        {entry.outcome}
        {page !== undefined && page.aliases.length > 0 && (
          <span className="faint"> · {words.pages.aliases(page.aliases.length)}</span>
        )}
      </span>
      <span>{entry.status || '–'}</span>
      <span>{page === undefined ? '–' : `${page.page_class} ${page.confidence.toFixed(2)}`}</span>
      <span>{page === undefined ? '–' : formatCount(page.depth)}</span>
      <span>{entry.attempts === undefined ? '–' : formatCount(entry.attempts)}</span>
      <span>{page === undefined ? '–' : formatAgo(page.crawl_timestamp)}</span>
    </div>
  );
}

/** A collection with more than one source puts each source's slug first. */
function toCollectionPath(collection: Collection, sourceId: string | undefined, page: PageRow): string {
  const site = collection.sources.find((source) => source.id === sourceId);
  return collection.sources.length > 1 && site !== undefined ? `${site.slug}/${page.path}` : page.path;
}

function usePages(collectionId: string, sourceId: string | undefined): readonly PageRow[] | undefined {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[collectionId] ?? 0;
  const [rows, setRows] = useState<readonly PageRow[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may have kept more pages
  useEffect(() => {
    if (sourceId === undefined || connection.sites === undefined) return setRows([]);
    let isGone = false;
    connection.sites.pages(collectionId, sourceId).then(
      (found) => !isGone && setRows(found),
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [connection, collectionId, sourceId, commits]);
  return rows;
}
