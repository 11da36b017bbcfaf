import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { Hit } from '../../../model/hit.ts';
import { isCodeKind } from '../../../model/kind.ts';
import { Button } from '../../kit/button.tsx';
import { Select, toOptions } from '../../kit/field.tsx';
import { isNarrow, toPx } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import * as panesCss from '../../parts/controls/controls.module.css';
import { ExactToggles } from '../../parts/controls/exact-toggles.tsx';
import { UnsearchedCollections } from '../../parts/controls/scope.tsx';
import { VirtualList, type VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import { keepQuestion } from '../../state/actions/questions.ts';
import type { AppState } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { chooseFacets, sortHits } from '../../state/get-search.ts';
import { toggleFile, usePackDraft } from '../../state/pack.ts';
import { FACETS } from '../../state/route.ts';
import { useCollectionNames } from '../../state/scope.ts';
import { type Search, type SearchView, toAsked } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useIsSite } from '../../state/use-current-collection.ts';
import { formatDuration } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { packWords, questionsWords } from '../../words/outputs.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import * as facetsCss from './facets.module.css';
import { FilterChips } from './facets.tsx';
import * as hitCardCss from './hit-card.module.css';
import { HitCard, openHit } from './hit-card.tsx';
import { NoHits } from './no-hits.tsx';
import * as css from './results.module.css';

/** Room for the title, the place and two lines of text. */
const ROW_REM = 7.125;
/** Each lists every match instead. */
export const EXACT = ['case', 'word', 'regex'] as const;

interface ResultsProps {
  readonly search: Search;
  readonly collection: Collection;
  readonly openChunk: string | undefined;
  /** Collection of the open chunk, when it is another one. */
  readonly openCollectionId: string | undefined;
  /** The filters, where there is no room for a column of them. */
  readonly facets: ReactNode;
}

export function Results({ search, collection, openChunk, openCollectionId, facets }: ResultsProps) {
  const collectionId = collection.id;
  const [showFacets, setShowFacets] = useState(false);
  const view = useSignal(search.view);
  const { hits, total, rows, text } = view;
  const names = useCollectionNames();
  const asked = toAsked(view);
  const { elements, usesOf, choices } = useApp().state;
  const { files: packed = [] } = usePackDraft(collection);
  const isSite = useIsSite();
  /** A website's readers make no packs, and a file of another collection goes into the packs of that one. */
  const toPack = ({ path, collection: foreign }: Hit) => {
    if (isSite || foreign !== undefined) return undefined;
    const isIn = packed.includes(path);
    return { isIn, toggle: () => toggleFile(choices, collection, { path, isIn }) };
  };
  const { active, setActive, move, handle } = useActiveHit(view, openChunk, elements);
  const [rowHeight] = useState(() => toPx(ROW_REM));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = hits.get(active);
    if (event.key === 'A' && own !== undefined) {
      toPack(own)?.toggle();
      return;
    }
    if (event.key === 'u' && own?.symbol !== undefined) {
      openHit(collectionId, own, asked, { replace: true });
      usesOf.set(toSymbolName(own));
      return;
    }
    const to = nextIndex(event.key, active, rows);
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) elements.searchBox.current?.focus();
    else {
      move(to);
      const hit = hits.get(to);
      if (hit !== undefined && !isNarrow()) {
        openHit(collectionId, hit, asked, { replace: true });
      }
    }
  };
  // In a vault everything is documentation, and the word on every hit says nothing.
  const isMixed = view.facets?.kind.some(([kind]) => isCodeKind(kind)) === true;
  const renderRow = (index: number) => {
    const hit = hits.get(index);
    if (hit === undefined) return <WaitingHit search={search} index={index} />;
    const isOpen =
      openChunk !== undefined &&
      hit.id.startsWith(openChunk) &&
      (openCollectionId ?? collectionId) === (hit.collection ?? collectionId);
    const card = (
      <HitCard
        hit={hit}
        collectionId={collectionId}
        collectionName={hit.collection === undefined ? undefined : names.get(hit.collection)}
        asked={asked}
        isOpen={isOpen}
        activeRef={index === active ? elements.activeHit : undefined}
        isMixed={isMixed}
        onFocus={() => setActive(index)}
        pack={toPack(hit)}
        onMore={(path) => chooseFacets(search, collectionId, { ...view.choice, folder: path })}
      />
    );
    if (!hit.some || index === 0 || hits.get(index - 1)?.some !== undefined) return card;
    return (
      <div className={css.divided}>
        <p>{isOneWord(view) ? searchWords.someForms : searchWords.someWords}</p>
        <div>{card}</div>
      </div>
    );
  };
  return (
    <>
      <div className={panesCss.paneHead}>
        <span>{toHead(view, isSite)}</span>
        <ExactToggles label={searchWords.exactLabel} keys={EXACT} chosen={view.exact} onChange={search.setExact} />
        <KeepQuestion collection={collection} view={view} index={active} />
        {facets && (
          <Button
            look="quiet"
            icon="filters"
            label={searchWords.filters}
            aria-expanded={showFacets}
            onClick={() => setShowFacets(!showFacets)}
          />
        )}
        <Select
          aria-label={searchWords.sort}
          value={view.sort ?? 'best'}
          options={toOptions(
            text.trim() === '' ? { ...searchWords.sorts, best: packWords.orders.path } : searchWords.sorts,
          )}
          onChange={(sort) => sortHits(search, collectionId, sort === 'date' ? sort : undefined)}
        />
      </div>
      <FilterChips search={search} collection={collection} />
      {showFacets && <div className={facetsCss.over}>{facets}</div>}
      <div className={css.notes}>
        <UnsearchedCollections collections={view.unsearched} />
        {view.fuzzy && total > 0 && view.problem === undefined && <p className={look.notice}>{searchWords.fuzzy}</p>}
        {view.badDates?.map((text) => (
          <p key={text} className={look.notice}>
            {searchWords.badDate(toShortName(text, 60))}
          </p>
        ))}
        {view.undated !== undefined && <p className={look.notice}>{searchWords.undated(view.undated)}</p>}
        {view.all === 0 && total > 0 && !view.fuzzy && view.problem === undefined && (
          <p className={look.notice}>{searchWords.closest}</p>
        )}
        {view.problem && (
          <div className={`${look.problem} ${look.stack}`} role="alert">
            <p>{`${searchWords.failed} ${describeProblem(view.problem)}`}</p>
            {rows > 0 && <p>{searchWords.earlier(toShortName(view.answered ?? '', 60))}</p>}
            <p>
              <Button label={words.common.retry} onClick={search.again} />
            </p>
          </div>
        )}
        {view.problem === undefined && view.answered !== undefined && total === 0 && (
          <NoHits search={search} collection={collection} />
        )}
      </div>
      <VirtualList
        count={rows}
        rowHeight={rowHeight}
        label={searchWords.results}
        renderRow={renderRow}
        active={active}
        onKeyDown={onKeyDown}
        handle={handle}
      />
    </>
  );
}

