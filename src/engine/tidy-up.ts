import { createBelongings } from './collection/belongings.ts';
import { removeTempExports } from './export-sink.ts';
import type { EngineParts } from './parts.ts';

/** Once after a start, when nothing waits: what deleted collections, crashes and closed tabs left behind. Never fatal. */
export async function tidyUp({ store }: Pick<EngineParts, 'store'>): Promise<void> {
  try {
    await removeTempExports();
    await store.sweep();
    await createBelongings(store).removeAbandoned();
  } catch {
    // What could not be removed now is removed at the next start.
  }
}
