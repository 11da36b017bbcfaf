import { createQueue } from './queue.ts';

/** Runs one slice of a long piece of work when its turn has come; others run between two slices. */
export type RunSlice = (work: () => Promise<void>) => Promise<void>;

/**
 * Keeps a thread free for what is answered in a moment. Long work is cut into slices of a few milliseconds, and between two slices everything
 * runs that has arrived meanwhile.
 */
export interface Priorities {
  /** Until it has settled, no slice of `asked` or `unasked` begins. */
  first<T>(work: () => Promise<T>): Promise<T>;
  /** For long work that somebody waits for: until it has settled, no slice of `unasked` begins. */
  second<T>(work: () => Promise<T>): Promise<T>;
  /** A slice that somebody waits for. It must not run inside `first`, which it waits for. */
  readonly asked: RunSlice;
  /** A slice that nobody waits for. It must run neither inside `first` nor inside `second`. */
  readonly unasked: RunSlice;
}

/** `pause` resolves after the events that have arrived so far. */
export function createPriorities(pause: () => Promise<void> = pauseForEvents): Priorities {
  let firsts = 0;
  let seconds = 0;
  const waiting = new Set<() => void>();

  function wake(): void {
    for (const resume of waiting) resume();
    waiting.clear();
  }

  async function waitWhile(isBlocked: () => boolean): Promise<void> {
    for (;;) {
      // Also after a wait: whoever was just answered may have asked the next thing already.
      await pause();
      if (!isBlocked()) return;
      await new Promise<void>((resume) => waiting.add(resume));
    }
  }

  /** One slice at a time: two in flight would be twice as long in the way. */
  function createSlices(isBlocked: () => boolean): RunSlice {
    const queue = createQueue();
    return (work) =>
      queue(async () => {
        await waitWhile(isBlocked);
        await work();
      });
  }

  return {
    async first(work) {
      firsts++;
      try {
        return await work();
      } finally {
        firsts--;
        if (firsts === 0) wake();
      }
    },
    async second(work) {
      seconds++;
      try {
        return await work();
      } finally {
        seconds--;
        if (seconds === 0) wake();
      }
    },
    asked: createSlices(() => firsts > 0),
    unasked: createSlices(() => firsts > 0 || seconds > 0),
  };
}

interface Scheduler {
  postTask?(task: () => void): Promise<void>;
}

/** Where there is a scheduler: a nested timer waits for four milliseconds, longer than a slice takes. */
export function pauseForEvents(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.postTask?.(() => {}) ?? new Promise((resolve) => setTimeout(resolve));
}

/** Lets events in between slices and waits for nothing else. */
export const sliceAfterEvents: RunSlice = async (work) => {
  await pauseForEvents();
  await work();
};