/** A row whose hit is not loaded yet. Without a dependency list, a request that failed is repeated with the next render. */
function WaitingHit({ search, index }: { readonly search: Search; readonly index: number }) {
  useEffect(() => search.need(index));
  return <div className={`${look.sheet} ${hitCardCss.hit} ${hitCardCss.waiting}`} />;
}

/** Returns the number of hits and the time they took; empty after a failed query. */
function toHead(view: SearchView, isSite: boolean): string {
  const { answered, total, all, partial, elapsedMs, problem } = view;
  if (problem !== undefined) return searchWords.noAnswer;
  if (answered === undefined) return words.common.loading;
  const count =
    all === undefined || total === 0
      ? searchWords.resultCount(total, partial, isSite ? 'result' : 'chunk')
      : all === 0
        ? searchWords.closestCount
        : searchWords.allCount(all, partial, isOneWord(view));
  return isSite ? count : `${count} · ${formatDuration(elapsedMs)}`;
}

function isOneWord({ answered = '' }: SearchView): boolean {
  return !/\s/.test(answered.trim());
}

/** Returns the symbol that the query names, or else the first one of the chunk. */
function toSymbolName({ label, symbol = '', why }: Hit): string | undefined {
  const defined = why.find(({ how }) => how === 'defines')?.term.toLowerCase();
  const named = label.split(NO_NAME).find((name) => name.toLowerCase() === defined);
  return named ?? symbol.split(NO_NAME).at(-1);
}

const NO_NAME = /[^\p{L}\p{N}_$]+/u;

export function nextIndex(key: string, active: number, total: number): number | undefined {
  if (key === 'ArrowDown' || key === 'j') return Math.min(active + 1, total - 1);
  if (key === 'ArrowUp' || key === 'k') return active - 1;
  if (key === 'PageDown') return Math.min(active + 8, total - 1);
  if (key === 'PageUp') return Math.max(active - 8, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  return undefined;
}

/** One row is in the tab order; arrows move real focus from row to row. */
function useActiveHit(view: SearchView, openChunk: string | undefined, { activeHit, wantsHit }: AppState['elements']) {
  const [active, setActive] = useState(0);
  const [list, setList] = useState(view.list);
  const handle = useRef<VirtualListHandle>(null);
  // Not in an effect: until it ran, the row of the previous list would be the one to focus.
  if (list !== view.list) {
    setList(view.list);
    setActive(0);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts at the top
  useEffect(() => handle.current?.scrollTo(0), [view.list]);
  // Once for each chunk: the lists of later queries start at the top, though it may still be open.
  const found = useRef<string>(undefined);
  useEffect(() => {
    if (openChunk === undefined || openChunk === found.current) return;
    for (const [index, hit] of view.hits) {
      if (!hit.id.startsWith(openChunk)) continue;
      found.current = openChunk;
      setActive(index);
    }
  }, [openChunk, view.hits]);
  useEffect(() => {
    // A fast typist presses Enter before the hits arrive; the hits of the previous query are not the ones meant.
    if (!wantsHit.current || view.isWaiting || activeHit.current === null) return;
    wantsHit.current = false;
    activeHit.current.focus({ preventScroll: true });
  });
  const move = useCallback(
    (to: number) => {
      wantsHit.current = true;
      handle.current?.scrollTo(to);
      setActive(to);
    },
    [wantsHit],
  );
  return { active, setActive, move, handle };
}

interface KeepQuestionProps {
  readonly collection: Collection;
  readonly view: SearchView;
  /** The hit that answers it: the active one. */
  readonly index: number;
}

/** Keeps the search with its active hit as a question; for one's own collection, without filters that a question does not have. */
function KeepQuestion({ collection, view, index }: KeepQuestionProps) {
  const app = useApp();
  const text = (view.answered ?? '').trim();
  const hit = view.hits.get(Math.max(0, index));
  const isFiltered = FACETS.some((key) => view.choice[key] !== undefined);
  const isForeign = hit?.collection !== undefined || collection.publishedAt !== undefined;
  if (text === '' || hit === undefined || isFiltered || isForeign) return null;
  return (
    <Button look="quiet" label={questionsWords.keep} onClick={() => void keepQuestion(app, collection.id, text, hit)} />
  );
}
