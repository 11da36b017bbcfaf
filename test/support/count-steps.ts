import { Session } from 'node:inspector';

/** Counts how often blocks of the project's sources run: steps of loops and calls, the same on every machine. Work inside patterns is not counted. */
export function countSteps(work: () => void): number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = (): number => {
    let steps = 0;
    session.post('Profiler.takePreciseCoverage', (_, coverage) => {
      for (const { url, functions } of coverage.result)
        if (url.includes('/src/')) for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    });
    return steps;
  };
  try {
    // V8 does not count the first calls of a function.
    work();
    take();
    work();
    return take();
  } finally {
    session.disconnect();
  }
}
