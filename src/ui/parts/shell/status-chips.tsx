import { useSyncExternalStore } from 'react';
import { useApp, usePwa, useRequestCount } from '../../state/context.ts';
import { listMissing } from '../../text/list-missing.ts';
import { words } from '../../words/words.ts';

/** One sign for what left the page and what is kept on the device. Where the engine runs is said aloud, and shown when it is not where it should be. */
export function StatusChips() {
  const { connection, state } = useApp();
  const { offlineReady, later } = usePwa();
  const count = useRequestCount();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const offline = toOfflineChip(isOnline, offlineReady, listMissing(later?.missing ?? []));
  return (
    <div className="status-chips">
      <span
        className={connection.reason === undefined ? 'sr-only' : 'chip'}
        role="status"
        aria-label={words.status.engine}
        title={connection.reason}
      >
        {connection.where}
      </span>
      <span role="status" aria-label={words.status.requests}>
        <button
          type="button"
          className="chip"
          title={offline.hint}
          onClick={() => state.dialog.set({ type: 'requests' })}
        >
          <span className={offline.dot} aria-hidden />
          <span>{words.count.requests(count)}</span>
          <span className="offline-text"> · {offline.text}</span>
        </button>
      </span>
    </div>
  );
}

function toOfflineChip(isOnline: boolean, isReady: boolean, missing: readonly string[]) {
  const { offline, offlineReady, offlineReadyHint, offlineMissing, offlineNot, offlineNotHint } = words.status;
  const hint = missing.length === 0 ? offlineReadyHint : `${offlineReadyHint} ${offlineMissing(missing)}`;
  if (!isOnline) return { dot: 'dot warn', text: offline, hint };
  return isReady
    ? { dot: 'dot', text: offlineReady, hint }
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
