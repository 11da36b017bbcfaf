import { createQueue, type Queue } from '../../lib/async/queue.ts';
import { LIMITS } from '../../model/limits.ts';
import { type IngestRun, setSource } from './ingest-run.ts';

/** Time between checkpoints as a multiple of the last commit's: each writes the table of all files, which takes seconds for a large collection. */
const READING_SHARE = 9;

/** Share of a full checkpoint that the last commit may take along. */
const NEAR_END = 0.25;

const TIMER_MS = 1_000;

/** Commits finished files from time to time, so that they can be searched during the job and survive a crash. */
export interface Checkpoints {
  /** Takes the files and bytes left to read. */
  isDue(left: { readonly filesLeft: number; readonly bytesLeft: number }): boolean;
  commit(): Promise<void>;
  /** Commits on time even while no file finishes: otherwise a slow one holds the others back. Await the returned function to stop it. */
  startTimer(): () => Promise<void>;
  /** Lets one write run at a time: a commit, or files. */
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
  const isTimeUp = (): boolean => searchable && run.writer.uncommittedBytes > 0 && run.now() - lastMs >= dueMs;

  let committing: Promise<void> | undefined;
  const commit = (): Promise<void> => {
    committing ??= commitNow().finally(() => {
      committing = undefined;
    });
    return committing;
  };

  async function commitNow(): Promise<void> {
    const startMs = run.now();
    await queue(() =>
      run.writer.commit(searchable ? 'checkpoint' : 'keep-only', (collection) => setSource(collection, run.source)),
    );
    lastMs = run.now();
    dueMs = Math.max(LIMITS.checkpointMs, (lastMs - startMs) * READING_SHARE);
  }

  return {
    queue,
    isDue({ filesLeft, bytesLeft }) {
      const { uncommittedBytes, uncommittedFiles } = run.writer;
      // With little left, the last commit follows soon.
      const isNearEnd = filesLeft < dueFiles * NEAR_END && bytesLeft < dueBytes * NEAR_END;
      const isFull = uncommittedBytes >= dueBytes || uncommittedFiles >= dueFiles;
      return isTimeUp() || (isFull && !isNearEnd);
    },
    commit,
    startTimer() {
      let failure: unknown;
      const timer = setInterval(() => {
        if (committing !== undefined || failure !== undefined || !isTimeUp()) return;
        commit().catch((error: unknown) => {
          failure = error;
        });
      }, TIMER_MS);
      return async () => {
        clearInterval(timer);
        await committing?.catch(() => undefined);
        if (failure !== undefined) throw failure;
      };
    },
  };
}
