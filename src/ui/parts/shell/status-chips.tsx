import { useSyncExternalStore } from 'react';
import { useApp, usePwa, useRequestCount } from '../../state/context.ts';
import { words } from '../../words/words.ts';

/** Statuses *Engine* and *Network requests*: what runs where, and what left the page. */
export function StatusChips() {
  const { connection, state } = useApp();
  const { offlineReady } = usePwa();
  const count = useRequestCount();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const offline = toOfflineChip(isOnline, offlineReady);
  return (
    <div className="status-chips">
      <span className="chip engine" role="status" aria-label={words.status.engine} title={connection.reason}>
        <span className={connection.reason === undefined ? 'dot' : 'dot warn'} aria-hidden />
        {connection.where}
      </span>
      <span className="chip" title={offline.hint}>
        <span className={offline.dot} aria-hidden />
        <span className="offline-text">{offline.text}</span>
      </span>
      <span role="status" aria-label={words.status.requests}>
        <button type="button" className="chip" onClick={() => state.dialog.set({ type: 'requests' })}>
          {words.count.requests(count)}
        </button>
      </span>
    </div>
  );
}

function toOfflineChip(isOnline: boolean, isReady: boolean): { dot: string; text: string; hint: string } {
  const { offline, offlineReady, offlineReadyHint, offlineNot, offlineNotHint } = words.status;
  if (!isOnline) return { dot: 'dot warn', text: offline, hint: offlineReadyHint };
  return isReady
    ? { dot: 'dot', text: offlineReady, hint: offlineReadyHint }
    : { dot: 'dot waiting', text: offlineNot, hint: offlineNotHint };
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
