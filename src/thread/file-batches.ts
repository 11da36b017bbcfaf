import type { FileOutcome, FileTask } from '../engine/parts.ts';
import type { Settled } from './outcome-wire.ts';

export interface FileBatches {
  add(task: FileTask): Promise<FileOutcome>;
}

export interface BatchOptions {
  /** All of one batch have the same settings and limit. */
  readonly send: (tasks: readonly FileTask[]) => Promise<readonly Settled[]>;
  /** Batches that may be under way. */
  readonly maxOpen: () => number;
}

const MAX_FILES = 16;
/** A large file goes alone: nobody waits for it but itself. */
const MAX_BYTES = 1_000_000;

interface Waiting {
  readonly task: FileTask;
  readonly resolve: (outcome: FileOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Files that wait for a worker go to it together: a message costs as much as a small file does. */
export function createFileBatches({ send, maxOpen }: BatchOptions): FileBatches {
  const queue: Waiting[] = [];
  let open = 0;

  function takeBatch(): Waiting[] {
    const first = queue.shift() as Waiting;
    const batch = [first];
    let bytes = first.task.size;
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      bytes += next.task.size;
      const isAlike = next.task.settings === first.task.settings && next.task.maxBytes === first.task.maxBytes;
      if (batch.length === MAX_FILES || bytes > MAX_BYTES || !isAlike) break;
      batch.push(next);
      queue.shift();
    }
    return batch;
  }

  async function run(batch: readonly Waiting[]): Promise<void> {
    try {
      const received = await send(batch.map(({ task }) => task));
      batch.forEach(({ resolve, reject }, i) => {
        const one = received[i] as Settled;
        if ('error' in one) reject(one.error);
        else resolve(one.outcome);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    open--;
    sendMore();
  }

  function sendMore(): void {
    while (queue.length > 0 && open < Math.max(1, maxOpen())) {
      open++;
      void run(takeBatch());
    }
  }

  return {
    add: (task) =>
      new Promise((resolve, reject) => {
        queue.push({ task, resolve, reject });
        sendMore();
      }),
  };
}
