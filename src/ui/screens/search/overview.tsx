import type { Engine } from '../../../engine/contract.ts';
import { findSecondary } from '../../../kinds/secondary.ts';
import {
  type Collection,
  type CollectionStats,
  countFiles,
  countIndexed,
  countWithoutText,
} from '../../../model/collection.ts';
import type { Hit } from '../../../model/hit.ts';
import { isCodeKind } from '../../../model/kind.ts';
import { type ContentsRow, findSummary, toContents } from '../../../places/contents.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { BarList } from '../../parts/charts/bar-list.tsx';
import * as panesCss from '../../parts/controls/controls.module.css';
import { AddSource } from '../../parts/dialogs/add-source.tsx';
import { SkippedLinks } from '../../parts/jobs/engine-job-card.tsx';
import * as jobCardCss from '../../parts/jobs/job-card.module.css';
import { joinChunks } from '../../parts/reader/source-chunks.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { askFor } from '../../state/get-search.ts';
import { toHash, useRoute } from '../../state/route.ts';
import type { Search } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useCollectionsByUse, useIsReading, useIsSite } from '../../state/use-current-collection.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { libraryWords } from '../../words/library.ts';
import { publishedWords } from '../../words/published.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import { LimitNote } from './no-hits.tsx';
import * as css from './overview.module.css';
import * as overviewCss from './overview.module.css';

