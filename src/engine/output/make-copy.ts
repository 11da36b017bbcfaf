import type { Leaf } from '../../kernel/contract.ts';
import type { Collection } from '../../model/collection.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createCollectionWriter, type SourceFacts } from '../collection/collection-writer.ts';
import type { EngineDeps } from '../deps.ts';
import { EMPTY_TABLE, type FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import type { OpenCollection } from '../open/faces.ts';
import { openCollection } from '../open/open-collection.ts';

interface CopyOptions {
  readonly collection: Collection;
  /** Returns undefined for a file that is not copied. */
  toFile(entry: FileEntry): Promise<readonly [SourceFacts, Leaf] | undefined>;
  toSkips(skips: readonly Skip[], sourceId: string): readonly Skip[];
  toWarnings(warnings: readonly Warning[], sourceId: string): readonly Warning[];
  readonly job?: Job | undefined;
}

/** Builds a changed copy of a collection in memory. The caller releases it. */
export async function makeCopy(
  deps: EngineDeps,
  open: OpenCollection,
  { collection, toFile, toSkips, toWarnings, job }: CopyOptions,
): Promise<OpenCollection> {
  await open.complete();
  const table = await open.readTable();
  const store = createMemoryStore();
  const writer = createCollectionWriter({ ...deps, store }, { collection, table: EMPTY_TABLE, generation: undefined });
  try {
    for (const entry of table.entries) {
      job?.throwIfCancelled();
      const file = await toFile(entry);
      if (file !== undefined) await writer.put(...file);
    }
    for (const [id, skips] of Object.entries(table.skips)) writer.setSkips(id, toSkips(skips, id));
    for (const [id, warnings] of Object.entries(table.scanWarnings))
      writer.setScanWarnings(id, toWarnings(warnings, id));
    await writer.commit('final', (base) => base);
  } finally {
    await writer.abort();
  }
  const copy = await openCollection(deps.kernel, await store.openGeneration(collection.id), undefined);
  await copy.complete();
  return copy;
}
