import { useEffect, useState } from 'react';
import type { Diagnostics } from '../../engine/contract.ts';
import { useApp, usePwa } from '../state/context.ts';
import { words } from '../words.ts';

/** What a person must know wherever they are: storage refused, engine on the page, a new release. */
export function Notices() {
  const { connection } = useApp();
  const { updateReady } = usePwa();
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
    </div>
  );
}
