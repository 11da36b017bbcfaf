import { expect } from 'vitest';
import { isWhole } from './sample-size.ts';

/**
 * Does the work for an input. The long tests, which run one after the other, also compare it with the work for sixteen of a sixteenth of its size:
 * linear work gives about 1, quadratic 16. CPU time, because a busy machine changes wall time; a result that does not look linear is measured again,
 * and the smaller times count.
 */
export async function expectGrowth<T>(
  work: (input: T) => unknown,
  { sixteenth, whole, below, name }: { sixteenth: T; whole: T; below: number; name?: string },
): Promise<void> {
  if (!isWhole) return void (await work(whole));
  const first = await measure(work, sixteenth, whole);
  if (toGrowth(first) < PLAINLY_LINEAR) return;
  const second = await measure(work, sixteenth, whole);
  const piecesMs = Math.min(first.piecesMs, second.piecesMs);
  expect(toGrowth({ piecesMs, wholeMs: Math.min(first.wholeMs, second.wholeMs) }), name).toBeLessThan(below);
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
