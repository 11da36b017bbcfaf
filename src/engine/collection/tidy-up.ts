import type { EngineDeps } from '../deps.ts';
import { removeTempExports } from '../output/export-sink.ts';
import { createBelongings } from './belongings.ts';

/** Once after a start, when nothing waits: what deleted collections, crashes and closed tabs left behind. Never fatal. */
export async function tidyUp({ store }: Pick<EngineDeps, 'store'>): Promise<void> {
  try {
    await removeTempExports();
    await store.sweep();
    await createBelongings(store).removeAbandoned();
  } catch {
    // What could not be removed now is removed at the next start.
  }
}
