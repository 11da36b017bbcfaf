import type { Kernel } from '../../kernel/contract.ts';
import { isIncomplete } from '../../model/collection.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Job } from '../jobs.ts';
import type { OpenCollection } from '../open/open-collection.ts';
import type { SearchTarget } from '../search/search-target.ts';

/** What a pack is made with. */
export interface PackParts {
  readonly kernel: Kernel;
  readonly open: OpenCollection;
  readonly target: SearchTarget;
  /** An earlier state of the collection. */
  readSnapshot(snapshotId: string): Promise<Snapshot>;
  /** Something of the collection is still to be read. Its masked twin does not know. */
  readonly isIncomplete: boolean;
  /** For the question above the pack, where the collection itself is a masked twin. */
  readonly maskQuery?: ((query: string) => string) | undefined;
  /** Where it can be cancelled. */
  readonly job?: Job | undefined;
}

/** What is open may be less than what is known of it: files that are in no shard yet. */
export function isPartlyOpen(open: OpenCollection): boolean {
  return open.incomplete || isIncomplete(open.generation.row.collection);
}
