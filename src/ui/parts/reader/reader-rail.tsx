import { useEffect, useRef } from 'react';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import type { RailRow } from './use-rail.ts';

interface Props {
  readonly rows: readonly RailRow[];
  /** The first line in view. */
  readonly topLine: number;
  readonly toHref: (row: RailRow) => string;
  readonly onFollow: () => void;
}

/** More would be a list to search, not to look at. */
const MAX_ROWS = 500;

/** What is in the file, and where in it the reader is. */
export function ReaderRail({ rows, topLine, toHref, onFollow }: Props) {
  const list = useRef<HTMLElement>(null);
  const current = rows.findLastIndex(({ line }) => line <= topLine);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the row that is current
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (!list.current || !row) return;
    const { scrollTop, clientHeight } = list.current;
    if (row.offsetTop < scrollTop || row.offsetTop > scrollTop + clientHeight - 32)
      list.current.scrollTop = row.offsetTop - 80;
  }, [current]);
  if (rows.length < 2) return null;
  const top = Math.min(...rows.map(({ level }) => level));
  return (
    <nav className="reader-rail" aria-label={words.reader.inFile} ref={list}>
      <h3>{words.reader.inFile}</h3>
      <ul>
        {rows.slice(0, MAX_ROWS).map((row, i) => (
          <li key={`${row.line}:${row.text}`} style={{ paddingInlineStart: `${Math.min(row.level - top, 4) * 12}px` }}>
            <a href={toHref(row)} onClick={onFollow} aria-current={i === current ? 'true' : undefined}>
              {toVisibleName(row.text).slice(0, 300) || words.reader.unnamed}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
