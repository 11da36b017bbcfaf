import type { EngineDeps } from '../deps.ts';
import { removeTempExports } from '../output/export-sink.ts';
import { createBelongings } from './belongings.ts';
import { withTurn } from './turns.ts';

interface TidyUp extends Pick<EngineDeps, 'store'> {
  /** When this visit began: what is younger may still be waited for. Absent: all of it is. */
  readonly startedAt?: Date;
}

/** Once after a start, when nothing waits: what deleted collections, crashes and closed tabs left behind. Never fatal. */
export async function tidyUp({ store, startedAt = new Date(0) }: TidyUp): Promise<void> {
  try {
    await removeTempExports();
    await removeEmptyLeftovers(store, startedAt);
    await store.sweep();
    await createBelongings(store).removeAbandoned();
  } catch {
    // What could not be removed now is removed at the next start.
  }
}

/** Collections of tabs that died before the first commit of what they were made for. */
async function removeEmptyLeftovers(store: EngineDeps['store'], startedAt: Date): Promise<void> {
  for (const { id, awaitsSource, createdAt } of await store.listCollections()) {
    if (!awaitsSource || new Date(createdAt) >= startedAt) continue;
    // Whoever reads into it has its turn, in whichever tab.
    await withTurn(store, id, { action: 'repair', waitMs: 0 }, async () => {
      const now = (await store.listCollections()).find((other) => other.id === id);
      if (now?.awaitsSource) await store.deleteCollection(id);
    }).catch(() => undefined);
  }
}
