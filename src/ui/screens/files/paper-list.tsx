import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import type { Paper } from '../../../model/document.ts';
import { Button } from '../../kit/button.tsx';
import { NotReady } from '../../kit/form.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { DetailsDialog } from '../../parts/dialogs/details-dialog.tsx';
import { saveReferences } from '../../state/actions/save-references.ts';
import { useApp, useCommits } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { toShortName } from '../../text/visible-text.ts';
import { paperWords } from '../../words/papers.ts';
import * as css from './tree.module.css';

interface Props {
  readonly collection: Collection;
  readonly typed: string;
}

type Column = keyof typeof paperWords.columns;
const HEADS: readonly (readonly Column[])[] = [['isRead'], ['title', 'authors'], ['year'], ['pages'], ['key']];
/** More rows are found with the filter. */
const MAX_ROWS = 500;

/** The documents of a collection as a table: title, authors, year, pages, and whether they are read. */
export function PaperList({ collection, typed }: Props) {
  const app = useApp();
  const { engine } = app.connection;
  const isOwn = collection.publishedAt === undefined;
  const papers = useLoaded(() => engine.listPapers(collection.id), [engine, collection.id], {
    version: useCommits(collection.id),
    keep: true,
    onFailure: 'return',
  });
  const [sort, setSort] = useState<{ readonly by: Column; readonly isDown: boolean }>({ by: 'title', isDown: false });
  const [edited, setEdited] = useState<Paper>();
  /** Shown until the table has them. */
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const found = useFinder(papers.value ?? NONE, toSearched, typed);
  if (papers.value === undefined) return <NotReady load={papers} />;
  const rows = [...found].sort((a, b) => compare(a, b, sort.by) * (sort.isDown ? -1 : 1));
  const tick = (path: string, isRead: boolean) => {
    setTicked((now) => ({ ...now, [path]: isRead }));
    engine.writeDetails(collection.id, path, { isRead }).catch((error: unknown) => {
      setTicked({});
      app.state.report(error);
    });
  };
  return (
    <section className={css.noteList} aria-label={paperWords.list}>
      <div className={look.row}>
        <Button
          label={paperWords.saveReferences}
          onClick={() => void saveReferences(app, collection).catch(app.state.report)}
        />
      </div>
      {rows.length === 0 && <p className="loading">{paperWords.noMatch}</p>}
      <div className={look.tableScroll}>
        <table className={look.table}>
          <thead>
            <tr>
              {HEADS.map((columns) => (
                <th
                  key={columns[0]}
                  scope="col"
                  aria-sort={columns.includes(sort.by) ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                >
                  {columns.map((column) => (
                    <Button
                      key={column}
                      look="own"
                      className={css.sort}
                      icon={sort.by !== column ? undefined : sort.isDown ? 'down' : 'up'}
                      label={paperWords.columns[column]}
                      onClick={() => setSort({ by: column, isDown: sort.by === column && !sort.isDown })}
                    />
                  ))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map((paper) => {
              const { path, title = path, authors, year, pages, key, isRead } = paper;
              const name = toShortName(title, 200);
              return (
                <tr key={path}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={paperWords.read(name)}
                      checked={ticked[path] ?? isRead}
                      disabled={!isOwn}
                      onChange={({ target }) => tick(path, target.checked)}
                    />
                  </td>
                  <td className={css.paper}>
                    <a
                      dir="auto"
                      title={path}
                      href={toHash({ place: 'files', collectionId: collection.id, path, filter: 'papers' })}
                    >
                      {name}
                    </a>
                    <span className={look.aside} dir="auto">
                      {toAuthors(authors)}{' '}
                    </span>
                    {isOwn && (
                      <Button
                        look="quiet"
                        className={css.sort}
                        label={paperWords.edit}
                        aria-label={paperWords.editNamed(name)}
                        onClick={() => setEdited(paper)}
                      />
                    )}
                  </td>
                  <td className={look.num}>{year}</td>
                  <td className={look.num}>{pages}</td>
                  <td className={look.mono}>{key === undefined ? '' : toShortName(key, 40)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rows.length > MAX_ROWS && <p className={look.hint}>{paperWords.more(rows.length - MAX_ROWS)}</p>}
      {edited !== undefined && (
        <DetailsDialog collection={collection} file={edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

const NONE: readonly Paper[] = [];

function toSearched({ path, title = '', authors, year, key = '' }: Paper): string {
  return `${title} ${authors.join(' ')} ${year ?? ''} ${key} ${path}`;
}

/** Three names fit a row. */
function toAuthors(authors: readonly string[]): string {
  const shown = authors.slice(0, 3).map((name) => toShortName(name, 60));
  return shown.join(', ') + (authors.length > 3 ? ', …' : '');
}

function compare(a: Paper, b: Paper, by: Column): number {
  const [left, right] = [toSortKey(a, by), toSortKey(b, by)];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right));
}

function toSortKey(
  { path, title = path, authors, year = 0, pages = 0, key = '', isRead }: Paper,
  by: Column,
): string | number {
  const keys = { title, authors: authors[0]?.split(' ').at(-1) ?? '', year, pages, key, isRead: Number(isRead) };
  return keys[by];
}
