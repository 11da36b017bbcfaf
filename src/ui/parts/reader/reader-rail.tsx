import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import type { Signal } from '../../state/signal.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { readerWords } from '../../words/search.ts';
import { BreakableName } from '../controls/middle-text.tsx';
import * as css from './reader.module.css';

interface Props {
  readonly rows: readonly RailRow[];
  readonly topLine: Signal<number>;
  readonly toHref: (row: RailRow) => string;
  readonly onFollow: () => void;
}

/** Longest list; of a longer one, only the rows around the current one are shown. */
const MAX_ROWS = 200;

/** The outline of the file, with the current position. */
export function ReaderRail({ rows, topLine, toHref, onFollow }: Props) {
  const list = useRef<HTMLElement>(null);
  const currentRow = useRef<HTMLAnchorElement>(null);
  // Renders again when the current row changes, not for every line.
  const current = useSyncExternalStore(topLine.subscribe, () =>
    rows.findLastIndex(({ line, fromLine = line }) => fromLine <= topLine.get()),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the current row
  useEffect(() => {
    const row = currentRow.current;
    if (!list.current || !row) return;
    const { scrollTop, clientHeight } = list.current;
    if (row.offsetTop < scrollTop || row.offsetTop > scrollTop + clientHeight - 32)
      list.current.scrollTop = row.offsetTop - 80;
  }, [current]);
  if (rows.length < 2) return null;
  const shown = toWindow(rows, current);
  const top = shown.rows.reduce((least, { level }) => Math.min(least, level), 9);
  return (
    <nav className={css.rail} aria-label={readerWords.inFile} ref={list}>
      <h3>{readerWords.inFile}</h3>
      <ul>
        {shown.rows.map((row, i) => (
          <li key={`${row.line}:${row.text}`} style={{ paddingInlineStart: `${Math.min(row.level - top, 4) * 12}px` }}>
            <a
              ref={i + shown.from === current ? currentRow : undefined}
              href={toHref(row)}
              onClick={onFollow}
              aria-current={i + shown.from === current ? 'true' : undefined}
            >
              <BreakableName text={toVisibleName(row.text).slice(0, 300) || readerWords.unnamed} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function toWindow(
  rows: readonly RailRow[],
  current: number,
): { readonly from: number; readonly rows: readonly RailRow[] } {
  // Moves by half a window at a time, so that the list stays still under the pointer.
  const step = MAX_ROWS / 2;
  const from = rows.length <= MAX_ROWS ? 0 : Math.max(0, Math.floor(current / step) * step - step / 2);
  return { from, rows: rows.slice(from, from + MAX_ROWS) };
}

export interface RailRow {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  /** First line of the comment above it. */
  readonly fromLine?: number;
  readonly ref: string;
}

/** Returns the headings of a file, or the symbols of code except for fields. */
export function useRail(collectionId: string, path: string): readonly RailRow[] {
  const { engine } = useApp().connection;
  const read = async (): Promise<readonly RailRow[]> => {
    const headings = await engine.listOutline(collectionId, path);
    if (headings.length > 0) return headings.map((row) => ({ ...row, line: row.startLine }));
    const symbols = await engine.listSymbols(collectionId, path);
    const rows = symbols.filter(({ what }) => what !== 'field');
    return rows.map(({ name, startLine, ref }) => toSymbolRow(name, startLine, ref));
  };
  return useLoaded(read, [engine, collectionId, path], { onFailure: 'ignore' }).value ?? NONE;
}

const NONE: readonly RailRow[] = [];

/** Shows a method below its class without the class name. */
function toSymbolRow(name: string, line: number, ref: string): RailRow {
  const segments = name.split('.');
  return { level: segments.length, text: segments.at(-1) || name, line, ref };
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;;|@|%|$)/;

/** Finds the comments and decorators above the symbols of code, where a chunk begins with them. */
export function addComments(rows: readonly RailRow[], chunks: readonly Chunk[]): readonly RailRow[] {
  const byRef = new Map(chunks.map((chunk) => [chunk.ref, chunk]));
  return rows.map((row) => {
    const chunk = byRef.get(row.ref);
    if (chunk?.symbol === undefined || row.line <= chunk.startLine) return row;
    const above = chunk.content.split('\n', row.line - chunk.startLine);
    const text = above.join('\n').trim();
    const isBlock = text.startsWith('/*') && text.indexOf('*/') === text.length - 2;
    return isBlock || above.every((line) => COMMENT.test(line)) ? { ...row, fromLine: chunk.startLine } : row;
  });
}
