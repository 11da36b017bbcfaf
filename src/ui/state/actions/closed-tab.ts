import { isOpen } from '../../../model/job.ts';
import type { AppState } from '../app-state.ts';
import { readStoredJson, writeStored } from '../stored.ts';

const KEY = 'quire-closed-jobs';

/**
 * Notes which jobs end because their tab is closed or reloaded. A crashed tab notes nothing, which is how the two differ. Only
 * localStorage can still be written when a tab closes; without it, the files of these jobs are imported last the next time.
 */
export function noteWhenClosed(state: Pick<AppState, 'jobs'>): () => void {
  const note = () => {
    const ids = state.jobs.get().flatMap((job) => (isOpen(job) ? [job.jobId] : []));
    if (ids.length > 0) writeStored(KEY, JSON.stringify([...readClosed(), ...ids]));
  };
  addEventListener('pagehide', note);
  return () => removeEventListener('pagehide', note);
}

/** Returns the jobs of tabs closed since the last call. */
export function takeClosedJobs(): readonly string[] {
  const ids = readClosed();
  if (ids.length > 0) writeStored(KEY, undefined);
  return ids;
}

function readClosed(): readonly string[] {
  const ids = readStoredJson(KEY);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
