import { isAppError } from '../../model/app-error.ts';
import type { Interrupted } from '../../model/incomplete.ts';
import { withWriteLock } from '../collection/with-write-lock.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { forgiveJobs, forgiveSource, readInterrupted } from './files-in-hand.ts';

const NONE: Interrupted = { crashed: [], suspects: [] };

/** Actions for files that crashed tabs were reading. */
export function createInterruptedActions({ deps: { store }, collectionRecords }: EngineContext) {
  const whileIdle = <T>(collectionId: string, work: () => Promise<T>): Promise<T> =>
    withWriteLock(store, collectionId, { action: 'repair', waitMs: 0 }, work);
  return {
    listInterrupted: (collectionId) =>
      whileIdle(collectionId, () => readInterrupted(collectionRecords.of(collectionId))).catch((error: unknown) => {
        if (isAppError(error) && error.code === 'engine/busy') return NONE;
        throw error;
      }),
    retryCrashed: (collectionId, sourceId) =>
      whileIdle(collectionId, () => forgiveSource(collectionRecords.of(collectionId), sourceId)),
    async noteClosedTab(jobIds) {
      for (const id of await store.listIds()) await forgiveJobs(collectionRecords.of(id), jobIds);
    },
  } satisfies Partial<Engine>;
}
