import type { CollectionRecords } from './collection/collection-records.ts';
import type { Snapshots } from './collection/snapshots.ts';
import type { CollectionChanges } from './collection/with-collection.ts';
import type { EngineEvent } from './contract.ts';
import type { EngineDeps } from './deps.ts';
import type { Jobs } from './jobs.ts';
import type { OpenCollections } from './open/open-collections.ts';
import type { MaskedCopies } from './output/masked-copies.ts';

/** State shared by the groups of actions. */
export interface EngineContext extends CollectionChanges {
  readonly deps: EngineDeps;
  readonly jobs: Jobs;
  readonly collections: OpenCollections;
  readonly collectionRecords: CollectionRecords;
  readonly masked: MaskedCopies;
  readonly snapshots: Snapshots;
  readonly emit: (event: EngineEvent) => void;
}
