import { type Collection, type CollectionStats, countIndexed, countWithoutText } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { type Bar, BarList } from '../../parts/charts/bar-list.tsx';
import * as panesCss from '../../parts/controls/controls.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { AddSource } from '../../parts/dialogs/add-source.tsx';
import { SkippedLinks } from '../../parts/jobs/engine-job-card.tsx';
import * as jobCardCss from '../../parts/jobs/job-card.module.css';
import { type AppContext, useApp } from '../../state/context.ts';
import { askFor } from '../../state/get-search.ts';
import { type Scope, toGroupName, toHash } from '../../state/route.ts';
import { listScope } from '../../state/scope.ts';
import type { Search } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useCollectionsByUse, useIsReading } from '../../state/use-current-collection.ts';
import { formatAgo, formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { overviewWords } from '../../words/overview.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { LimitNote } from './no-hits.tsx';
import * as css from './overview.module.css';

/** Shown before the first query: what the collection is, what it contains and where to start. */
export function SearchOverview({ collection, search }: { readonly collection: Collection; readonly search: Search }) {
  const isReading = useIsReading(collection.id);
  const isEmpty = collection.stats.total_chunks === 0;
  const { searchBox } = useApp().state.elements;
  const use = (example: string) => {
    askFor(search, collection.id, example);
    searchBox.current?.focus();
  };
  return (
    <div className={panesCss.pane}>
      <div className={css.overview}>
        <h1 className={look.name}>{toShortName(collection.name, 200)}</h1>
        {isEmpty && isReading && <p className={look.soft}>{searchWords.growing}</p>}
        {isEmpty && !isReading && (
          <>
            <p className={look.soft}>{isUsed(collection) ? searchWords.noneUsable : searchWords.noneIndexed}</p>
            <NotIndexed collection={collection} />
            <LimitNote collection={collection} />
            <AddSource collectionId={collection.id} />
          </>
        )}
        {!isEmpty && <FrontPage collection={collection} isReading={isReading} onSearch={use} />}
      </div>
    </div>
  );
}

interface FrontPageProps {
  readonly collection: Collection;
  readonly isReading: boolean;
  readonly onSearch: (query: string) => void;
}

function FrontPage({ collection, isReading, onSearch }: FrontPageProps) {
  const { id, index_id, stats, sources } = collection;
  const { engine } = useApp().connection;
  // While an import runs: again at each doubling, since it reads the names of all files.
  const version = isReading ? Math.floor(Math.log2(stats.total_chunks)) : index_id;
  const { value } = useLoaded(() => engine.overview(id), [engine, id], { version, keep: true });
  const toFile = (path: string) => toHash({ place: 'search', collectionId: id, path, query: '' });
  const toSearch = (query: string) => toHash({ place: 'search', collectionId: id, query });
  const synced = sources
    .map(({ lastSyncAt = '' }) => lastSyncAt)
    .sort()
    .at(-1);
  const { starts = [], searches = [], changed = [], intro } = value ?? {};
  return (
    <>
      {intro !== undefined && <p className={css.intro}>{intro.text}</p>}
      <p className={`${look.row} ${look.note}`}>
        <span>{words.count.files(countIndexed(stats))}</span>
        <span>{formatBytes(stats.total_bytes)}</span>
        <span>{words.count.tokensShort(stats.total_tokens)}</span>
        {synced !== undefined && synced !== '' && !isReading && <span>{overviewWords.synced(formatAgo(synced))}</span>}
        <NotIndexed collection={collection} />
      </p>
      {isReading && <p className={look.soft}>{searchWords.growing}</p>}
      <div className={css.columns}>
        <div className={css.column}>
          <Bars
            title={overviewWords.folders}
            rows={value?.folders ?? []}
            toBar={({ path, files, bytes }) => ({
              key: path,
              name: path === '' ? overviewWords.top : path,
              value: bytes,
              text: formatBytes(bytes),
              hint: words.count.files(files),
              href: path === '' ? undefined : toSearch(`path:${quote(path)}`),
            })}
          />
          <Bars
            title={overviewWords.languages}
            rows={value?.languages ?? []}
            toBar={({ name, files, query }) => ({
              key: name,
              name,
              value: files,
              text: words.count.files(files),
              href: toSearch(query),
            })}
          />
        </div>
        <div className={css.column}>
          {starts.length > 0 && (
            <nav className={look.stack} aria-label={overviewWords.starts}>
              <h2>{overviewWords.starts}</h2>
              <ul className={css.starts}>
                {starts.map(({ path, title, why }) => (
                  <li key={path}>
                    <a href={toFile(path)}>
                      <strong>{toShortName(title, 120)}</strong>
                      <span className={look.note}>{overviewWords.why[why]}</span>
                      <MiddleText text={path} max={56} />
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {changed.length > 0 && (
            <nav className={look.stack} aria-label={overviewWords.changed}>
              <h2>{overviewWords.changed}</h2>
              <ul className={css.starts}>
                {changed.map(({ path, at }) => (
                  <li key={path}>
                    <a href={toFile(path)}>
                      <MiddleText text={path} max={56} />
                      <span className={look.note}>{formatAgo(at)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
      {searches.length > 0 && (
        <section className={look.stack} aria-label={searchWords.emptyTitle}>
          <h2>{searchWords.emptyTitle}</h2>
          <div className={look.row}>
            {searches.map((query) => (
              <Button key={query} label={toShortName(query, 60)} onClick={() => onSearch(query)} />
            ))}
          </div>
        </section>
      )}
      <RecentSearches collectionId={id} onChoose={onSearch} />
      <p className={look.aside}>{searchWords.keys}</p>
    </>
  );
}

interface BarsProps<T> {
  readonly title: string;
  readonly rows: readonly T[];
  readonly toBar: (row: T) => Bar;
}

function Bars<T>({ title, rows, toBar }: BarsProps<T>) {
  if (rows.length === 0) return null;
  return (
    <section className={look.stack}>
      <h2>{title}</h2>
      <BarList label={title} bars={rows.map(toBar)} />
    </section>
  );
}

/** A filter value with spaces needs quotes. */
function quote(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}

/** Counts of files that cannot be searched, each linked to its list. */
function NotIndexed({ collection: { id, stats } }: { readonly collection: Collection }) {
  const { skipped, failed, waiting_files: waiting } = stats;
  const counts = { withoutText: countWithoutText(stats), waiting, skipped, failed };
  if (counts.withoutText + (waiting ?? 0) + skipped + failed === 0) return null;
  return (
    <span className={jobCardCss.links}>
      <SkippedLinks collectionId={id} {...counts} />
    </span>
  );
}

/** True when the collection has sources that were not empty. */
function isUsed({ sources, stats }: Collection): boolean {
  return sources.length > 0 && countWithoutText(stats) + (stats.waiting_files ?? 0) + stats.skipped + stats.failed > 0;
}

/** Shown before a search over several collections: the collections and their total size. */
export function ScopeOverview({ scope }: { readonly scope: Scope }) {
  const all = useCollectionsByUse();
  const ids = listScope(scope, all);
  const collections = all.filter(({ id }) => ids.includes(id));
  return (
    <div className={panesCss.pane}>
      <div className={css.overview}>
        <h1>{toGroupName(scope) ?? words.scope.all}</h1>
        <Figures stats={collections.map(({ stats }) => stats)} />
        <div className={look.stack}>
          <h2>{words.scope.each}</h2>
          <ul className={css.tips}>
            {collections.map((collection) => (
              <li key={collection.id}>
                <a
                  className={`${look.sheet} ${css.tip}`}
                  href={toHash({ place: 'search', collectionId: collection.id, query: '' })}
                >
                  <span className={look.name}>{toShortName(collection.name, 60)}</span>
                  <span className={look.note}>{toFigures(collection)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <p className={look.aside}>{searchWords.keys}</p>
      </div>
    </div>
  );
}

function toFigures({ stats }: Collection): string {
  return [words.count.files(countIndexed(stats)), words.count.tokens(stats.total_tokens)].join(' · ');
}

/** Total figures of one collection, or of several. */
function Figures({ stats }: { readonly stats: readonly CollectionStats[] }) {
  const sum = (toFigure: (one: CollectionStats) => number): number =>
    stats.reduce((total, one) => total + toFigure(one), 0);
  const files = sum(countIndexed);
  const chunks = sum(({ total_chunks }) => total_chunks);
  const tokens = sum(({ total_tokens }) => total_tokens);
  const bytes = sum(({ total_bytes }) => total_bytes);
  const rows = [
    ['files', files, formatCompact(files)],
    ['chunks', chunks, formatCompact(chunks)],
    ['tokens, estimated', tokens, `~${formatCompact(tokens)}`],
    ['size', bytes, formatBytes(bytes)],
  ] as const;
  return (
    <dl className={css.figures}>
      {rows.map(([name, exact, text]) => (
        <div key={name} title={formatCount(exact)}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RecentSearchesProps {
  readonly collectionId: string;
  readonly onChoose: (query: string) => void;
}

function RecentSearches({ collectionId, onChoose }: RecentSearchesProps) {
  const app = useApp();
  const recent = useRecentSearches(collectionId);
  if (recent.length === 0) return null;
  return (
    <section className={look.stack} aria-label={searchWords.recent}>
      <div className={look.row}>
        <h2>{searchWords.recent}</h2>
        <Button look="link" label={searchWords.forget} onClick={() => forgetSearches(app, collectionId)} />
      </div>
      <div className={look.row}>
        {recent.map((query) => (
          <Button key={query} label={toShortName(query, 60)} onClick={() => onChoose(query)} />
        ))}
      </div>
    </section>
  );
}

const SHOWN = 6;
const MAX_KEPT = 60;

/** Returns the last searches of a collection that found something. */
function useRecentSearches(collectionId: string): readonly string[] {
  const { recentSearches } = useSignal(useApp().state.preferences.values);
  return recentSearches
    .filter((row) => row.startsWith(`${collectionId} `))
    .slice(0, SHOWN)
    .map((row) => row.slice(collectionId.length + 1));
}

/** Remembers a search. Replaces its own beginnings, which are pauses in typing. */
export function rememberSearch({ state }: AppContext, collectionId: string, text: string): void {
  const own = `${collectionId} ${text.trim()}`;
  const { recentSearches } = state.preferences.values.get();
  const others = recentSearches.filter((row, i) => row !== own && !(i === 0 && own.startsWith(row)));
  state.preferences.set('recentSearches', [own, ...others].slice(0, MAX_KEPT));
}

function forgetSearches({ state }: AppContext, collectionId: string): void {
  const { recentSearches } = state.preferences.values.get();
  const others = recentSearches.filter((row) => !row.startsWith(`${collectionId} `));
  state.preferences.set('recentSearches', others);
}
