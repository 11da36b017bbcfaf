import { useRef } from 'react';
import type { Collection, Source } from '../../../model/collection.ts';
import { NO_SELECTION, type SelectionScope } from '../../../model/outputs/selection.ts';
import { toRepoUrl } from '../../../site/repo-address.ts';
import { findUnfinishedRun } from '../../../site/runs.ts';
import { filesToInputs, wasChosenByFile } from '../../inputs/files-to-inputs.ts';
import { Button } from '../../kit/button.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import type { MenuEntry } from '../../parts/controls/item-menu.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { MoreMenu } from '../../parts/controls/more-menu.tsx';
import { UnfinishedRun } from '../../parts/jobs/engine-job-card.tsx';
import { usePartlyRead } from '../../parts/shell/partly-read.tsx';
import { openSiteOptions, removeSource, showJobs, syncRepo } from '../../state/actions/collection-actions.ts';
import { ingest, syncSource } from '../../state/actions/ingest.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { navigate, toHash } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { useIsReading } from '../../state/use-current-collection.ts';
import { formatAgo, formatDate } from '../../text/format.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { describeReason } from '../../words/describe-problem.ts';
import { jobsWords } from '../../words/jobs.ts';
import { editorWords, filesWords, libraryWords, rulesWords } from '../../words/library.ts';
import { words } from '../../words/words.ts';
import * as css from './library.module.css';

interface Props {
  readonly collection: Collection;
  readonly source: Source;
}

export function SourceRow({ collection, source }: Props) {
  const app = useApp();
  const isPart = usePartlyRead(collection).includes(source);
  const place = { collectionId: collection.id, sourceId: source.id };
  const unfinished = findUnfinishedRun(useSignal(app.state.jobs), place);
  const problem = findProblem(source, isPart, unfinished !== undefined);
  const { sites } = app.connection;
  const isBusy = useIsReading(collection.id);
  const { sync, picker } = useSync({ collection, source });
  const [main, ...more] = listActions(app, { collection, source }, { isBusy, sync });
  usePreference('paused');
  const isRepicked = !source.remembered && !IS_REMOTE.has(source.type);
  const hasRules = source.type !== 'site' && source.type !== 'import' && source.type !== 'paste';
  const own: MenuEntry[] = [
    ...(hasRules
      ? [{ name: rulesWords.button, onAction: () => app.state.dialog.set({ type: 'rules', collection, source }) }]
      : []),
    ...(source.type === 'folder'
      ? [{ name: editorWords.menu, onAction: () => app.state.dialog.set({ type: 'editor', source }) }]
      : []),
    {
      name: libraryWords.recognise,
      onAction: () => app.state.dialog.set({ type: 'ocr', collection, scope: toScope(collection, source) }),
    },
    { name: words.common.remove, isDanger: true, onAction: () => void removeSource(app, collection, source) },
  ];
  return (
    <li className={css.source}>
      <strong>
        <MiddleText text={source.name} max={56} />
      </strong>
      {collection.sources.some(({ id, name }) => id !== source.id && name === source.name) && (
        <span className={look.aside}>{source.slug}/</span>
      )}
      <span className={look.note}>
        {libraryWords.types[source.type]} · {words.count.files(source.files)} ·{' '}
        {source.type !== 'site' && (
          <>
            {source.skipped === 0 ? (
              filesWords.skippedCount(0)
            ) : (
              <a href={toHash({ place: 'files', collectionId: collection.id, filter: 'skipped' })}>
                {filesWords.skippedCount(source.skipped)}
              </a>
            )}{' '}
            ·{' '}
          </>
        )}
        <span title={source.lastSyncAt && formatDate(source.lastSyncAt)}>
          {source.lastSyncAt === undefined ? libraryWords.never : libraryWords.synced(formatAgo(source.lastSyncAt))}
        </span>
      </span>
      {source.repo !== undefined && (
        <span className={look.note}>
          <MiddleText text={toRepoUrl(source.repo)} max={80} tail={30} />{' '}
          {source.commit !== undefined && (
            <span className={look.mono} title={source.commit}>
              {libraryWords.atCommit(toVisibleName(source.commit.slice(0, 10)))}
            </span>
          )}
        </span>
      )}
      {unfinished !== undefined && (
        <span className={`${look.notice} ${look.small}`}>
          <UnfinishedRun status={unfinished} type={source.type} />
        </span>
      )}
      {problem !== undefined && <span className={`${look.problem} ${look.small}`}>{problem}</span>}
      <span className={css.actions}>
        {unfinished !== undefined && (
          <Button
            look="primary"
            label={jobsWords.resume}
            onClick={() => showJobs(app, sites?.resume(unfinished.jobId))}
          />
        )}
        {main !== undefined && (
          <Button
            label={main.name}
            aria-label={`${main.name} ${toShortName(source.name)}`}
            title={isRepicked ? libraryWords.pickAgain(toShortName(source.name)) : undefined}
            disabled={main.isDisabled}
            onClick={main.onAction}
          />
        )}
        <MoreMenu label={libraryWords.moreSource(toShortName(source.name))} entries={[...more, ...own]} />
        {!IS_REMOTE.has(source.type) && picker}
      </span>
    </li>
  );
}

