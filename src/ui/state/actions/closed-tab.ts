import { isOpen } from '../../../model/job.ts';
import type { AppState } from '../app-state.ts';

const KEY = 'quire-closed-jobs';

/**
 * Notes which jobs end because their tab is closed or reloaded. A crashed tab notes nothing, which is how the two differ. Only
 * localStorage can still be written when a tab closes.
 */
export function noteWhenClosed(state: Pick<AppState, 'jobs'>): () => void {
  const note = () => {
    const ids = state.jobs
      .get()
      .filter(isOpen)
      .map(({ jobId }) => jobId);
    if (ids.length > 0) write([...read(), ...ids]);
  };
  addEventListener('pagehide', note);
  return () => removeEventListener('pagehide', note);
}

/** Returns the jobs of tabs closed since the last call. */
export function takeClosedJobs(): readonly string[] {
  const ids = read();
  if (ids.length > 0) write([]);
  return ids;
}

function read(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Without storage, the files of these jobs are imported last the next time.
  }
}
