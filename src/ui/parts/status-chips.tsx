import { useSyncExternalStore } from 'react';
import { useApp, usePwa, useRequestCount } from '../state/context.ts';
import { words } from '../words.ts';

/** Statuses *Engine* and *Network requests*: what runs where, and what left the page. */
export function StatusChips() {
  const { connection, state } = useApp();
  const { offlineReady } = usePwa();
  const count = useRequestCount();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const offlineText = isOnline
    ? offlineReady
      ? words.status.offlineReady
      : words.status.offlineNot
    : words.status.offline;
  return (
    <div className="status-chips">
      <span className="chip engine" role="status" aria-label={words.status.engine} title={connection.reason}>
        <span className={connection.reason === undefined ? 'dot' : 'dot warn'} aria-hidden />
        {connection.where}
      </span>
      <span className="chip" title={offlineText}>
        <span className={offlineReady || !isOnline ? 'dot' : 'dot warn'} aria-hidden />
        <span className="offline-text">{offlineText}</span>
      </span>
      <span role="status" aria-label={words.status.requests}>
        <button type="button" className="chip" onClick={() => state.dialog.set({ type: 'requests' })}>
          {words.count.requests(count)}
        </button>
      </span>
    </div>
  );
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
