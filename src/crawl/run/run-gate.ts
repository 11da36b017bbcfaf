/** Pause and stop control of a run. */
export type RunGate = ReturnType<typeof createRunGate>;

export function createRunGate() {
  const abort = new AbortController();
  let isPaused = false;
  let isStopping = false;
  let waiting: (() => void)[] = [];

  function release(): void {
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    /** Waits while paused; returns false when the run is ending. */
    async pass(): Promise<boolean> {
      while (isPaused && !isStopping) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      return !isStopping && !abort.signal.aborted;
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      release();
    },
    /** Starts nothing new; running work may finish. */
    stop() {
      isStopping = true;
      release();
    },
    /** Also ends running work. */
    abort: () => abort.abort(),
    signal: abort.signal,
    get isPaused() {
      return isPaused;
    },
    get isStopping() {
      return isStopping;
    },
  };
}
