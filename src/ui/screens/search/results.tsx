import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Hit } from '../../../model/hit.ts';
import { KindBadge } from '../../parts/controls/kind-badge.tsx';
import { MarkedText } from '../../parts/controls/marked-text.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { toPx } from '../../parts/controls/use-media.ts';
import { VirtualList, type VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import { toHash } from '../../state/route.ts';
import type { Search, SearchView } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatDuration } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { openHit } from './open-hit.ts';

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
  const { active, setActive, move, handle } = useActive(view, openChunk);
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

interface HitProps {
  readonly hit: Hit;
  readonly collectionId: string;
  readonly query: string;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly index: number;
}

function HitCard({ hit, collectionId, query, isOpen, isActive, onFocus, index }: HitProps) {
  const { id, path, lines } = hit;
  const href = toHash({ place: 'search', collectionId, chunk: id.slice(0, 12), path, line: lines[0], query });
  return (
    <a
      className="hit"
      href={href}
      data-index={index}
      onFocus={onFocus}
      tabIndex={isActive ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      title={hit.why.map(({ term, field, how }) => `${term}: ${field}, ${how}`).join('\n')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        openHit(collectionId, hit, query, { replace: false });
      }}
    >
      <span className="hit-head">
        <KindBadge kind={hit.kind} path={path} {...(hit.language ? { language: hit.language } : {})} />
        <MiddleText text={path} max={72} tail={20} />
        <span className="hit-where">
          {words.search.lines(...lines)}
          <span className="tokens"> · {words.search.tokens(hit.token_estimate)}</span>
        </span>
      </span>
      <HitTitle hit={hit} />
      <span className="hit-snippet">
        <MarkedText text={hit.snippet} ranges={hit.ranges} />
      </span>
    </a>
  );
}

function HitTitle({ hit }: { readonly hit: Hit }) {
  const name = hit.symbol ?? hit.address ?? hit.path.split('/').at(-1) ?? hit.label;
  const crumbs = hit.heading_path.length > 0 ? hit.heading_path : [name];
  const last = hit.heading_path.length > 0 && hit.symbol !== undefined ? [hit.symbol] : [];
  return (
    <span className="hit-title">
      {[...crumbs, ...last].map((crumb, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat
        <span key={i}>
          {i > 0 && <span className="sep"> › </span>}
          {toShortName(crumb, 200)}
        </span>
      ))}
    </span>
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

/** One row is in the tab order; arrows move real focus from row to row. */
function useActive(view: SearchView, openChunk: string | undefined) {
  const [active, setActive] = useState(0);
  const handle = useRef<VirtualListHandle>(null);
  const wantsFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer starts at the top
  useEffect(() => setActive(0), [view.answered]);
  useEffect(() => {
    if (openChunk === undefined) return;
    for (const [index, hit] of view.hits) if (hit.id.startsWith(openChunk)) setActive(index);
  }, [openChunk, view.hits]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = document.querySelector<HTMLElement>(`.hit[data-index="${active}"]`);
    if (row === null) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });
  const move = useCallback((to: number) => {
    wantsFocus.current = true;
    handle.current?.scrollTo(to);
    setActive(to);
  }, []);
  return { active, setActive, move, handle };
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
