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
        <span>{pagesWords.columns.url}</span>
        <span>{pagesWords.columns.outcome}</span>
        <span>{pagesWords.columns.status}</span>
        <span>{pagesWords.columns.class}</span>
        <span>{pagesWords.columns.depth}</span>
        <span>{pagesWords.columns.attempts}</span>
        <span>{pagesWords.columns.fetched}</span>
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
        {entry.lately !== undefined && (
          <span className={look.faint} title={pagesWords.latelyHint}>
            {' '}
            · {pagesWords.lately(describeOutcome(entry.lately.outcome, entry.lately.status))}
          </span>
        )}
        {page !== undefined && page.aliases.length > 0 && (
          <span className={look.faint}> · {pagesWords.aliases(page.aliases.length)}</span>
        )}
        {page?.claimed_url !== undefined && (
          <span className={look.faint} title={pagesWords.claimedHint}>
            {' '}
            · {pagesWords.claimed(toVisibleName(page.claimed_url))}
          </span>
        )}
        {page?.unlinked !== undefined && (
          <span className={look.faint} title={pagesWords.unlinkedHint}>
            {' '}
            · {pagesWords.unlinked}
          </span>
        )}
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
