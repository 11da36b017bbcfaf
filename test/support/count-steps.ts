import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.enable');
// Functions compiled before this have no counters: only a process that loads this module first counts them all.
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Counts the characters of the project's sources that run, each as often as it runs: the same number on every machine. Work inside patterns and
 * built-in functions is not counted.
 */
export function countSteps(work: () => void): number {
  takeSteps();
  work();
  return takeSteps();
}

function takeSteps(): number {
  let steps = 0;
  session.post('Profiler.takePreciseCoverage', (_, coverage) => {
    for (const { url, functions } of coverage.result)
      if (url.includes('/src/')) for (const { ranges } of functions) steps += addRanges(ranges);
  });
  return steps;
}

/** V8 merges a block into the block around it where both ran equally often; weighed by their own length the sum stays the same. */
function addRanges(ranges: readonly { startOffset: number; endOffset: number; count: number }[]): number {
  const around: { endOffset: number; count: number }[] = [];
  let sum = 0;
  for (const { startOffset, endOffset, count } of ranges) {
    while ((around.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= startOffset) around.pop();
    sum += (endOffset - startOffset) * (count - (around.at(-1)?.count ?? 0));
    around.push({ endOffset, count });
  }
  return sum;
}
