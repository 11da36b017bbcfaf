import type { FileBackend } from './backends/file-backend.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Locks } from './locks.ts';
import type { Rows } from './records/rows.ts';

/** Named points of a commit, in order. Tests stop or kill the process there. */
export type CommitStep = 'after-bundle' | 'after-flush' | 'before-pointer' | 'after-pointer' | 'in-sweep';

export type OnStep = (step: CommitStep) => void | Promise<void>;

/** Dependencies of a store. New files go to the first backend; the others are only read and swept. */
export interface StoreDeps {
  readonly rows: Rows;
  readonly backends: readonly [FileBackend, ...FileBackend[]];
  readonly locks: Locks;
  readonly feed: ChangeFeed;
  readonly fallbackReason?: string;
  readonly onStep?: OnStep;
}
