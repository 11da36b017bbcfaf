import { type Collection, countFiles } from '../../../model/collection.ts';
import * as look from '../../kit/look.module.css';
import * as panesCss from '../../parts/controls/panes.module.css';
import { toHash } from '../../state/route.ts';
import { useCollectionsByUse } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { Figures } from './figures.tsx';
import * as css from './overview.module.css';

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
        <p className={look.aside}>{words.search.keys}</p>
      </div>
    </div>
  );
}

function toFigures({ stats }: Collection): string {
  return [words.count.files(countFiles(stats)), words.count.tokens(stats.total_tokens)].join(' · ');
}
