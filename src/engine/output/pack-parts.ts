import type { Kernel } from '../../kernel/contract.ts';
import { isIncomplete } from '../../model/collection.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Job } from '../jobs.ts';
import type { SearchedCollection } from '../open/faces.ts';

/** Dependencies of a pack. */
export interface PackParts {
  readonly kernel: Kernel;
  readonly open: SearchedCollection;
  /** Reads an earlier state of the collection. */
  readSnapshot(snapshotId: string): Promise<Snapshot>;
  /** Whether part of the collection is not read yet. A masked copy does not know. */
  readonly isIncomplete: boolean;
  /** Masks the question above the pack, if the collection is a masked copy. */
  readonly maskQuery?: ((query: string) => string) | undefined;
  /** Set if the pack can be cancelled. */
  readonly job?: Job | undefined;
}

/** Whether files are missing: in no shard yet, or incomplete. */
export function isPartlyOpen(open: SearchedCollection): boolean {
  return open.incomplete || isIncomplete(open.collection);
}
