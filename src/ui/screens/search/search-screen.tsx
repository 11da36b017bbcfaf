import { useEffect, useMemo, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { Empty } from '../../parts/controls/empty.tsx';
import { Icon } from '../../parts/controls/icon.tsx';
import { Splitter } from '../../parts/controls/splitter.tsx';
import { useIsNarrow } from '../../parts/controls/use-media.ts';
import { JobStrip } from '../../parts/jobs/job-strip.tsx';
import { Reader } from '../../parts/reader/reader.tsx';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { currentRoute, navigate, useRoute } from '../../state/route.ts';
import { isEmptyQuery, type Search } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { announce } from '../../state/toasts.ts';
import { words } from '../../words/words.ts';
import { FacetList } from './facet-list.tsx';
import { openHit } from './open-hit.ts';
import { SearchOverview } from './overview.tsx';
import { Results } from './results.tsx';

/** Home: filters, results, and the chunk that is being read. */
export function SearchScreen({ collection }: { readonly collection: Collection }) {
  const { connection } = useApp();
  const search = getSearch(connection.engine, collection.id);
  const view = useSignal(search.view);
  const isNarrow = useIsNarrow();
  const { facetsWidth, detailWidth } = useSignal(preferences);
  const route = useRoute();
  const chunk = route.place === 'search' ? route.chunk : undefined;
  const path = route.place === 'search' ? route.path : undefined;
  const line = route.place === 'search' ? route.line : undefined;
  const [showFacets, setShowFacets] = useState(false);
  useFollowCommits(search, collection.id);
  useAnnounceSettled(search);
  useOpenFirst(search, collection.id, isNarrow, chunk);

  const isEmpty = isEmptyQuery(view);
  const isReading = chunk !== undefined || path !== undefined;
  const columns = isNarrow
    ? 'minmax(0, 1fr)'
    : `${isEmpty ? '' : `${facetsWidth}px auto `}minmax(280px, 1fr)${isEmpty && !isReading ? '' : ` auto ${detailWidth}px`}`;
  const style = useMemo(() => ({ gridTemplateColumns: columns }), [columns]);
  return (
    <div className="panes" style={style}>
      {!isNarrow && !isEmpty && (
        <>
          <div className="pane">
            <FacetList search={search} collection={collection} />
          </div>
          <Splitter
            label={words.layout.resizeFilters}
            width={facetsWidth}
            min={160}
            max={400}
            side="before"
            onChange={(width) => setPreference('facetsWidth', width)}
          />
        </>
      )}
      <div className={isNarrow && isReading ? 'pane results-pane covered' : 'pane results-pane'}>
        {!isEmpty && <h1 className="sr-only">{words.places.search}</h1>}
        <JobStrip collectionId={collection.id} />
        {isEmpty ? (
          <SearchOverview collection={collection} search={search} />
        ) : (
          <Results
            search={search}
            collectionId={collection.id}
            openChunk={chunk}
            filterButton={
              isNarrow && (
                <button
                  type="button"
                  className="button"
                  aria-expanded={showFacets}
                  onClick={() => setShowFacets(!showFacets)}
                >
                  <Icon name="filters" size={16} />
                  {words.search.filters}
                </button>
              )
            }
            filters={isNarrow && showFacets && <FacetList search={search} collection={collection} />}
          />
        )}
      </div>
      {!isNarrow && (!isEmpty || isReading) && (
        <Splitter
          label={words.layout.resizeDetail}
          width={detailWidth}
          min={320}
          max={1000}
          side="after"
          onChange={(width) => setPreference('detailWidth', width)}
        />
      )}
      {isReading ? (
        <div className={isNarrow ? 'pane reader-over' : 'pane'}>
          <Reader
            collection={collection}
            idOrRef={chunk}
            path={path}
            line={line}
            query={view.text}
            onClose={() => navigate({ place: 'search', collectionId: collection.id, query: view.text })}
          />
        </div>
      ) : (
        !isNarrow && !isEmpty && (view.total > 0 ? <Empty icon="read" text={words.reader.empty} /> : <div />)
      )}
    </div>
  );
}

/** While an ingest runs, each commit may hold more hits. */
function useFollowCommits(search: Search, collectionId: string): void {
  const { state } = useApp();
  const commits = useSignal(state.commits)[collectionId] ?? 0;
  useEffect(() => {
    if (commits > 0 && !isEmptyQuery(search.view.get())) search.again();
  }, [commits, search]);
}

const SETTLED_MS = 600;

function useAnnounceSettled(search: Search): void {
  const { answered, total, isWaiting } = useSignal(search.view);
  useEffect(() => {
    if (answered === undefined || isWaiting) return;
    const timer = setTimeout(() => announce(words.search.announce(total, answered)), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [answered, total, isWaiting]);
}

const OPEN_FIRST_MS = 200;

/** On wide screens the best hit opens when typing pauses. A chunk the person opened stays. */
function useOpenFirst(search: Search, collectionId: string, isNarrow: boolean, chunk: string | undefined): void {
  const { answered, hits, isWaiting, text } = useSignal(search.view);
  const first = hits.get(0);
  useEffect(() => {
    if (isNarrow || isWaiting || first === undefined || answered !== text || chunk !== undefined) return;
    const open = () => {
      // This screen stays mounted, hidden, while the next one loads; it must not navigate back to itself.
      const { place } = currentRoute();
      if (place === 'search' || place === 'home') openHit(collectionId, first, text, { replace: true });
    };
    const timer = setTimeout(open, OPEN_FIRST_MS);
    return () => clearTimeout(timer);
  }, [answered, text, first, isNarrow, isWaiting, collectionId, chunk]);
}
