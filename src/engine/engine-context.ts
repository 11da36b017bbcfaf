import type { Belongings } from './collection/belongings.ts';
import type { Snapshots } from './collection/snapshots.ts';
import type { Doors } from './collection/with-collection.ts';
import type { EngineEvent } from './contract.ts';
import type { EngineDeps } from './deps.ts';
import type { Jobs } from './jobs.ts';
import type { OpenCollections } from './open/open-collections.ts';
import type { MaskedTwins } from './output/masked-twins.ts';

/** What the groups of actions share. */
export interface EngineContext extends Doors {
  readonly deps: EngineDeps;
  readonly jobs: Jobs;
  readonly collections: OpenCollections;
  readonly belongings: Belongings;
  readonly masked: MaskedTwins;
  readonly snapshots: Snapshots;
  readonly tell: (event: EngineEvent) => void;
}
