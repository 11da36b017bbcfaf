import type { Corpus } from './corpus.ts';
import type { BenchEngine, BuiltIndex } from './engines.ts';

/** Milliseconds; in Node CPU time, because other work on the machine must not count. */
export type Clock = () => number;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface PairResult {
  readonly ownMs: number;
  readonly peerMs: number;
  /** Median of the ratios of the pairs. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/** Builds both engines one after the other, `pairs` times. */
export async function compareBuilds(
  own: BenchEngine,
  peer: BenchEngine,
  corpus: Corpus,
  options: { readonly pairs: number; readonly clock: Clock; readonly collect: () => void },
): Promise<PairResult> {
  const rows: { own: number; peer: number }[] = [];
  for (let i = 0; i < options.pairs; i++) {
    const row = { own: 0, peer: 0 };
    for (const [key, engine] of [
      ['own', own],
      ['peer', peer],
    ] as const) {
      await collectTwice(options.collect);
      const start = options.clock();
      const built = await engine.build(corpus);
      row[key] = options.clock() - start;
      built.close();
    }
    rows.push(row);
  }
  const ratios = rows.map((row) => row.peer / row.own);
  return {
    ratios,
    ownMs: median(rows.map((row) => row.own)),
    peerMs: median(rows.map((row) => row.peer)),
    ratio: median(ratios),
  };
}

/** Collects garbage now: pages that the peer left behind would otherwise be swept during our run. */
async function collectTwice(collect: () => void): Promise<void> {
  collect();
  await new Promise((resolve) => setTimeout(resolve, 200));
  collect();
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Best of three per query, so that a pause of the machine does not become a percentile. */
export function measureQueries(index: BuiltIndex, queries: readonly string[]): { p50: number; p95: number } {
  const times = queries.map((query) => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      index.search(query);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  });
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
