import { Suspense } from 'react';
import type { Diagnostics } from '../../../engine/contract.ts';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { Notice } from '../../kit/notice.tsx';
import { loadLater, useLoaded } from '../../kit/use-loaded.ts';
import { isLocked } from '../../state/actions/open-published.ts';
import { useApp, usePwa } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import * as css from './shell.module.css';

const FolderWatch = loadLater(() => import('./folder-watch.tsx'), 'FolderWatch');
export const Unlock = loadLater(() => import('./published-notice.tsx'), 'Unlock');
const PublishedNotice = loadLater(() => import('./published-notice.tsx'), 'PublishedNotice');
const PartlyRead = loadLater(() => import('./partly-read.tsx'), 'PartlyRead');

/** Shown on every screen: missing browser features with their fallbacks, and a new release. */
export function Notices() {
  const { connection } = useApp();
  const { besideProblem } = connection;
  const beside = besideProblem && isLocked(besideProblem) ? connection.beside : undefined;
  const { updateReady } = usePwa();
  const collection = useCurrentCollection();
  const [watchFolders] = usePreference('watchFolders');
  const { value: diagnostics } = useLoaded(() => connection.engine.diagnostics(), [connection], {
    onFailure: 'ignore',
  });
  return (
    <div className={css.notices}>
      {updateReady && (
        <Notice
          look={`${look.notice} ${look.ok}`}
          text={words.status.updateReady}
          action={words.status.update}
          onAction={() => connection.pwa.applyUpdate()}
        />
      )}
      {connection.isSinglePage && <p className={look.notice}>{words.library.singlePage}</p>}
      {diagnostics !== undefined &&
        listLacks(connection.isSinglePage ? { ...diagnostics, store: 'opfs' } : diagnostics).map((lack) => (
          <Notice key={lack.title} {...lack} />
        ))}
      {besideProblem && collection?.publishedAt === undefined && (
        <Notice look={look.problem} title={words.library.besideFailed} text={describeProblem(besideProblem)} />
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
