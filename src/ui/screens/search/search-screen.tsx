import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { splitListed } from '../../../lib/match-lines.ts';
import type { Collection } from '../../../model/collection.ts';
import type { Progress } from '../../../model/job.ts';
import { IconButton, toClass } from '../../kit/button.tsx';
import { useHasFacets, useIsNarrow, usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { loadLater } from '../../kit/use-loaded.ts';
import * as panesCss from '../../parts/controls/controls.module.css';
import { Splitter } from '../../parts/controls/splitter.tsx';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { Empty } from '../../parts/shell/place.tsx';
import * as shellCss from '../../parts/shell/shell.module.css';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { type Asked, currentRoute, navigate, useRoute } from '../../state/route.ts';
import { useScope } from '../../state/scope.ts';
import { isEmptyQuery, type Search, type SearchView, toAsked } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { readerWords, searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { FacetList } from './facets.tsx';
import { openHit } from './hit-card.tsx';
import { rememberSearch, ScopeOverview, SearchOverview } from './overview.tsx';
import * as css from './results.module.css';
import { Results } from './results.tsx';

const Book = loadLater(() => import('./book.tsx'), 'Book');
const Occurrences = loadLater(() => import('./occurrences.tsx'), 'Occurrences');
const Reader = loadLater(() => import('../../parts/reader/reader.tsx'), 'Reader');

/** Home: filters, results and the reader. */
export function SearchScreen({ collection }: { readonly collection: Collection }) {
  const { scope } = useScope();
  const search = getSearch(useApp(), collection.id, scope);
  const view = useSignal(search.view);
  const isNarrow = useIsNarrow();
  const [facetsWidth] = usePreference('facetsWidth');
  const [resultsWidth] = usePreference('resultsWidth');
  const route = useRoute();
  const { chunk, path, line, chunkCollectionId } = route.place === 'search' ? route : {};
  const opened = useCollection(chunkCollectionId) ?? collection;
  useFollowCommits(search, scope === undefined ? collection.id : undefined);
  useAnnounceSettled(search);
  useRemember(search, collection.id);
  const isReading = chunk !== undefined || path !== undefined;
  useOpenFirst(search, collection.id, isNarrow || isReading);

  const asked = useAsked(view);
  const isEmpty = isEmptyQuery(view);
  const listed = useMemo(() => splitListed(view.text, view.exact), [view.text, view.exact]);
  const hasFacets = useHasFacets() && !isEmpty;
  if (isEmpty && scope === undefined && collection.publishedAt !== undefined)
    return <Book {...{ collection, asked, chunk, path, line }} />;
  const columns = isNarrow
    ? 'minmax(0, 1fr)'
    : [
        hasFacets ? `${facetsWidth}px auto` : '',
        isEmpty && !isReading ? 'minmax(0, 1fr)' : `minmax(280px, ${resultsWidth}px) auto minmax(320px, 1fr)`,
      ].join(' ');
  return (
    <div className={panesCss.panes} style={{ gridTemplateColumns: columns }}>
      {hasFacets && (
        <>
          <div className={panesCss.pane}>
            <FacetList search={search} collection={collection} />
          </div>
          <Splitter label={words.layout.resizeFilters} name="facetsWidth" min={160} max={400} />
        </>
      )}
      <div className={toClass(panesCss.pane, css.pane, isNarrow && isReading && panesCss.covered)}>
        {!isEmpty && <h1 className={look.srOnly}>{words.places.search}</h1>}
        <JobStrip collectionId={collection.id} />
        {isEmpty && scope !== undefined ? (
          <ScopeOverview scope={scope} />
        ) : isEmpty ? (
          <SearchOverview collection={collection} search={search} />
        ) : listed !== undefined ? (
          <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
            <Occurrences search={search} collection={collection} path={path} line={line} ofId={chunkCollectionId} />
          </Suspense>
        ) : (
          <Results
            search={search}
            collection={collection}
            openChunk={chunk}
            openCollectionId={chunkCollectionId}
            facets={!hasFacets && <FacetList search={search} collection={collection} />}
          />
        )}
      </div>
      {!isNarrow && (!isEmpty || isReading) && (
        <Splitter label={words.layout.resizeResults} name="resultsWidth" min={280} max={800} />
      )}
      {isReading ? (
        <div className={toClass(panesCss.pane, isNarrow && panesCss.over)}>
          <Suspense fallback={<p className="loading">{words.loadingScreen}</p>}>
            <Reader
              key={opened.id}
              collection={opened}
              idOrRef={chunk}
              path={path}
              line={line}
              asked={asked}
              listed={listed}
              onClose={() => navigate({ place: 'search', collectionId: collection.id, ...asked })}
            />
          </Suspense>
        </div>
      ) : (
        !isNarrow && !isEmpty && (view.total > 0 ? <Empty icon="read" text={readerWords.empty} /> : <div />)
      )}
    </div>
  );
}

function useCollection(id: string | undefined): Collection | undefined {
  const { state } = useApp();
  return useSignal(state.collections)?.find((collection) => collection.id === id);
}

/** Keeps the same object until the query changes: every answer is a new view. */
function useAsked({ text, choice, scope, sort }: SearchView): Asked {
  return useMemo(() => toAsked({ text, choice, scope, sort }), [text, choice, scope, sort]);
}

/** Searches again after each commit of an import, of any collection when all are searched. */
function useFollowCommits(search: Search, collectionId: string | undefined): void {
  const { state } = useApp();
  const all = useSignal(state.commits);
  const own = collectionId === undefined ? Object.values(all) : [all[collectionId] ?? 0];
  const commits = own.reduce((sum, count) => sum + count, 0);
  useEffect(() => {
    if (commits > 0 && !isEmptyQuery(search.view.get())) search.again();
  }, [commits, search]);
}

const SETTLED_MS = 600;

function useAnnounceSettled(search: Search): void {
  const { answered, total, isWaiting, problem } = useSignal(search.view);
  const { announcement } = useApp().state;
  const isFailed = problem !== undefined;
  useEffect(() => {
    // Results that stay visible after a failure were announced before.
    if (answered === undefined || isWaiting || isFailed) return;
    const timer = setTimeout(() => announcement.set(searchWords.announce(total, answered)), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [announcement, answered, total, isWaiting, isFailed]);
}

const REMEMBER_MS = 2_000;

/** Remembers a search that found something and stayed for two seconds. */
function useRemember(search: Search, collectionId: string): void {
  const app = useApp();
  const { answered, text, total, scope } = useSignal(search.view);
  const isFound = total > 0 && answered === text && text.trim() !== '' && scope === undefined;
  useEffect(() => {
    if (!isFound) return;
    const timer = setTimeout(() => rememberSearch(app, collectionId, text), REMEMBER_MS);
    return () => clearTimeout(timer);
  }, [app, collectionId, text, isFound]);
}

const OPEN_FIRST_MS = 200;

/** On wide screens the best hit opens when typing pauses. A chunk or file you opened stays. */
function useOpenFirst(search: Search, collectionId: string, isOff: boolean): void {
  const { view } = search;
  const { answered, hits, isWaiting, text } = useSignal(view);
  const first = hits.get(0);
  useEffect(() => {
    if (isOff || isWaiting || first === undefined || answered !== text) return;
    const open = () => {
      // This screen stays mounted, hidden, while the next one loads; it must not navigate back to itself.
      const { place } = currentRoute();
      if (place === 'search' || place === 'home') openHit(collectionId, first, toAsked(view.get()), { replace: true });
    };
    const timer = setTimeout(open, OPEN_FIRST_MS);
    return () => clearTimeout(timer);
  }, [view, answered, text, first, isOff, isWaiting, collectionId]);
}

/** The running jobs of the collection, and the summary of the last one for a while. */
function JobStrip({ collectionId }: { readonly collectionId: string }) {
  const { state } = useApp();
  const jobs = useSignal(state.jobs);
  const [putAway, setPutAway] = useState<string>();
  const mine = jobs.filter(
    (job) =>
      job.collectionId === collectionId &&
      (job.type === 'ingest' || job.type === 'sync') &&
      !state.quietJobs.has(job.jobId),
  );
  const open = mine.filter((job) => job.endedAt === undefined);
  const last = mine[0];
  const shown = open.length > 0 ? open : last !== undefined && last.jobId !== putAway ? [last] : [];
  const strip = useRef<HTMLDivElement>(null);
  useLeave(last, strip, setPutAway);
  if (shown.length === 0) return null;
  return (
    <div className={shellCss.notices} ref={strip}>
      {shown.map((job) => (
        <EngineJobCard
          key={job.jobId}
          job={job}
          extra={
            job.endedAt !== undefined && (
              <IconButton icon="close" label={words.common.close} onClick={() => setPutAway(job.jobId)} />
            )
          }
        />
      ))}
    </div>
  );
}

const STAYS_MS = 10_000;

/** Puts the summary away after a while, but not under the pointer or the focus. Jobs keeps it. One with failures stays until it is closed. */
function useLeave(
  job: Progress | undefined,
  strip: RefObject<HTMLElement | null>,
  putAway: (jobId: string) => void,
): void {
  const { jobId, state, endedAt = '', summary } = job ?? {};
  const leaves = state === 'done' && summary?.failed === 0;
  useEffect(() => {
    if (!leaves || jobId === undefined) return;
    const leave = () => {
      if (strip.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, STAYS_MS);
      else putAway(jobId);
    };
    let timer = setTimeout(leave, Date.parse(endedAt) + STAYS_MS - Date.now());
    return () => clearTimeout(timer);
  }, [leaves, jobId, endedAt, strip, putAway]);
}
