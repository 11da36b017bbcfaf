import { type Collection, countFiles } from '../../../model/collection.ts';
import { toHash } from '../../state/route.ts';
import { useCollectionsByUse } from '../../state/use-current-collection.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { Figures } from './figures.tsx';

/** Shown before a search over all collections: the collections and their total size. */
export function AllOverview() {
  const collections = useCollectionsByUse();
  return (
    <div className="pane">
      <div className="overview">
        <h1>{words.scope.all}</h1>
        <Figures stats={collections.map(({ stats }) => stats)} />
        <div className="stack">
          <h2>{words.scope.each}</h2>
          <ul className="tips">
            {collections.map((collection) => (
              <li key={collection.id}>
                <a className="tip" href={toHash({ place: 'search', collectionId: collection.id, query: '' })}>
                  <span className="name">{toShortName(collection.name, 60)}</span>
                  <span className="soft small">{toFigures(collection)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <p className="faint small keys-hint">{words.search.keys}</p>
      </div>
    </div>
  );
}

function toFigures({ stats }: Collection): string {
  return [words.count.files(countFiles(stats)), words.count.tokens(stats.total_tokens)].join(' · ');
}
