import { type Collection, countFiles } from '../../../model/collection.ts';
import { isOpen } from '../../../model/job.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { MoreMenu } from '../../parts/controls/more-menu.tsx';
import { AddSource } from '../../parts/dialogs/add-source.tsx';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { deleteCollection } from '../../state/actions/collection-actions.ts';
import { report } from '../../state/actions/report.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { RecentlyDeleted } from './recently-deleted.tsx';
import { SourceRow } from './source-row.tsx';
import { StoragePanel } from './storage-panel.tsx';

/** All collections on this device, their sources and their size. */
export function Library() {
  const { state } = useApp();
  const collections = useSignal(state.collections) ?? [];
  const current = useCurrentCollection();
  return (
    <div className="place">
      <div className="place-inner">
        <h1>{words.library.title}</h1>
        <ul className="stack">
          {toShown(collections, current).map((collection) => (
            <li key={collection.id}>
              <CollectionCard collection={collection} isCurrent={collection.id === current?.id} />
            </li>
          ))}
        </ul>
        <div className="card">
          <h2>{words.add.newCollection}</h2>
          <AddSource />
        </div>
        <RecentlyDeleted />
        <StoragePanel />
      </div>
    </div>
  );
}

/** Sorts the open collection first, then the one that changed last. */
function toShown(collections: readonly Collection[], current: Collection | undefined): Collection[] {
  const rest = collections.filter(({ id }) => id !== current?.id);
  rest.sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
  return [...collections.filter(({ id }) => id === current?.id), ...rest];
}

/** Shows the job of a sync next to the button that started it. */
function RunningJobs({ collectionId }: { readonly collectionId: string }) {
  const jobs = useSignal(useApp().state.jobs);
  return jobs
    .filter((job) => job.collectionId === collectionId && isOpen(job) && !isSiteJob(job))
    .map((job) => <EngineJobCard key={job.jobId} job={job} />);
}

function CollectionCard({ collection, isCurrent }: { readonly collection: Collection; readonly isCurrent: boolean }) {
  const app = useApp();
  const { stats } = collection;
  const isPublished = collection.publishedAt !== undefined;
  const { engine } = app.connection;
  const duplicate = () =>
    void engine
      .duplicateCollection(collection.id, words.library.duplicateName(collection.name))
      .then(app.state.refresh)
      .catch(report);
  const forget = () => void engine.deleteCollection(collection.id).then(app.state.refresh).catch(report);
  const prefetch = () => void engine.prefetch(collection.id).catch(() => {});
  const figures = [
    words.count.files(countFiles(stats)),
    words.count.chunks(stats.total_chunks),
    `~${words.count.tokens(stats.total_tokens)}`,
    formatBytes(stats.total_bytes),
  ];
  return (
    <article className={isCurrent ? 'card current' : 'card'} aria-label={toShortName(collection.name, 200)}>
      <div className="card-head collection-head">
        <h2>
          <a
            href={toHash({ place: 'search', collectionId: collection.id, query: '' })}
            onPointerEnter={prefetch}
            onFocus={prefetch}
          >
            {toShortName(collection.name, 200)}
          </a>
        </h2>
        <span className="soft small" title={`${formatCount(stats.total_tokens)} ${words.common.estimated}`}>
          {figures.join(' · ')}
        </span>
        {isCurrent && <span className="soft small">{words.library.current}</span>}
        {isPublished && <span className="chip">{words.library.publishedMark}</span>}
        <div className="actions">
          <MoreMenu
            label={words.library.more(toShortName(collection.name))}
            entries={
              isPublished
                ? [{ name: words.common.remove, onAction: forget }]
                : [
                    {
                      name: words.library.rename,
                      onAction: () => app.state.dialog.set({ type: 'rename', collection }),
                    },
                    { name: words.library.duplicate, onAction: duplicate },
                    {
                      name: words.library.delete,
                      isDanger: true,
                      onAction: () => void deleteCollection(app, collection),
                    },
                  ]
            }
          />
        </div>
      </div>
      <RunningJobs collectionId={collection.id} />
      {collection.evicted && <p className="notice bad">{words.library.evicted}</p>}
      {isPublished && <p className="notice">{words.library.published}</p>}
      {collection.readOnly && !isPublished && <p className="notice">{words.library.readOnly}</p>}
      {!isPublished && (
        <ul aria-label={words.library.sources}>
          {collection.sources.map((source) => (
            <SourceRow key={source.id} collection={collection} source={source} />
          ))}
        </ul>
      )}
    </article>
  );
}
