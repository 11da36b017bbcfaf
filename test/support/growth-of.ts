/**
 * Compares the work for one input with the work for sixteen of a sixteenth of its size: linear work gives about 1, quadratic 16. CPU time, because a
 * busy machine changes wall time; a result that does not look linear is measured again, and the smaller times count.
 */
export async function growthOf<T>(work: (input: T) => unknown, sixteenth: T, whole: T): Promise<number> {
  const first = await measure(work, sixteenth, whole);
  if (toGrowth(first) < PLAINLY_LINEAR) return toGrowth(first);
  const second = await measure(work, sixteenth, whole);
  return toGrowth({
    piecesMs: Math.min(first.piecesMs, second.piecesMs),
    wholeMs: Math.min(first.wholeMs, second.wholeMs),
  });
}

const PLAINLY_LINEAR = 2;

interface Times {
  readonly piecesMs: number;
  readonly wholeMs: number;
}

function toGrowth({ wholeMs, piecesMs }: Times): number {
  return wholeMs / Math.max(piecesMs, 25);
}

async function measure<T>(work: (input: T) => unknown, sixteenth: T, whole: T): Promise<Times> {
  const start = process.cpuUsage();
  for (let i = 0; i < 16; i++) await work(sixteenth);
  const pieces = process.cpuUsage(start);
  await work(whole);
  const all = process.cpuUsage(start);
  const piecesMs = (pieces.user + pieces.system) / 1_000;
  return { piecesMs, wholeMs: (all.user + all.system) / 1_000 - piecesMs };
}
