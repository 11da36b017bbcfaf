import { useEffect, useState } from 'react';
import type { Chunk } from '../../../model/chunk.ts';
import type { Collection } from '../../../model/collection.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

interface Row {
  readonly level: number;
  readonly text: string;
  readonly note: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly ref: string;
}

interface Props {
  readonly collection: Collection;
  readonly chunk: Chunk;
  readonly what: 'outline' | 'symbols';
  readonly query: string;
}

/** The headings or symbols of a chunk's file; each opens its own chunk. */
export function FileOutline({ collection, chunk, what, query }: Props) {
  const rows = useRows(collection.id, chunk.path, what);
  if (rows === undefined) return <p className="soft">{words.common.loading}</p>;
  if (rows.length === 0)
    return <p className="soft">{what === 'outline' ? words.reader.noOutline : words.reader.noSymbols}</p>;
  return (
    <ul className="outline">
      {rows.map((row) => (
        <li key={`${row.start_line}:${row.text}`} style={{ paddingInlineStart: `${(row.level - 1) * 16}px` }}>
          <a
            href={toHash({
              place: 'search',
              collectionId: collection.id,
              chunk: row.ref,
              path: chunk.path,
              line: row.start_line,
              query,
            })}
            aria-current={row.ref === chunk.ref ? 'true' : undefined}
          >
            <span className="name">
              {toVisibleName(row.text)} {row.note !== '' && <span className="faint small">{row.note}</span>}
            </span>
            <span className="num">{words.search.lines(row.start_line, row.end_line)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function useRows(collectionId: string, path: string, what: Props['what']): readonly Row[] | undefined {
  const { engine } = useApp().connection;
  const [rows, setRows] = useState<readonly Row[]>();
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<readonly Row[]> => {
      if (what === 'outline') {
        return (await engine.listOutline(collectionId, path)).map((row) => ({ ...row, note: '' }));
      }
      const symbols = await engine.listSymbols(collectionId, path);
      return symbols.map((row) => ({ ...row, text: row.name, note: row.what, level: row.name.split('.').length }));
    };
    read().then(
      (found) => !isGone && setRows(found),
      () => !isGone && setRows([]),
    );
    return () => {
      isGone = true;
    };
  }, [engine, collectionId, path, what]);
  return rows;
}
