import type { RecordTable } from '../store/contract.ts';
import { removeTempExports } from './export-sink.ts';
import type { EngineParts } from './parts.ts';

/** Tables whose keys begin with the id of a collection. */
const OWNED: readonly RecordTable[] = ['handles', 'snapshots', 'sources', 'jobs', 'events', 'pages'];

/** Once after a start, when nothing waits: what deleted collections, crashes and closed tabs left behind. Never fatal. */
export async function tidyUp({ store }: Pick<EngineParts, 'store'>): Promise<void> {
  try {
    await removeTempExports();
    await store.sweep();
    const known = new Set((await store.listCollections()).map((collection) => collection.id));
    for (const table of OWNED) {
      const owners = new Set((await store.records.listKeys(table, '')).map((key) => key.split('/')[0] as string));
      for (const owner of owners) if (!known.has(owner)) await store.records.deletePrefix(table, `${owner}/`);
    }
  } catch {
    // What could not be removed now is removed at the next start.
  }
}
