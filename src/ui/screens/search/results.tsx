import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { toPx } from '../../parts/controls/use-media.ts';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import type { Search } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatDuration } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { HitCard } from './hit-card.tsx';
import { openHit } from './open-hit.ts';
import { useActiveHit } from './use-active-hit.ts';

/** Matches the heights in search.css. */
const ROW_REM = 7.125;

interface Props {
  readonly search: Search;
  readonly collectionId: string;
  readonly openChunk: string | undefined;
  /** Where there is no room for a column of filters. */
  readonly filterButton?: ReactNode;
  readonly filters?: ReactNode;
}

export function Results({ search, collectionId, openChunk, filterButton, filters }: Props) {
  const view = useSignal(search.view);
  const { hits, total, text } = view;
  const { active, setActive, move, handle } = useActiveHit(view, openChunk);
  const [rowHeight] = useState(() => toPx(ROW_REM));

  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(event.key, active, total);
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) document.getElementById('search-box')?.focus();
    else {
      move(to);
      const hit = hits.get(to);
      if (hit !== undefined && matchMedia('(width >= 900px)').matches) {
        openHit(collectionId, hit, text, { replace: true });
      }
    }
  };
  const renderRow = (index: number) => {
    search.need(index);
    const hit = hits.get(index);
    if (hit === undefined) return <div className="hit waiting" />;
    const isOpen = openChunk !== undefined && hit.id.startsWith(openChunk);
    return (
      <HitCard
        hit={hit}
        collectionId={collectionId}
        query={text}
        isOpen={isOpen}
        isActive={index === active}
        onFocus={() => setActive(index)}
        index={index}
      />
    );
  };
  return (
    <>
      <div className="results-head">
        <span>
          {view.answered === undefined ? words.common.loading : words.search.resultCount(total, view.partial)}
          {view.answered !== undefined && ` · ${formatDuration(view.elapsedMs)}`}
        </span>
        {filterButton || <span>{text.trim() === '' ? words.search.byPath : words.search.relevance}</span>}
      </div>
      {filters}
      <div className="results-notes">
        {view.fuzzy && total > 0 && <p className="notice">{words.search.fuzzy}</p>}
        {view.problem && <p className="notice bad">{`${words.search.failed} ${describeProblem(view.problem)}`}</p>}
        {view.answered !== undefined && total === 0 && <NoHits search={search} text={text} />}
      </div>
      <VirtualList
        count={total}
        rowHeight={rowHeight}
        label={words.search.results}
        renderRow={renderRow}
        onKeyDown={onKeyDown}
        handle={handle}
      />
    </>
  );
}

function NoHits({ search, text }: { readonly search: Search; readonly text: string }) {
  const filters = text.match(/\b(?:path|kind|heading|symbol|lang|source):\S+/g) ?? [];
  return (
    <div className="notice">
      <strong>{words.search.none}</strong>
      <span>{words.search.noneHint}</span>
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className="button"
          onClick={() => search.setText(text.replace(filter, '').trim())}
        >
          {words.search.dropFilter(toShortName(filter, 40))}
        </button>
      ))}
    </div>
  );
}

function nextIndex(key: string, active: number, total: number): number | undefined {
  if (key === 'ArrowDown' || key === 'j') return Math.min(active + 1, total - 1);
  if (key === 'ArrowUp' || key === 'k') return active - 1;
  if (key === 'PageDown') return Math.min(active + 8, total - 1);
  if (key === 'PageUp') return Math.max(active - 8, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  return undefined;
}