/** Shown before the first query: the contents of the collection, and example searches. */
export function SearchOverview({ collection, search }: { readonly collection: Collection; readonly search: Search }) {
  const isReading = useIsReading(collection.id);
  const tips = useTips(collection, isReading);
  const { searchBox } = useApp().state.elements;
  const use = (example: string) => {
    askFor(search, collection.id, example);
    searchBox.current?.focus();
  };
  const isEmpty = collection.stats.total_chunks === 0;
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
        {!isEmpty && (
          <>
            <Figures stats={[collection.stats]} />
            <NotIndexed collection={collection} />
            {isReading && <p className={look.soft}>{searchWords.growing}</p>}
            <RecentSearches collectionId={collection.id} onChoose={use} />
            {tips.length > 0 && (
              <div className={look.stack}>
                <h2>{searchWords.emptyTitle}</h2>
                <ul className={css.tips}>
                  {tips.map(({ example, meaning }) => (
                    <li key={example}>
                      <Button look="own" className={`${look.sheet} ${css.tip}`} onClick={() => use(example)}>
                        <code>{example}</code>
                        <span className={look.note}>{searchWords.tips[meaning]}</span>
                      </Button>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <KindPlot collection={collection} isReading={isReading} />
            <p className={look.aside}>{searchWords.keys}</p>
          </>
        )}
      </div>
    </div>
  );
}

/** The number of files per kind, where there are several. */
function KindPlot({ collection, isReading }: { readonly collection: Collection; readonly isReading: boolean }) {
  const { engine } = useApp().connection;
  const { id, index_id, stats } = collection;
  const { value } = useLoaded(() => (isReading ? undefined : engine.stats(id)), [engine, id, isReading], {
    version: index_id,
    keep: true,
    onFailure: 'ignore',
  });
  const refused = stats.refused_files === 0 ? {} : { refused: stats.refused_files };
  const bars = Object.entries({ ...value?.by_kind, ...refused }).map(([kind, files]) => ({
    key: kind,
    name: searchWords.kinds[kind] ?? kind,
    value: files,
    text: words.count.files(files),
    kind,
  }));
  if (bars.length < 2) return null;
  return (
    <div className={look.stack}>
      <h2>{searchWords.kindsTitle}</h2>
      <BarList label={searchWords.kindsTitle} bars={bars} />
    </div>
  );
}

/** Counts of files that cannot be searched, each linked to its list. */
function NotIndexed({ collection: { id, stats } }: { readonly collection: Collection }) {
  const counts = { withoutText: countWithoutText(stats), skipped: stats.skipped, failed: stats.failed };
  if (counts.withoutText + counts.skipped + counts.failed === 0) return null;
  return (
    <p className={`${jobCardCss.links} ${look.small}`}>
      <SkippedLinks collectionId={id} {...counts} />
    </p>
  );
}

/** True when the collection has sources that were not empty. */
function isUsed({ sources, stats }: Collection): boolean {
  return sources.length > 0 && countWithoutText(stats) + stats.skipped + stats.failed > 0;
}

/** Loads the examples. While a job runs, keeps the ones from its first commit: finding them reads all files. */
function useTips({ id, index_id, stats }: Collection, isReading: boolean): readonly Tip[] {
  const { engine } = useApp().connection;
  const { value } = useLoaded(() => findTips(engine, id), [engine, id], {
    version: isReading ? stats.total_chunks > 0 : index_id,
    onFailure: 'ignore',
  });
  return value ?? [];
}

/** Shown before a search over all collections: the collections and their total size. */
export function AllOverview() {
  const collections = useCollectionsByUse();
  return (
    <div className={panesCss.pane}>
      <div className={css.overview}>
        <h1>{words.scope.all}</h1>
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
  return [words.count.files(countFiles(stats)), words.count.tokens(stats.total_tokens)].join(' · ');
}

/** Listing files loads about 80 bytes for each. */
const MAX_FILES = 2_000;

/** The first screen of a published collection: its publisher's words and a table of contents. */
export function PublishedOverview({ collection }: { readonly collection: Collection }) {
  const { engine } = useApp().connection;
  const isSite = useIsSite();
  const { id, name, description, start, stats } = collection;
  const files = countIndexed(stats);
  const isLarge = files > MAX_FILES;
  const { value: contents } = useLoaded(() => (isLarge ? undefined : readContents(engine, id)), [engine, id, isLarge]);
  const toFile = (path: string) => toHash({ place: 'search', collectionId: id, path, query: '' });
  return (
    <div className={panesCss.pane}>
      <div className={overviewCss.overview}>
        <div className={look.stack}>
          <h1 className={look.name}>{toShortName(name, 200)}</h1>
          {description !== undefined && <p className={look.soft}>{toShortName(description, 1_000)}</p>}
          {!isSite && <p className={look.notice}>{libraryWords.published}</p>}
        </div>
        {start !== undefined && (
          <p>
            <ButtonLink look="primary" label={publishedWords.start} href={toFile(start)} />
          </p>
        )}
        <nav className={`${overviewCss.contents} ${look.stack}`} aria-label={publishedWords.contents}>
          <h2>{publishedWords.contents}</h2>
          {isLarge && <a href={toHash({ place: 'files', collectionId: id })}>{publishedWords.allFiles(files)}</a>}
          {contents !== undefined && <ContentsList rows={contents} toFile={toFile} />}
        </nav>
        <p className={look.small}>
          <a href={toHash({ place: 'export', collectionId: id })}>{publishedWords.keep}</a>
        </p>
      </div>
    </div>
  );
}

/** The list of chapters of a book takes a few more requests. */
async function readContents(engine: Engine, id: string): Promise<readonly ContentsRow[]> {
  const files = (await engine.listFiles(id)).filter(({ chunkCount }) => chunkCount > 0);
  const path = findSummary(files.map((file) => file.path));
  if (path === undefined) return toContents(files);
  const [file, { links }] = await Promise.all([engine.readFile(id, path), engine.listLinks(id, path)]);
  const targets = new Map(links.map((link) => [link.target, link.path]));
  const text = joinChunks(file?.chunks ?? []).text;
  return toContents(files, { path, text, find: (target) => targets.get(target) });
}

interface ListProps {
  readonly rows: readonly ContentsRow[];
  readonly toFile: (path: string) => string;
}

function ContentsList({ rows, toFile }: ListProps) {
  const route = useRoute();
  const open = 'path' in route ? route.path : undefined;
  return (
    <ul>
      {rows.map(({ title, path, children }) => (
        <li key={path ?? `${title}/${children[0]?.path}`}>
          {path === undefined ? (
            <span className={look.soft}>{toShortName(title, 200)}</span>
          ) : (
            <a href={toFile(path)} aria-current={path === open ? 'true' : undefined}>
              {toShortName(title, 200)}
            </a>
          )}
          {children.length > 0 && <ContentsList rows={children} toFile={toFile} />}
        </li>
      ))}
    </ul>
  );
}

/** Total figures of one collection, or of several. */
function Figures({ stats }: { readonly stats: readonly CollectionStats[] }) {
  const sum = (toFigure: (one: CollectionStats) => number): number =>
    stats.reduce((total, one) => total + toFigure(one), 0);
  const files = sum(countFiles);
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

interface Tip {
  readonly example: string;
  readonly meaning: keyof typeof searchWords.tips;
}

const LOOKED_AT = 50;
/** Words that need no quotes. */
const PLAIN = /^[\p{L}\p{N}_.$-]+$/u;

/** Makes one example per search feature from the collection's content, so that each finds something. */
async function findTips(engine: Pick<Engine, 'search' | 'stats'>, collectionId: string): Promise<readonly Tip[]> {
  const { by_kind } = await engine.stats(collectionId);
  const kinds = Object.entries(by_kind)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([kind]) => kind);
  const answers = await Promise.all(
    kinds.map((kind) => engine.search(collectionId, '', { filters: { kind: [kind] }, limit: LOOKED_AT, fold: true })),
  );
  const hits = answers.flatMap((answer) => answer.hits).sort((a, b) => toStrangeness(a) - toStrangeness(b));
  const folder = answers[0]?.facets?.folder.map(([name]) => name).find((name) => /^[^\s"]+\/$/.test(name));
  const tips: readonly (Tip | undefined)[] = [
    toTip('phrase', findPhrase(hits), (words) => `"${words}"`),
    toTip('path', folder, (name) => `path:${name}`),
    toTip('kind', kinds[0], (name) => `kind:${toTypedKind(name)}`),
    toTip('symbol', findSymbol(hits), (name) => `symbol:${name}`),
    toTip('heading', findHeadingWord(hits), (word) => `heading:${word}`),
    toTip('minus', kinds[1], (name) => `-kind:${toTypedKind(name)}`),
  ];
  return tips.filter((tip) => tip !== undefined);
}

/** Names the kind as people do: `typescript`. */
function toTypedKind(kind: string): string {
  return kind.replace('_', '');
}

/** Orders hits: the README, a symbol that its file is named after, then files near the root; tests and examples last. */
function toStrangeness({ path, kind, symbol }: Hit): number {
  const name = path.split('/').at(-1)?.replace(/\..*$/, '').replace(/[-_]/g, '').toLowerCase();
  const isKnown = name === 'readme' || (symbol !== undefined && symbol.toLowerCase() === name);
  const isSecondary = findSecondary(path, isCodeKind(kind)) !== undefined;
  return Number(isSecondary) * 200 + Number(!isKnown) * 100 + path.split('/').length;
}

function toTip(meaning: Tip['meaning'], found: string | undefined, write: (found: string) => string): Tip | undefined {
  return found === undefined ? undefined : { meaning, example: write(found) };
}

function findSymbol(hits: readonly Hit[]): string | undefined {
  return hits.map(({ symbol }) => symbol?.split('.')[0]).find((name) => name !== undefined && PLAIN.test(name));
}

function findHeadingWord(hits: readonly Hit[]): string | undefined {
  // A heading filter matches from the start of the heading. Short words are often "this" or "with".
  const words = hits.map(({ headingPath }) => headingPath.at(-1)?.split(/\s+/)[0]);
  return words.find((word) => word !== undefined && word.length > 5 && PLAIN.test(word))?.toLowerCase();
}

/** Returns two neighbouring words of a heading; phrases also match headings. */
function findPhrase(hits: readonly Hit[]): string | undefined {
  for (const { headingPath } of hits) {
    const words = headingPath.at(-1)?.split(/\s+/) ?? [];
    const at = words.findIndex((word, i) => [word, words[i + 1] ?? ''].every((one) => /^\p{L}{5,}$/u.test(one)));
    if (at >= 0) return `${words[at]} ${words[at + 1]}`.toLowerCase();
  }
  return undefined;
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
