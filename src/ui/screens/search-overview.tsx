import type { Collection } from '../../model/collection.ts';
import { formatBytes, formatCompact, formatCount } from '../format.ts';
import { AddSource } from '../parts/add-source.tsx';
import { useApp } from '../state/context.ts';
import { toHash } from '../state/route.ts';
import type { Search } from '../state/search.ts';
import { useStore } from '../state/store.ts';
import { toVisibleName } from '../visible-text.ts';
import { words } from '../words.ts';

/** Before the first word: what is in the collection, and how to ask. */
export function SearchOverview({ collection, search }: { readonly collection: Collection; readonly search: Search }) {
  const { state } = useApp();
  const isReading = useStore(state.jobs).some((job) => job.collectionId === collection.id && job.endedAt === undefined);
  const isEmpty = collection.stats.total_chunks === 0 && !isReading;
  return (
    <div className="pane">
      <div className="overview">
        <h1 className="name">{toVisibleName(collection.name)}</h1>
        {isEmpty ? (
          <>
            <p className="soft">{words.search.noneIndexed}</p>
            <AddSource collectionId={collection.id} />
          </>
        ) : (
          <>
            <Figures collection={collection} />
            <div className="stack">
              <h2>{words.search.emptyTitle}</h2>
              <ul className="tips">
                {words.search.tips.map(([example, meaning]) => (
                  <li key={example}>
                    <button type="button" className="tip" onClick={() => use(search, example)}>
                      <code>{example}</code>
                      <span className="soft small">{meaning}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function Figures({ collection }: { readonly collection: Collection }) {
  const { stats } = collection;
  const rows = [
    ['files', stats.total_files, formatCompact(stats.total_files)],
    ['chunks', stats.total_chunks, formatCompact(stats.total_chunks)],
    ['tokens, estimated', stats.total_tokens, `~${formatCompact(stats.total_tokens)}`],
    ['text', stats.total_bytes, formatBytes(stats.total_bytes)],
  ] as const;
  return (
    <dl className="figures">
      {rows.map(([name, exact, text]) => (
        <div key={name} title={formatCount(exact)}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {stats.skipped > 0 && (
        <div>
          <dt>
            <a href={toHash({ place: 'files', collectionId: collection.id, filter: 'skipped' })}>left out</a>
          </dt>
          <dd>{formatCompact(stats.skipped)}</dd>
        </div>
      )}
    </dl>
  );
}

function use(search: Search, example: string): void {
  search.setText(example);
  document.getElementById('search-box')?.focus();
}
