import type { Collection } from '../../../model/collection.ts';
import type { PageRow } from '../../../model/site/site.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { toHash } from '../../state/route.ts';
import { formatAgo, formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { describeOutcome } from '../../words/describe-outcome.ts';
import { pagesWords } from '../../words/pages.ts';
import type { PageEntry } from './list-pages.ts';
import * as css from './pages.module.css';

interface TableProps extends Omit<RowProps, 'entry' | 'origin'> {
  readonly entries: readonly PageEntry[];
}

export function PageTable({ entries, ...rest }: TableProps) {
  const origin = findOrigin(entries);
  return (
    <div>
      <div className={`${css.row} ${css.head}`} aria-hidden>
        {Object.values(pagesWords.columns).map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <VirtualList
        className={look.tall}
        count={entries.length}
        rowHeight={36}
        label={pagesWords.table}
        rowKey={(i) => entries[i]?.url ?? i}
        renderRow={(i) => {
          const entry = entries[i];
          return entry === undefined ? null : <Row entry={entry} origin={origin} {...rest} />;
        }}
      />
    </div>
  );
}

function Row({ entry, origin, collection, sourceId, onHistory }: RowProps) {
  const { page } = entry;
  const address = <MiddleText text={entry.url.slice(origin.length)} max={96} tail={28} />;
  return (
    <div className={css.row} title={page?.aliases.map((alias) => toVisibleName(alias)).join('\n')}>
      {page === undefined ? (
        address
      ) : (
        <a
          className={look.row}
          href={toHash({
            place: 'files',
            collectionId: collection.id,
            path: toCollectionPath(collection, sourceId, page),
          })}
        >
          {address}
        </a>
      )}
      <span title={describeOutcome(entry.outcome, entry.status)}>
        {describeOutcome(entry.outcome, entry.status)}
        {listNotes(entry).map(([note, hint]) => (
          <span key={note} className={look.faint} title={hint}>
            {` · ${note}`}
          </span>
        ))}
      </span>
      <span>{entry.status || '–'}</span>
      <span>{page === undefined ? '–' : `${page.page_class} ${page.confidence.toFixed(2)}`}</span>
      <span>{page === undefined ? '–' : formatCount(page.depth)}</span>
      <span>{entry.attempts === undefined ? '–' : formatCount(entry.attempts)}</span>
      <Button
        look="link"
        label={page === undefined ? pagesWords.history : formatAgo(page.crawl_timestamp)}
        title={pagesWords.history}
        aria-label={pagesWords.historyOf(toVisibleName(entry.url))}
        onClick={() => onHistory(entry.url)}
      />
    </div>
  );
}

/** Lists what else is known about a page, each with its meaning. */
function listNotes({ lately, page }: PageEntry): readonly [note: string, hint?: string][] {
  const { aliases = [], claimed_url: claimed, unlinked } = page ?? {};
  const notes: [note: string, hint?: string][] = [];
  if (lately) notes.push([pagesWords.lately(describeOutcome(lately.outcome, lately.status)), pagesWords.latelyHint]);
  if (aliases.length > 0) notes.push([pagesWords.aliases(aliases.length)]);
  if (claimed) notes.push([pagesWords.claimed(toVisibleName(claimed)), pagesWords.claimedHint]);
  if (unlinked !== undefined) notes.push([pagesWords.unlinked, pagesWords.unlinkedHint]);
  return notes;
}

interface RowProps {
  readonly entry: PageEntry;
  /** Common start of all addresses, which is not shown; empty where they differ. */
  readonly origin: string;
  readonly collection: Collection;
  readonly sourceId: string | undefined;
  readonly onHistory: (url: string) => void;
}

/** Finds the common origin: pages of one host differ in their path, and a small screen has no room for more. */
function findOrigin(entries: readonly PageEntry[]): string {
  const first = entries[0]?.url ?? '';
  const origin = URL.canParse(first) ? new URL(first).origin : '';
  return entries.every(({ url }) => url.startsWith(`${origin}/`)) ? origin : '';
}

/** Adds the source's slug, which begins every path in a collection with several sources. */
function toCollectionPath(collection: Collection, sourceId: string | undefined, page: PageRow): string {
  const site = collection.sources.find((source) => source.id === sourceId);
  return collection.sources.length > 1 && site !== undefined ? `${site.slug}/${page.path}` : page.path;
}
