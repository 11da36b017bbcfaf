/** Where a run is held while it is paused, and where it learns that it is to end. */
export interface RunGate {
  /** Waits while paused; false when the run is to end. */
  pass(): Promise<boolean>;
  pause(): void;
  resume(): void;
  /** Nothing new begins; what is under way may end. */
  stop(): void;
  /** What is under way ends too. */
  abort(): void;
  readonly signal: AbortSignal;
  readonly isPaused: boolean;
  readonly isStopping: boolean;
}

export function createRunGate(): RunGate {
  const abort = new AbortController();
  let isPaused = false;
  let isStopping = false;
  let waiting: (() => void)[] = [];

  function release(): void {
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    async pass() {
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
    stop() {
      isStopping = true;
      release();
    },
    abort() {
      abort.abort();
    },
    signal: abort.signal,
    get isPaused() {
      return isPaused;
    },
    get isStopping() {
      return isStopping;
    },
  };
}
