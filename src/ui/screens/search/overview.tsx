import { type Collection, countWithoutText } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { BarList } from '../../parts/charts/bar-list.tsx';
import * as panesCss from '../../parts/controls/panes.module.css';
import { AddSource } from '../../parts/dialogs/add-source.tsx';
import * as jobCardCss from '../../parts/jobs/job-card.module.css';
import { SkippedLinks } from '../../parts/jobs/left-out-links.tsx';
import { askFor } from '../../state/actions/choose-facets.ts';
import { useApp } from '../../state/context.ts';
import type { Search } from '../../state/search.ts';
import { useIsReading } from '../../state/use-is-reading.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { Figures } from './figures.tsx';
import { findTips, type Tip } from './find-tips.ts';
import { LimitNote } from './limit-note.tsx';
import * as css from './overview.module.css';
import { RecentSearches } from './recent-searches.tsx';

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
        {isEmpty && isReading && <p className={look.soft}>{words.search.growing}</p>}
        {isEmpty && !isReading && (
          <>
            <p className={look.soft}>{isUsed(collection) ? words.search.noneUsable : words.search.noneIndexed}</p>
            <NotIndexed collection={collection} />
            <LimitNote collection={collection} />
            <AddSource collectionId={collection.id} />
          </>
        )}
        {!isEmpty && (
          <>
            <Figures stats={[collection.stats]} />
            <NotIndexed collection={collection} />
            {isReading && <p className={look.soft}>{words.search.growing}</p>}
            <RecentSearches collectionId={collection.id} onChoose={use} />
            {tips.length > 0 && (
              <div className={look.stack}>
                <h2>{words.search.emptyTitle}</h2>
                <ul className={css.tips}>
                  {tips.map(({ example, meaning }) => (
                    <li key={example}>
                      <Button look="own" className={`${look.sheet} ${css.tip}`} onClick={() => use(example)}>
                        <code>{example}</code>
                        <span className={look.note}>{words.search.tips[meaning]}</span>
                      </Button>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <KindPlot collection={collection} isReading={isReading} />
            <p className={look.aside}>{words.search.keys}</p>
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
    name: words.search.kinds[kind] ?? kind,
    value: files,
    text: words.count.files(files),
    kind,
  }));
  if (bars.length < 2) return null;
  return (
    <div className={look.stack}>
      <h2>{words.search.kindsTitle}</h2>
      <BarList label={words.search.kindsTitle} bars={bars} />
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
