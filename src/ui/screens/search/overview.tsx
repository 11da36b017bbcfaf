import { useEffect, useState } from 'react';
import type { Engine } from '../../../engine/contract.ts';
import { type Collection, countIndexed, countWithoutText } from '../../../model/collection.ts';
import { AddSource } from '../../parts/dialogs/add-source.tsx';
import { LeftOutLinks } from '../../parts/jobs/left-out-links.tsx';
import { useApp } from '../../state/context.ts';
import type { Search } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

/** Shown before the first query: what is in the collection, and how to search it. */
export function SearchOverview({ collection, search }: { readonly collection: Collection; readonly search: Search }) {
  const { state } = useApp();
  const isReading = useSignal(state.jobs).some(
    (job) => job.collectionId === collection.id && job.endedAt === undefined,
  );
  const examples = useExamples(collection, isReading);
  const isEmpty = collection.stats.total_chunks === 0 && !isReading;
  return (
    <div className="pane">
      <div className="overview">
        <h1 className="name">{toShortName(collection.name, 200)}</h1>
        {isEmpty ? (
          <>
            <p className="soft">{words.search.noneIndexed}</p>
            <AddSource collectionId={collection.id} />
          </>
        ) : (
          <>
            <Figures collection={collection} />
            <NotIndexed collection={collection} />
            {isReading && <p className="soft">{words.search.growing}</p>}
            <div className="stack">
              <h2>{words.search.emptyTitle}</h2>
              <ul className="tips">
                {words.search.tips(examples.folder, examples.kind).map(([example, meaning]) => (
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
    ['files', countIndexed(stats), formatCompact(countIndexed(stats))],
    ['chunks', stats.total_chunks, formatCompact(stats.total_chunks)],
    ['tokens, estimated', stats.total_tokens, `~${formatCompact(stats.total_tokens)}`],
    ['size', stats.total_bytes, formatBytes(stats.total_bytes)],
  ] as const;
  return (
    <dl className="figures">
      {rows.map(([name, exact, text]) => (
        <div key={name} title={formatCount(exact)}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was found and cannot be searched, each with its list. */
function NotIndexed({ collection: { id, stats } }: { readonly collection: Collection }) {
  const counts = { withoutText: countWithoutText(stats), skipped: stats.skipped, failed: stats.failed };
  if (counts.withoutText + counts.skipped + counts.failed === 0) return null;
  return (
    <p className="summary-links small">
      <LeftOutLinks collectionId={id} {...counts} />
    </p>
  );
}

const EXAMPLES = { folder: 'src/', kind: 'markdown' };

/** A folder and a kind that are really there. While a job runs, those of its first commit do: looking goes over all files. */
function useExamples({ id, index_id, stats }: Collection, isReading: boolean): typeof EXAMPLES {
  const { engine } = useApp().connection;
  const [examples, setExamples] = useState(EXAMPLES);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another index has other folders
  useEffect(() => {
    let isGone = false;
    findExamples(engine, id).then(
      (found) => !isGone && setExamples(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, id, isReading ? stats.total_chunks > 0 : index_id]);
  return examples;
}

async function findExamples(engine: Engine, collectionId: string): Promise<typeof EXAMPLES> {
  const { by_kind } = await engine.stats(collectionId);
  const kind = Object.entries(by_kind).sort(([, a], [, b]) => b - a)[0]?.[0];
  if (kind === undefined) return EXAMPLES;
  const { facets } = await engine.search(collectionId, '', { filters: { kind: [kind] }, limit: 1 });
  // A name with a space would need quotes and make a poor example.
  const folder = facets?.folder.map(([name]) => name).find((name) => /^[^\s"]+\/$/.test(name));
  return { kind, folder: folder ?? EXAMPLES.folder };
}

function use(search: Search, example: string): void {
  search.setText(example);
  document.getElementById('search-box')?.focus();
}
