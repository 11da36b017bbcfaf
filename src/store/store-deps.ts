import type { Shelf } from './backends/file-backend.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { OnStep } from './commit/commit-step.ts';
import type { Locks } from './locks/locks.ts';
import type { Rows } from './records/rows.ts';

/** What makes a store: rows, shelves (the first takes new files), locks and a feed. */
export interface StoreParts {
  readonly rows: Rows;
  readonly shelves: readonly [Shelf, ...Shelf[]];
  readonly locks: Locks;
  readonly feed: ChangeFeed;
  readonly fallbackReason?: string;
  readonly onStep?: OnStep;
}
