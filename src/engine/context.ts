import type { Belongings } from './collection/belongings.ts';
import type { Doors } from './collection/with-collection.ts';
import type { EngineEvent } from './contract.ts';
import type { Jobs } from './jobs.ts';
import type { OpenCollections } from './open-collections.ts';
import type { EngineParts } from './parts.ts';
import type { Snapshots } from './snapshots.ts';

/** What the groups of actions share. */
export interface EngineContext extends Doors {
  readonly parts: EngineParts;
  readonly jobs: Jobs;
  readonly collections: OpenCollections;
  readonly belongings: Belongings;
  readonly snapshots: Snapshots;
  readonly tell: (event: EngineEvent) => void;
}