/** With several sources, a path begins with the slug of its source. */
function toScope({ sources }: Collection, { slug }: Source): SelectionScope {
  return sources.length > 1 ? { ...NO_SELECTION, paths: [`${slug}/`] } : NO_SELECTION;
}

/** Says why a source is incomplete, unless its run can be resumed. */
function findProblem({ type, reason }: Source, isPart: boolean, isUnfinished: boolean): string | undefined {
  if (reason === undefined) return isPart ? libraryWords.interrupted : undefined;
  if (reason !== 'engine/stopped-early') return toVisibleName(describeReason(reason));
  // A stopped crawl without a queue is completed by a refresh, other sources by a sync.
  return isUnfinished ? undefined : describeReason(type === 'site' ? 'crawl/stopped-early' : reason);
}

interface SyncProps {
  readonly isBusy: boolean;
  readonly sync: (verifyAll: boolean) => void;
}

/** Lists the actions of a source: the first is a button, the others are in its menu. */
function listActions(app: AppContext, { collection, source }: Props, { isBusy, sync }: SyncProps): MenuEntry[] {
  const { sites } = app.connection;
  const { type, repo, remembered } = source;
  const place = { collectionId: collection.id, sourceId: source.id };
  const crawl = (full: boolean) => showJobs(app, sites?.start({ ...place, mode: 'crawl', full }));
  if (HAS_NO_ORIGIN.has(type) || (IS_REMOTE.has(type) && sites === undefined)) return [];
  if (type === 'site')
    return [
      { name: libraryWords.sync, onAction: () => crawl(false) },
      { name: libraryWords.syncAll, onAction: () => crawl(true) },
      { name: words.places.pages, onAction: () => navigate({ place: 'pages', ...place }) },
      { name: libraryWords.siteOptions, onAction: () => void openSiteOptions(app, collection.id, source.id) },
    ];
  if (type === 'repository') {
    if (repo === undefined) return [];
    return [
      { name: libraryWords.sync, onAction: () => void syncRepo(app, place) },
      { name: libraryWords.branch, onAction: () => app.state.dialog.set({ type: 'repo', repo, ...place }) },
    ];
  }
  const again = { name: libraryWords.sync, isDisabled: isBusy, onAction: () => sync(false) };
  if (!remembered) return [again];
  const { watchFolders, paused } = app.state.preferences.values.get();
  const isPaused = paused.includes(source.id);
  const setPaused = () =>
    app.state.preferences.set('paused', isPaused ? paused.filter((id) => id !== source.id) : [...paused, source.id]);
  return [
    again,
    { name: libraryWords.syncAll, isDisabled: isBusy, onAction: () => sync(true) },
    ...(watchFolders ? [{ name: isPaused ? libraryWords.follow : libraryWords.pause, onAction: setPaused }] : []),
  ];
}

const HAS_NO_ORIGIN: ReadonlySet<Source['type']> = new Set(['paste', 'import', 'sample']);
const IS_REMOTE: ReadonlySet<Source['type']> = new Set(['site', 'repository']);

/** Syncs a remembered folder with one click; without one, the user chooses the folder again, and only changes are processed. */
function useSync({ collection, source }: Props) {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  const isFolder = source.type === 'folder' || (source.type === 'files' && !wasChosenByFile(source));
  const run = async (verifyAll: boolean) => {
    const outcome = source.remembered ? await syncSource(app, collection, source, { verifyAll }) : 'pick';
    if (outcome === 'pick') input.current?.click();
  };
  const take = async (files: readonly File[]) => {
    const picked = isFolder
      ? await (await import('../../state/actions/find-known-source.ts')).toChosenAgain(
          app,
          { collection, source },
          files,
        )
      : filesToInputs(files)[0];
    if (picked === undefined) return;
    void ingest(app, { collectionId: collection.id, sourceId: source.id, input: { ...picked, name: source.name } });
  };
  const picker = (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      aria-label={libraryWords.pickAgain(source.name)}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      onChange={(event) => {
        void take(Array.from(event.target.files ?? [])).catch(app.state.report);
        event.target.value = '';
      }}
    />
  );
  return { sync: (verifyAll: boolean) => void run(verifyAll).catch(app.state.report), picker };
}
