import { useApp } from './context.ts';
import { useSignal } from './signal.ts';

/** A job of this tab adds to the collection: what is not found may be found in a moment. */
export function useIsReading(collectionId: string): boolean {
  const { state } = useApp();
  const jobs = useSignal(state.jobs);
  const sites = useSignal(state.siteJobs);
  return (
    jobs.some((job) => job.collectionId === collectionId && job.endedAt === undefined) ||
    sites.some((job) => job.collectionId === collectionId && job.status.endedAt === '')
  );
}
