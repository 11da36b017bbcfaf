import { useMemo, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { ANALYSIS_VERSION, type CrawlStatus } from '../../../model/site/site.ts';
import type { SiteStart } from '../../../model/site/site-job.ts';
import { toPageMetadata } from '../../../site/page-metadata.ts';
import { findUnfinishedRun, listRuns } from '../../../site/runs.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { UnfinishedRun } from '../../parts/jobs/unfinished-run.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { useApp } from '../../state/context.ts';
import { navigate, useRoute } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { describeOutcome } from '../../words/describe-outcome.ts';
import { pagesWords } from '../../words/pages.ts';
import { words } from '../../words/words.ts';
import { AnalyseDialog } from './analyse-dialog.tsx';
import {
  groupFailures,
  inListOrder,
  listPages,
  matchesFilter,
  type PageEntry,
  type PageFilter,
  toPageText,
} from './list-pages.ts';
import { PageFilterBar } from './page-filter-bar.tsx';
import { PageHistory } from './page-history.tsx';
import { PageTable } from './page-table.tsx';
import { useListedUrls, usePages } from './use-pages.ts';

/** Every known URL of a site with its outcome: kept, failed or skipped, and why. */
export function Pages({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const route = useRoute();
  const sourceId =
    (route.place === 'pages' ? route.sourceId : undefined) ??
    collection.sources.find((source) => source.type === 'site')?.id;
  const jobs = useSignal(app.state.jobs);
  const runs = useMemo(
    () => listRuns(jobs, { collectionId: collection.id, sourceId }).filter((run) => run.mode !== 'analysis'),
    [jobs, collection.id, sourceId],
  );
  const last = runs[0];
  const rows = usePages(collection.id, sourceId);
  const [filter, setFilter] = useState<PageFilter>({ text: '', outcome: '', pageClass: '', minConfidence: 0 });
  const [historyOf, setHistoryOf] = useState<string>();
  const [isAnalysing, setIsAnalysing] = useState(false);
  const urls = useListedUrls(collection.id, sourceId);
  const entries = useMemo(() => inListOrder(listPages(rows ?? [], runs), urls), [rows, runs, urls]);
  const outcomes = useMemo(
    () => [...new Set(entries.flatMap(({ outcome, lately }) => [outcome, lately?.outcome ?? outcome]))].sort(),
    [entries],
  );
  const matching = useMemo(() => entries.filter((entry) => matchesFilter(entry, filter)), [entries, filter]);
  const shown = useFinder(matching, toPageText, filter.text);
  const sites = app.connection.sites;
  const go = (started: Promise<unknown> | undefined) =>
    void started?.then(() => navigate({ place: 'jobs' })).catch(app.state.report);
  const again = (how: Pick<SiteStart, 'mode' | 'full' | 'analysis'>) =>
    sourceId !== undefined && go(sites?.start({ collectionId: collection.id, sourceId, ...how }));
  const unfinished =
    sourceId === undefined ? undefined : findUnfinishedRun(jobs, { collectionId: collection.id, sourceId });
  const isOutdated = rows?.some((row) => (row.analysis ?? 0) < ANALYSIS_VERSION) === true;
  return (
    <Place
      title={words.places.pages}
      actions={
        <span className={look.row}>
          <Button
            label={words.jobs.retryFailed}
            disabled={!last || last.errors === 0 || last.endedAt === ''}
            onClick={() => last && go(sites?.retryFailed(last.jobId))}
          />
          <Button label={pagesWords.analyse} disabled={!rows?.length} onClick={() => setIsAnalysing(true)} />
          <Button label={pagesWords.fetchAll} onClick={() => again({ mode: 'crawl', full: true })} />
          <Button
            label={pagesWords.saveList}
            disabled={shown.every(({ page }) => page === undefined)}
            onClick={() => saveBlob(toList(shown), `${collection.name}.pages.json`)}
          />
        </span>
      }
    >
      {unfinished !== undefined && (
        <div className={look.notice} role="status">
          <UnfinishedRun status={unfinished} type="site" />
          <Button look="primary" label={words.jobs.resume} onClick={() => go(sites?.resume(unfinished.jobId))} />
        </div>
      )}
      {isOutdated && <p className={look.notice}>{pagesWords.outdated}</p>}
      {last !== undefined && last.failed.length > 0 && <Failures failed={last.failed} />}
      <PageFilterBar filter={filter} outcomes={outcomes} count={shown.length} onChange={setFilter} />
      {rows === undefined || shown.length === 0 ? (
        // Until the pages are loaded, only failed ones are known: the others would appear between them under the pointer.
        <p className={look.soft}>
          {rows === undefined ? words.common.loading : entries.length > 0 ? pagesWords.noMatch : pagesWords.none}
        </p>
      ) : (
        <PageTable entries={shown} collection={collection} sourceId={sourceId} onHistory={setHistoryOf} />
      )}
      {historyOf !== undefined && <PageHistory url={historyOf} runs={runs} onClose={() => setHistoryOf(undefined)} />}
      {isAnalysing && (
        <AnalyseDialog
          pages={rows?.length ?? 0}
          onStart={(analysis) => again({ mode: 'analysis', analysis })}
          onClose={() => setIsAnalysing(false)}
        />
      )}
    </Place>
  );
}

/** Formats kept pages as flat records [S14], in the displayed order. */
function toList(entries: readonly PageEntry[]): Blob {
  const records = entries.flatMap(({ page }) => (page === undefined ? [] : [toPageMetadata(page)]));
  return new Blob([`${JSON.stringify(records, null, 2)}\n`], { type: 'application/json' });
}

function Failures({ failed }: Pick<CrawlStatus, 'failed'>) {
  return (
    <Card title={pagesWords.failures}>
      <ul className={look.stack} style={{ gap: 4 }}>
        {groupFailures(failed).map(({ host, code, status, count, message }) => (
          <li key={`${host} ${code} ${status}`} className={look.row}>
            <strong>{formatCount(count)}</strong>
            <code className={look.name}>{toVisibleName(host)}</code>
            <span>{describeOutcome(code, status)}</span>
            <span className={look.aside}>{toVisibleName(message).slice(0, 200)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
