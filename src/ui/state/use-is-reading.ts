import { isOpen } from '../../model/job.ts';
import { useApp } from './context.ts';
import { useSignal } from './signal.ts';

/** True while a job of this tab adds to the collection, or is about to: a missing hit may appear soon. */
export function useIsReading(collectionId: string): boolean {
  const { state } = useApp();
  const jobs = useSignal(state.jobs).filter((job) => job.collectionId === collectionId);
  const collection = useSignal(state.collections)?.find(({ id }) => id === collectionId);
  // The collection exists before the first event of its job.
  return (jobs.length === 0 && collection?.awaitsSource === true) || jobs.some(isOpen);
}
