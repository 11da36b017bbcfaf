import { createQueue } from './queue.ts';

/** Runs one slice of long work when its priority allows; other work runs between slices. */
export type RunSlice = (work: () => Promise<void>) => Promise<void>;

/** `pause` resolves after all events that have arrived. */
export function createPriorities(pause: () => Promise<void> = pauseForEvents) {
  const calls = { short: 0, long: 0 };
  const waiting = new Set<() => void>();

  /** Runs work that blocks slices. */
  async function block<T>(length: 'short' | 'long', work: () => Promise<T>): Promise<T> {
    calls[length]++;
    try {
      return await work();
    } finally {
      calls[length]--;
      for (const resume of waiting) resume();
      waiting.clear();
    }
  }

  async function waitWhile(isBlocked: () => boolean): Promise<void> {
    for (;;) {
      // Also after a wait: the caller that was just answered may have sent its next call already.
      await pause();
      if (!isBlocked()) return;
      await new Promise<void>((resume) => waiting.add(resume));
    }
  }

  /** One slice at a time: two in flight would block twice as long. */
  function createSlices(isBlocked: () => boolean): RunSlice {
    const queue = createQueue();
    return (work) =>
      queue(async () => {
        await waitWhile(isBlocked);
        await work();
      });
  }

  return {
    /** Runs a short call. Until it has settled, no slice begins. */
    foreground: <T>(work: () => Promise<T>): Promise<T> => block('short', work),
    /** Runs long work that a caller waits for. Until it has settled, no background slice begins. */
    longForeground: <T>(work: () => Promise<T>): Promise<T> => block('long', work),
    /** Runs a slice that a caller waits for. Must not be called inside `foreground`: each would wait for the other. */
    foregroundSlice: createSlices(() => calls.short > 0),
    /** Runs a slice in the background. Must not be called inside `foreground` or `longForeground`. */
    backgroundSlice: createSlices(() => calls.short > 0 || calls.long > 0),
  };
}

/** Keeps a thread responsive. Long work is cut into slices of a few milliseconds; everything that arrived meanwhile runs between two slices. */
export type Priorities = ReturnType<typeof createPriorities>;

interface Scheduler {
  postTask?(task: () => void): Promise<void>;
}

/** Prefers the scheduler: a nested timer waits four milliseconds, longer than a slice takes. */
export function pauseForEvents(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.postTask?.(() => {}) ?? new Promise((resolve) => setTimeout(resolve));
}

/** Lets events run before each slice and waits for nothing else. */
export const sliceAfterEvents: RunSlice = async (work) => {
  await pauseForEvents();
  await work();
};
