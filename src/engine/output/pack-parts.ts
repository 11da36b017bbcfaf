import type { Kernel } from '../../kernel/contract.ts';
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
  /** Where it can be cancelled. */
  readonly job?: Job | undefined;
}
