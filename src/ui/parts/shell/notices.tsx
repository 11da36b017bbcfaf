import { Suspense, useEffect } from 'react';
import type { Diagnostics } from '../../../engine/contract.ts';
import { isOpen } from '../../../model/job.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { Notice } from '../../kit/notice.tsx';
import { loadLater, useLoaded } from '../../kit/use-loaded.ts';
import { isLocked } from '../../state/actions/open-published.ts';
import { useApp, usePwa } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import * as css from './shell.module.css';

const FolderWatch = loadLater(() => import('./folder-watch.tsx'), 'FolderWatch');
export const Unlock = loadLater(() => import('./published-notice.tsx'), 'Unlock');
const PublishedNotice = loadLater(() => import('./published-notice.tsx'), 'PublishedNotice');
const PartlyRead = loadLater(() => import('./partly-read.tsx'), 'PartlyRead');

/** A reload would interrupt a job, so the update waits until no tab has one. Crawls resume after a reload. */
function UpdateNotice() {
  const { connection, state } = useApp();
  const { updateReady, updateWaits } = usePwa();
  const isBusy = useSignal(state.jobs).some((job) => isOpen(job) && !isSiteJob(job));
  useEffect(() => connection.pwa.setBusy(isBusy), [connection, isBusy]);
  if (!updateReady) return null;
  const style = `${look.notice} ${look.ok}`;
  if (updateWaits) return <Notice look={style} text={words.status.updateWaits} />;
  const { updateReady: text, update: action } = words.status;
  return <Notice look={style} text={text} action={action} onAction={() => connection.pwa.applyUpdate()} />;
}

/** Shown on every screen: missing browser features with their fallbacks, and a new release. */
export function Notices() {
  const { connection } = useApp();
  const { besideProblem } = connection;
  const beside = besideProblem && isLocked(besideProblem) ? connection.beside : undefined;
  const collection = useCurrentCollection();
  const [watchFolders] = usePreference('watchFolders');
  const { value: diagnostics } = useLoaded(() => connection.engine.diagnostics(), [connection], {
    onFailure: 'ignore',
  });
  return (
    <div className={css.notices}>
      <UpdateNotice />
      {connection.isSinglePage && <p className={look.notice}>{words.status.singlePage}</p>}
      {diagnostics !== undefined &&
        listLacks(connection.isSinglePage ? { ...diagnostics, store: 'opfs' } : diagnostics).map((lack) => (
          <Notice key={lack.title} {...lack} />
        ))}
      {besideProblem && collection?.publishedAt === undefined && (
        <Notice look={look.problem} title={words.status.besideFailed} text={describeProblem(besideProblem)} />
      )}
      {beside !== undefined && collection === undefined && (
        <Suspense>
          <Unlock address={beside} />
        </Suspense>
      )}
      {collection !== undefined && (
        <Suspense>
          {collection.publishedAt !== undefined && <PublishedNotice key={collection.id} collection={collection} />}
          <PartlyRead collection={collection} />
          {watchFolders && <FolderWatch key={collection.id} collection={collection} />}
        </Suspense>
      )}
    </div>
  );
}

function listLacks({ where, kernel, store }: Diagnostics): readonly { title: string; text: string }[] {
  const { lacks } = words.status;
  return [
    ...(store === 'memory' ? [lacks.storage] : []),
    ...(store === 'idb' ? [lacks.files] : []),
    ...(where === 'main thread' ? [lacks.worker] : []),
    ...(kernel === 'js' ? [lacks.wasm] : []),
  ];
}
