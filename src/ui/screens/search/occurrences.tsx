import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { FileOccurrences, OccurrenceLine, OccurrencePage } from '../../../engine/contract.ts';
import { resolveAges } from '../../../lib/dates.ts';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { Button } from '../../kit/button.tsx';
import { isNarrow, toPx } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { pause } from '../../kit/use-loaded.ts';
import * as panesCss from '../../parts/controls/controls.module.css';
import { ExactToggles } from '../../parts/controls/exact-toggles.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { UnsearchedCollections } from '../../parts/controls/scope.tsx';
import { VirtualList, type VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import { useApp, useCommits } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';
import { navigate, navigateTyped, type SearchRoute, toHash } from '../../state/route.ts';
import { listScope, useCollectionNames } from '../../state/scope.ts';
import { type Search, toAsked, toFilters } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { packWords } from '../../words/outputs.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { FilterChips } from './facets.tsx';
import { MarkedText } from './hit-card.tsx';
import * as css from './occurrences.module.css';
import * as resultsCss from './results.module.css';
import { EXACT, nextIndex } from './results.tsx';

const ROW_REM = 1.75;

interface Props {
  readonly search: Search;
  readonly collection: Collection;
  /** The open place. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly ofId: string | undefined;
}

/** Every match of the query by file and line. */
export function Occurrences({ search, collection, path, line, ofId }: Props) {
  const view = useSignal(search.view);
  const { elements } = useApp().state;
  const list = useOccurrences(search, collection);
  const names = useCollectionNames();
  const rows = useMemo(() => toRows(list.files), [list.files]);
  const [active, setActive] = useState(0);
  const handle = useRef<VirtualListHandle>(null);
  const [rowHeight] = useState(() => toPx(ROW_REM));
  const toRoute = ({ file, at }: Row): SearchRoute => ({
    ...{ place: 'search', collectionId: collection.id, path: file.path, line: at.line, ...toAsked(view) },
    ...(file.collection === undefined || file.collection === collection.id
      ? {}
      : { chunkCollectionId: file.collection }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = nextIndex(event.key, active, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) return elements.searchBox.current?.focus();
    elements.wantsHit.current = true;
    handle.current?.scrollTo(to);
    setActive(to);
    const row = rows[to];
    if (row !== undefined && !isNarrow()) navigateTyped(toRoute(row));
  };
  useEffect(() => {
    if (!elements.wantsHit.current || elements.activeHit.current === null) return;
    elements.wantsHit.current = false;
    elements.activeHit.current.focus({ preventScroll: true });
  });
  const renderRow = (index: number) => {
    const row = rows[index] as Row;
    const { file, at, isFirst } = row;
    const isOpen =
      file.path === path && at.line === line && (file.collection ?? collection.id) === (ofId ?? collection.id);
    return (
      <a
        className={css.row}
        href={toHash(toRoute(row))}
        ref={index === active ? elements.activeHit : undefined}
        tabIndex={index === active ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={() => setActive(index)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          navigate(toRoute(row));
        }}
      >
        {isFirst ? (
          <>
            {file.collection !== undefined && (
              <span className={look.origin}>{toShortName(names.get(file.collection) ?? '', 40)}</span>
            )}
            <MiddleText text={file.path} />
            <span className={css.count}>{formatCount(file.lines.length)}</span>
          </>
        ) : (
          <>
            <span className={css.line}>{at.line}</span>
            <span className={css.text}>
              <MarkedText text={at.text} ranges={at.ranges} />
            </span>
          </>
        )}
      </a>
    );
  };
  const { page, matches, problem, state } = list;
  return (
    <>
      <div className={panesCss.paneHead}>
        <span role="status">
          {problem !== undefined
            ? searchWords.noAnswer
            : page === undefined
              ? words.common.loading
              : searchWords.listed(matches, list.files.length, state === 'running')}
        </span>
        <ExactToggles label={searchWords.exactLabel} keys={EXACT} chosen={view.exact} onChange={search.setExact} />
        {state === 'running' && page !== undefined ? (
          <span className={look.row}>
            {searchWords.listing(page.done, page.total)}
            <Button look="quiet" label={searchWords.stop} onClick={list.stop} />
          </span>
        ) : (
          <span>{packWords.orders.path}</span>
        )}
      </div>
      <FilterChips search={search} collection={collection} />
      <div className={resultsCss.notes}>
        <UnsearchedCollections collections={page?.leftOut} />
        {problem !== undefined && (
          <p className={look.problem} role="alert">
            {describeProblem(problem)}
          </p>
        )}
        {state === 'stopped' && <p className={look.notice}>{searchWords.listStopped}</p>}
        {state === 'cut' && <p className={look.notice}>{searchWords.listCut(LIMITS.maxOccurrenceLines)}</p>}
        {state === 'done' && matches === 0 && (
          <p className={look.notice}>
            <strong>{searchWords.none}</strong>
          </p>
        )}
      </div>
      <VirtualList
        count={rows.length}
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

interface Row {
  readonly file: FileOccurrences;
  readonly at: OccurrenceLine;
  /** True for the row with the name of the file. */
  readonly isFirst: boolean;
}

function toRows(files: readonly FileOccurrences[]): Row[] {
  return files.flatMap((file) => [
    ...file.lines.slice(0, 1).map((at) => ({ file, at, isFirst: true })),
    ...file.lines.map((at) => ({ file, at, isFirst: false })),
  ]);
}

interface Listed {
  readonly files: readonly FileOccurrences[];
  readonly matches: number;
  /** The last page; undefined before the first one. */
  readonly page: Awaited<ReturnType<import('../../../engine/contract.ts').Engine['findOccurrences']>> | undefined;
  /** `cut`: the list has as many lines as it may. */
  readonly state: 'running' | 'done' | 'stopped' | 'cut';
  readonly problem?: Problem;
}

const NOTHING: Listed = { files: [], matches: 0, page: undefined, state: 'running' };
/** A pause in typing. */
const WAIT_MS = 150;

/** Lists page by page, until it is stopped, another query is typed, or the collection changes. */
function useOccurrences(search: Search, { id }: Collection): Listed & { stop: () => void } {
  const { connection, state } = useApp();
  const { engine, matchTexts } = connection;
  const { text, exact, choice, scope } = useSignal(search.view);
  const [listed, setListed] = useState(NOTHING);
  const stop = useRef(() => {});
  const commits = useCommits(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit changes what is found
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ids = scope === undefined ? [id] : listScope(scope, state.collections.get());
    let now = NOTHING;
    const put = (next: Partial<Listed>) => {
      now = { ...now, ...next };
      setListed(now);
    };
    stop.current = () => {
      controller.abort();
      put({ state: 'stopped' });
    };
    const run = async () => {
      await pause(WAIT_MS, signal);
      setListed(NOTHING);
      let lines = 0;
      for (let from: number | undefined = 0; from !== undefined; ) {
        const wish = { query: resolveAges(text, Date.now()), how: exact, filters: toFilters(choice), from };
        const limit = LIMITS.maxOccurrenceLines - lines;
        const page: OccurrencePage = await engine.findOccurrences(ids, { ...wish, limit }, (request) =>
          matchTexts(request, signal),
        );
        if (signal.aborted) return;
        lines += page.files.reduce((sum, file) => sum + file.lines.length, 0);
        const isCut = lines >= LIMITS.maxOccurrenceLines;
        from = isCut ? undefined : page.next;
        const files = [...now.files, ...page.files];
        const next = isCut ? 'cut' : from === undefined ? 'done' : 'running';
        put({ files, matches: now.matches + page.matches, page, state: next });
      }
    };
    run().catch((error: unknown) => {
      if (!signal.aborted) put({ problem: readError(error), state: 'done' });
    });
    return () => controller.abort();
  }, [engine, matchTexts, state, id, text, exact, choice, scope, commits]);
  return { ...listed, stop: () => stop.current() };
}
