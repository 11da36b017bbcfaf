import { useSyncExternalStore } from 'react';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useApp, usePwa, useRequestCount } from '../../state/context.ts';
import { useIsSite } from '../../state/use-current-collection.ts';
import { listMissing } from '../../text/list-missing.ts';
import { words } from '../../words/words.ts';
import * as css from './status-chips.module.css';

/** Status of requests and storage. The engine's place is announced, and shown when it runs in its fallback. */
export function StatusChips() {
  const { connection, state } = useApp();
  const { offlineReady, later } = usePwa();
  const count = useRequestCount();
  const isSite = useIsSite();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const offline = toOfflineChip(isOnline, offlineReady, listMissing(later?.missing ?? []));
  return (
    <div className={css.chips}>
      <span
        className={connection.reason === undefined ? look.srOnly : look.chip}
        role="status"
        aria-label={words.status.engine}
        title={connection.reason}
      >
        {connection.where}
      </span>
      {!isSite && (
        <span role="status" aria-label={words.status.requests}>
          <Button
            look="own"
            className={look.chip}
            title={offline.hint}
            onClick={() => state.dialog.set({ type: 'requests' })}
          >
            <span className={offline.dot} aria-hidden />
            <span>{words.count.requests(count)}</span>
            <span className={css.text}> · {offline.text}</span>
          </Button>
        </span>
      )}
    </div>
  );
}

function toOfflineChip(isOnline: boolean, isReady: boolean, missing: readonly string[]) {
  const { offline, offlineComplete, offlineReady, offlineReadyHint, offlineMissing, offlineNot, offlineNotHint } =
    words.status;
  if (isOnline && !isReady) return { dot: `${css.dot} ${css.waiting}`, text: offlineNot, hint: offlineNotHint };
  const dot = isOnline ? css.dot : `${css.dot} ${css.warn}`;
  if (missing.length === 0) return { dot, text: isOnline ? offlineReady : offlineComplete, hint: offlineReadyHint };
  return {
    dot: isOnline ? `${css.dot} ${css.waiting}` : dot,
    text: `${isOnline ? offlineReady : offline}. ${offlineMissing(missing)}`,
    hint: `${offlineReadyHint} ${offlineMissing(missing)}`,
  };
}

function subscribeOnline(listener: () => void): () => void {
  const ended = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, listener, ended);
  return () => ended.abort();
}
