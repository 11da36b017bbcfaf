import { createRandom } from '../../../support/random.ts';

/** Counts the calls of all tabs, and lets some wait so that others come first. */
export interface Traffic {
  /** Wraps a call; some begin a turn of the event loop later. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  afterCalls(count: number): Promise<void>;
  idle(): Promise<void>;
  hung(signal: AbortSignal): Promise<void>;
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Turns without a call after which the tabs are idle; a crawl waits a few turns for its clock. */
const IDLE_TURNS = 12;
/** Turns of at least a millisecond without a call after which a life hangs; on a busy machine turns take longer too. */
const HUNG_TURNS = 5_000;
/** Calls after which a life loops; a group makes about a thousand. */
const HUNG_CALLS = 100_000;

export function createTraffic(seed: number): Traffic {
  const random = createRandom(seed);
  let calls = 0;
  let open = 0;
  let waiting: { at: number; resolve: () => void }[] = [];

  function count(): void {
    calls++;
    for (const { at, resolve } of waiting) if (at <= calls) resolve();
    waiting = waiting.filter(({ at }) => at > calls);
  }
  async function idle(): Promise<void> {
    let last = calls;
    for (let quiet = 0; quiet < IDLE_TURNS; quiet++) {
      await turn();
      if (calls !== last || open > 0) quiet = 0;
      last = calls;
    }
  }
  return {
    async pass(work) {
      open++;
      try {
        if (seed !== 0 && random.below(8) === 0) await turn();
        return await work();
      } finally {
        open--;
        count();
      }
    },
    afterCalls(wanted) {
      if (wanted === 0) return Promise.resolve();
      const reached = new Promise<void>((resolve) => waiting.push({ at: calls + wanted, resolve }));
      return Promise.race([reached, idle()]);
    },
    idle,
    async hung(signal) {
      const first = calls;
      let last = calls;
      for (let quiet = 0; quiet < HUNG_TURNS && calls - first < HUNG_CALLS && !signal.aborted; quiet++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (calls !== last) quiet = 0;
        last = calls;
      }
    },
  };
}
