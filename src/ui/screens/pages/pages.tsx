import { useMemo, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { ANALYSIS_VERSION, type CrawlStatus, type PageRow } from '../../../model/site/site.ts';
import type { SiteStart } from '../../../model/site/site-job.ts';
import { toPageMetadata } from '../../../site/page-metadata.ts';
import { findUnfinishedRun, listRuns } from '../../../site/runs.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as dialogCss from '../../kit/dialog.module.css';
import { Ask, Dialog } from '../../kit/dialog.tsx';
import { CheckField, SearchInput, Select, TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { UnfinishedRun } from '../../parts/jobs/engine-job-card.tsx';
import { EventRow } from '../../parts/jobs/event-row.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { showJobs } from '../../state/actions/collection-actions.ts';
import { saveBlob } from '../../state/actions/copy-and-save.ts';
import type { SiteControl } from '../../state/connection.ts';
import { useApp, useCommits } from '../../state/context.ts';
import { toHash, useRoute } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { formatAgo, formatCount, formatDate } from '../../text/format.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { jobsWords } from '../../words/jobs.ts';
import { libraryWords } from '../../words/library.ts';
import { describeOutcome, pagesWords } from '../../words/pages.ts';
import { words } from '../../words/words.ts';
import {
  CONFIDENCES,
  groupFailures,
  inListOrder,
  listPages,
  matchesFilter,
  PAGE_CLASSES,
  type PageEntry,
  type PageFilter,
  toPageText,
} from './list-pages.ts';
import * as css from './pages.module.css';

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
  const again = (how: Pick<SiteStart, 'mode' | 'full' | 'analysis'>) =>
    sourceId !== undefined && showJobs(app, sites?.start({ collectionId: collection.id, sourceId, ...how }));
  const unfinished =
    sourceId === undefined ? undefined : findUnfinishedRun(jobs, { collectionId: collection.id, sourceId });
  const isOutdated = rows?.some((row) => (row.analysis ?? 0) < ANALYSIS_VERSION) === true;
  return (
    <Place
      title={words.places.pages}
      actions={
        <span className={look.row}>
          <Button
            label={jobsWords.retryFailed}
            disabled={!last || last.errors === 0 || last.endedAt === ''}
            onClick={() => last && showJobs(app, sites?.retryFailed(last.jobId))}
          />
          <Button label={pagesWords.analyse} disabled={!rows?.length} onClick={() => setIsAnalysing(true)} />
          <Button label={libraryWords.syncAll} onClick={() => again({ mode: 'crawl', full: true })} />
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
          <Button
            look="primary"
            label={jobsWords.resume}
            onClick={() => showJobs(app, sites?.resume(unfinished.jobId))}
          />
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

interface PageFilterBarProps {
  readonly filter: PageFilter;
  readonly outcomes: readonly string[];
  readonly count: number;
  readonly onChange: (filter: PageFilter) => void;
}

function PageFilterBar({ filter, outcomes, count, onChange }: PageFilterBarProps) {
  return (
    <div className={look.row}>
      <SearchInput
        label={pagesWords.filter}
        style={{ flex: '1 1 200px', width: 'auto' }}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      <Select
        aria-label={pagesWords.columns.outcome}
        value={filter.outcome}
        options={[['', pagesWords.all], ...outcomes.map((outcome) => [outcome, describeOutcome(outcome)] as const)]}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Select
        aria-label={pagesWords.columns.class}
        value={filter.pageClass}
        options={[['', pagesWords.allClasses], ...PAGE_CLASSES.map((name) => [name, name] as const)]}
        onChange={(pageClass) => onChange({ ...filter, pageClass })}
      />
      <Select
        aria-label={pagesWords.confidence}
        value={String(filter.minConfidence)}
        options={[
          ['0', pagesWords.anyConfidence],
          ...CONFIDENCES.map((least) => [String(least), pagesWords.minConfidence(least)] as const),
        ]}
        onChange={(least) => onChange({ ...filter, minConfidence: Number(least) })}
      />
      <span className={look.note} role="status">
        {words.count.pages(count)}
      </span>
    </div>
  );
}

interface TableProps extends Omit<RowProps, 'entry' | 'origin'> {
  readonly entries: readonly PageEntry[];
}

function PageTable({ entries, ...rest }: TableProps) {
  const origin = findOrigin(entries);
  return (
    <div>
      <div className={`${css.row} ${css.head}`} aria-hidden>
        {Object.values(pagesWords.columns).map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <VirtualList
        className={look.tall}
        count={entries.length}
        rowHeight={36}
        label={pagesWords.table}
        rowKey={(i) => entries[i]?.url ?? i}
        renderRow={(i) => {
          const entry = entries[i];
          return entry === undefined ? null : <Row entry={entry} origin={origin} {...rest} />;
        }}
      />
    </div>
  );
}

function Row({ entry, origin, collection, sourceId, onHistory }: RowProps) {
  const { page } = entry;
  const address = <MiddleText text={entry.url.slice(origin.length)} max={96} tail={28} />;
  return (
    <div className={css.row} title={page?.aliases.map((alias) => toVisibleName(alias)).join('\n')}>
      {page === undefined ? (
        address
      ) : (
        <a
          className={look.row}
          href={toHash({
            place: 'files',
            collectionId: collection.id,
            path: toCollectionPath(collection, sourceId, page),
          })}
        >
          {address}
        </a>
      )}
      <span title={describeOutcome(entry.outcome, entry.status)}>
        {describeOutcome(entry.outcome, entry.status)}
        {listNotes(entry).map(([note, hint]) => (
          <span key={note} className={look.faint} title={hint}>
            {` · ${note}`}
          </span>
        ))}
      </span>
      <span>{entry.status || '–'}</span>
      <span>{page === undefined ? '–' : `${page.page_class} ${page.confidence.toFixed(2)}`}</span>
      <span>{page === undefined ? '–' : formatCount(page.depth)}</span>
      <span>{entry.attempts === undefined ? '–' : formatCount(entry.attempts)}</span>
      <Button
        look="link"
        label={page === undefined ? pagesWords.history : formatAgo(page.crawl_timestamp)}
        title={pagesWords.history}
        aria-label={pagesWords.historyOf(toVisibleName(entry.url))}
        onClick={() => onHistory(entry.url)}
      />
    </div>
  );
}

/** Lists what else is known about a page, each with its meaning. */
function listNotes({ lately, page }: PageEntry): readonly [note: string, hint?: string][] {
  const { aliases = [], claimed_url: claimed, unlinked } = page ?? {};
  const notes: [note: string, hint?: string][] = [];
  if (lately) notes.push([pagesWords.lately(describeOutcome(lately.outcome, lately.status)), pagesWords.latelyHint]);
  if (aliases.length > 0) notes.push([pagesWords.aliases(aliases.length)]);
  if (claimed) notes.push([pagesWords.claimed(toVisibleName(claimed)), pagesWords.claimedHint]);
  if (unlinked !== undefined) notes.push([pagesWords.unlinked, pagesWords.unlinkedHint]);
  return notes;
}

interface RowProps {
  readonly entry: PageEntry;
  /** Common start of all addresses, which is not shown; empty where they differ. */
  readonly origin: string;
  readonly collection: Collection;
  readonly sourceId: string | undefined;
  readonly onHistory: (url: string) => void;
}

/** Finds the common origin: pages of one host differ in their path, and a small screen has no room for more. */
function findOrigin(entries: readonly PageEntry[]): string {
  const first = entries[0]?.url ?? '';
  const origin = URL.canParse(first) ? new URL(first).origin : '';
  return entries.every(({ url }) => url.startsWith(`${origin}/`)) ? origin : '';
}

/** Adds the source's slug, which begins every path in a collection with several sources. */
function toCollectionPath(collection: Collection, sourceId: string | undefined, page: PageRow): string {
  const site = collection.sources.find((source) => source.id === sourceId);
  return collection.sources.length > 1 && site !== undefined ? `${site.slug}/${page.path}` : page.path;
}

interface PageHistoryProps {
  readonly url: string;
  readonly runs: readonly CrawlStatus[];
  readonly onClose: () => void;
}

/** The outcome of one address in every stored run, newest first. */
function PageHistory({ url, runs, onClose }: PageHistoryProps) {
  const { sites } = useApp().connection;
  const { value: found } = useLoaded(() => sites && readHistory(sites, url, runs), [sites, url, runs], { keep: true });
  return (
    <Dialog title={pagesWords.historyOf(toShortName(url, 80))} className={dialogCss.wide} onClose={onClose}>
      <div className={dialogCss.body}>
        {found === undefined && <p className={look.soft}>{words.common.loading}</p>}
        {found?.length === 0 && <p className={look.soft}>{pagesWords.noHistory}</p>}
        {found?.map(({ run, events }) => (
          <section key={run.jobId} aria-label={formatDate(run.startedAt)}>
            <h3 className={look.small}>
              {formatDate(run.startedAt)} <span className={look.soft}>{jobsWords.states[run.status]}</span>
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

interface AnalyseDialogProps {
  readonly pages: number;
  readonly onStart: (analysis: NonNullable<SiteStart['analysis']>) => void;
  readonly onClose: () => void;
}

/** Asks how many pages to analyse again, and whether to write the result. */
function AnalyseDialog({ pages, onStart, onClose }: AnalyseDialogProps) {
  const { title, text, limit, dryRun: dryRunLabel, start } = pagesWords.analysis;
  const [pageLimit, setPageLimit] = useState('');
  const [dryRun, setDryRun] = useState(false);
  const run = () => onStart({ dryRun, pageLimit: Number(pageLimit) > 0 ? Number(pageLimit) : undefined });
  return (
    <Ask title={title} confirm={start} onConfirm={run} onClose={onClose}>
      <p>{text}</p>
      <TextField
        label={limit}
        type="number"
        min={1}
        max={Math.max(1, pages)}
        placeholder={String(pages)}
        value={pageLimit}
        onChange={setPageLimit}
      />
      <CheckField label={dryRunLabel} checked={dryRun} onChange={setDryRun} />
    </Ask>
  );
}

function usePages(collectionId: string, sourceId: string | undefined): readonly PageRow[] | undefined {
  const { sites } = useApp().connection;
  const load = async () => (sourceId === undefined ? [] : ((await sites?.pages(collectionId, sourceId)) ?? []));
  return useLoaded(load, [sites, collectionId, sourceId], { version: useCommits(collectionId) }).value;
}

const NO_URLS: readonly string[] = [];

/** Returns the addresses of a site that was added as a list. */
function useListedUrls(collectionId: string, sourceId: string | undefined): readonly string[] {
  const { sites } = useApp().connection;
  const load = () => (sourceId === undefined ? undefined : sites?.options(collectionId, sourceId));
  return useLoaded(load, [sites, collectionId, sourceId]).value?.urls ?? NO_URLS;
}
