import { useState } from 'react';
import { type Collection, countIndexed } from '../../../model/collection.ts';
import { isOpen } from '../../../model/job.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import * as cardCss from '../../kit/card.module.css';
import { Card } from '../../kit/card.tsx';
import { SearchInput } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useFinder } from '../../kit/use-finder.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import * as barCss from '../../parts/controls/controls.module.css';
import { MoreMenu } from '../../parts/controls/more-menu.tsx';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import * as placeCss from '../../parts/shell/place.module.css';
import { deleteCollection } from '../../state/actions/collection-actions.ts';
import { toFreeName } from '../../state/actions/create-collection.ts';
import { useApp } from '../../state/context.ts';
import { toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { useCollectionsByUse, useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { backupWords } from '../../words/backup.ts';
import { libraryWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';
import { RecentlyDeleted } from './first-run.tsx';
import * as css from './library.module.css';
import { SourceRow } from './source-row.tsx';

/** All collections on this device, their sources and their size. */
export function Library() {
  const { state, connection } = useApp();
  const { isSinglePage } = connection;
  const collections = useCollectionsByUse();
  const current = useCurrentCollection();
  const [filter, setFilter] = useState('');
  const shown = useFinder(collections, toText, filter);
  return (
    <div className={placeCss.place}>
      <div className={placeCss.inner}>
        <div className={`${placeCss.head} ${css.top}`}>
          <h1>{words.places.library}</h1>
          {collections.length > 1 && <SearchInput label={libraryWords.filter} value={filter} onChange={setFilter} />}
          <Button look="primary" label={words.add.newCollection} onClick={() => state.dialog.set({ type: 'add' })} />
        </div>
        {shown.length === 0 && <p className={look.soft}>{libraryWords.noMatch}</p>}
        <ul className={css.collections}>
          {shown.map((collection) => (
            <li key={collection.id}>
              <CollectionCard collection={collection} isCurrent={collection.id === current?.id} />
            </li>
          ))}
        </ul>
        <RecentlyDeleted />
        {!isSinglePage && <BackupPanel />}
        <StoragePanel />
      </div>
    </div>
  );
}

/** Text that the filter searches: the collection and its sources. */
function toText({ name, sources }: Collection): string {
  return [name, ...sources.flatMap((source) => [source.name, libraryWords.types[source.type]])].join(' ');
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
  const run = (work: Promise<unknown>) => void work.then(app.state.refresh).catch(app.state.report);
  const duplicate = () =>
    engine.duplicateCollection(collection.id, toFreeName(app, libraryWords.duplicateName(collection.name)));
  const prefetch = () => void engine.prefetch(collection.id).catch(() => {});
  const figures = [
    words.count.files(countIndexed(stats)),
    words.count.chunks(stats.total_chunks),
    `~${words.count.tokens(stats.total_tokens)}`,
    formatBytes(stats.total_bytes),
  ];
  return (
    <article
      className={isCurrent ? `${cardCss.card} ${cardCss.current}` : cardCss.card}
      aria-label={toShortName(collection.name, 200)}
    >
      <div className={css.head}>
        <h2>
          <a
            href={toHash({ place: 'search', collectionId: collection.id, query: '' })}
            onPointerEnter={prefetch}
            onFocus={prefetch}
          >
            {toShortName(collection.name, 200)}
          </a>
        </h2>
        {isCurrent && <span className={`${css.open} ${look.small}`}>{libraryWords.current}</span>}
        <span
          className={`${css.figures} ${look.note}`}
          title={`${formatCount(stats.total_tokens)} ${words.common.estimated}`}
        >
          {figures.join(' · ')}
        </span>
        {isPublished && <span className={look.chip}>{libraryWords.publishedMark}</span>}
        <div className={css.actions}>
          <MoreMenu
            label={libraryWords.more(toShortName(collection.name))}
            entries={
              isPublished
                ? [{ name: words.common.remove, onAction: () => run(engine.deleteCollection(collection.id)) }]
                : [
                    {
                      name: libraryWords.rename,
                      onAction: () => app.state.dialog.set({ type: 'rename', collection }),
                    },
                    {
                      name: libraryWords.duplicate,
                      onAction: () => run(duplicate()),
                    },
                    {
                      name: libraryWords.delete,
                      isDanger: true,
                      onAction: () => void deleteCollection(app, collection),
                    },
                  ]
            }
          />
        </div>
      </div>
      <RunningJobs collectionId={collection.id} />
      {collection.evicted && <p className={look.problem}>{libraryWords.evicted}</p>}
      {isPublished && <p className={look.notice}>{libraryWords.published}</p>}
      {collection.readOnly && !isPublished && <p className={look.notice}>{libraryWords.readOnly}</p>}
      {!isPublished && (
        <ul aria-label={libraryWords.sources}>
          {collection.sources.map((source) => (
            <SourceRow key={source.id} collection={collection} source={source} />
          ))}
        </ul>
      )}
    </article>
  );
}

function BackupPanel() {
  const { dialog } = useApp().state;
  return (
    <Card title={backupWords.title} text={backupWords.text}>
      <div className={look.row}>
        <Button label={backupWords.backUp} onClick={() => dialog.set({ type: 'back-up' })} />
        <Button label={backupWords.restore} onClick={() => dialog.set({ type: 'restore' })} />
      </div>
      <RunningJobs collectionId="" />
    </Card>
  );
}

function StoragePanel() {
  const { connection, state } = useApp();
  const { engine } = connection;
  const { value: figures, reload } = useLoaded(() => engine.storage(), [engine]);
  if (figures === undefined) return null;
  const ask = async () => {
    if (!(await engine.persist())) state.toasts.show(libraryWords.persistRefused);
    reload();
  };
  return (
    <Card title={libraryWords.storage}>
      <p>{libraryWords.used(formatBytes(figures.usedBytes), formatBytes(figures.quotaBytes))}</p>
      <Meter share={figures.quotaBytes > 0 ? figures.usedBytes / figures.quotaBytes : 0} />
      <p className={look.soft}>
        {libraryWords.backend[figures.backend]} {figures.fallbackReason}
      </p>
      <div className={look.row}>
        <span className={look.soft}>{figures.persisted ? libraryWords.persisted : libraryWords.notPersisted}</span>
        {!figures.persisted && figures.backend !== 'memory' && (
          <Button label={libraryWords.askPersist} onClick={() => void ask().catch(state.report)} />
        )}
      </div>
    </Card>
  );
}

/** A fill level. The numbers are next to it as text, so screen readers skip it. The colour changes at 70 and 90 percent. */
function Meter({ share }: { readonly share: number }) {
  const tone = share > 0.9 ? 'bad' : share > 0.7 ? 'warn' : undefined;
  return (
    <div className={barCss.bar} data-tone={tone} aria-hidden>
      <div style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </div>
  );
}
