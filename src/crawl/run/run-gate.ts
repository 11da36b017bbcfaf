/** Pause and stop control of a run. */
export interface RunGate {
  /** Waits while paused; returns false when the run is ending. */
  pass(): Promise<boolean>;
  pause(): void;
  resume(): void;
  /** Starts nothing new; running work may finish. */
  stop(): void;
  /** Also ends running work. */
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
