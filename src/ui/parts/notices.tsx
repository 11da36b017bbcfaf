import { lazy, Suspense, useEffect, useState } from 'react';
import type { Diagnostics } from '../../engine/contract.ts';
import { useApp, usePwa } from '../state/context.ts';
import { preferences } from '../state/preferences.ts';
import { useStore } from '../state/store.ts';
import { useCurrentCollection } from '../state/use-current-collection.ts';
import { words } from '../words.ts';

const FolderWatch = lazy(() => import('./folder-watch.tsx').then((m) => ({ default: m.FolderWatch })));

/** What a person must know wherever they are: storage refused, engine on the page, a new release. */
export function Notices() {
  const { connection } = useApp();
  const { updateReady } = usePwa();
  const collection = useCurrentCollection();
  const { watchFolders } = useStore(preferences);
  const [diagnostics, setDiagnostics] = useState<Diagnostics>();
  useEffect(() => {
    connection.engine.diagnostics().then(setDiagnostics, () => setDiagnostics(undefined));
  }, [connection]);
  return (
    <div className="notices">
      {updateReady && (
        <div className="notice ok" role="status">
          {words.status.updateReady}
          <button type="button" className="button" onClick={() => void connection.pwa.applyUpdate()}>
            {words.status.update}
          </button>
        </div>
      )}
      {diagnostics?.store === 'memory' && (
        <div className="notice" role="status">
          <strong>{words.status.storageRefused}</strong>
          <span>{words.library.backend.memory}</span>
        </div>
      )}
      {watchFolders && collection !== undefined && (
        <Suspense>
          <FolderWatch key={collection.id} collection={collection} />
        </Suspense>
      )}
    </div>
  );
}
