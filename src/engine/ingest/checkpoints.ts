import { createQueue, type Queue } from '../../lib/async/queue.ts';
import { LIMITS } from '../../model/limits.ts';
import { type IngestRun, setSource } from './ingest-run.ts';

/** The table of all files is written with each checkpoint: of a large collection that takes seconds, so they come less often. */
const READING_SHARE = 9;

/** This share of what makes a checkpoint due may come on top of it. */
const NEAR_END = 0.25;

/** Commits what is done so far now and then: that is what can be searched during the job, and what a crash keeps. */
export interface Checkpoints {
  /** Given what is still to be read. */
  isDue(left: { readonly filesLeft: number; readonly bytesLeft: number }): boolean;
  commit(): Promise<void>;
  /** Lets one at a time write: a commit, or files. */
  readonly queue: Queue;
}

export function createCheckpoints(run: IngestRun): Checkpoints {
  let lastMs = run.now();
  let dueMs: number = LIMITS.firstCheckpointMs;
  const queue = createQueue();
  const searchable = run.checkpoints === 'searchable';
  const times = searchable ? 1 : 4;
  const dueBytes = LIMITS.checkpointBytes * times;
  const dueFiles = LIMITS.checkpointFiles * times;
  return {
    queue,
    isDue({ filesLeft, bytesLeft }) {
      const { unpublishedBytes, unpublishedFiles } = run.writer;
      const timeIsUp = searchable && unpublishedBytes > 0 && run.now() - lastMs >= dueMs;
      // Where little is left, the last commit follows soon.
      const isNearEnd = filesLeft < dueFiles * NEAR_END && bytesLeft < dueBytes * NEAR_END;
      const isFull = unpublishedBytes >= dueBytes || unpublishedFiles >= dueFiles;
      return timeIsUp || (isFull && !isNearEnd);
    },
    async commit() {
      const startMs = run.now();
      await queue(() =>
        run.writer.publish(searchable ? 'checkpoint' : 'keep-only', (collection) => setSource(collection, run.source)),
      );
      lastMs = run.now();
      dueMs = Math.max(LIMITS.checkpointMs, (lastMs - startMs) * READING_SHARE);
    },
  };
}
