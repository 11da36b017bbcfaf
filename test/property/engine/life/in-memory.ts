import fc from 'fast-check';
import type { Kernel } from '../../../../src/kernel/contract.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';
import { buildFresh } from './build-fresh.ts';
import { live } from './live.ts';
import { type Broken, createMemoryBrowser } from './memory-browser.ts';
import { type Life, life } from './steps.ts';

interface Options {
  readonly lives: number;
  readonly seed?: number;
  /** Then a difference is expected, and not cut down. */
  readonly broken?: Broken;
}

/** Runs `lives` random lives in memory; throws at the first difference from the model, after shrinking it. */
export async function liveInMemory({ lives, seed, broken }: Options): Promise<void> {
  const kernel = await loadNodeKernel();
  await fc.assert(
    fc.asyncProperty(life, (one) => liveOnce(one, { kernel, ...(broken === undefined ? {} : { broken }) })),
    { numRuns: lives, endOnFailure: broken !== undefined, ...(seed === undefined ? {} : { seed }) },
  );
}

/** Lives one life in memory. Throws when it is not as the model says. */
export async function liveOnce(one: Life, options: { kernel: Kernel; broken?: Broken }): Promise<void> {
  const { kernel } = options;
  const browser = createMemoryBrowser({ ...options, seed: one.seed });
  try {
    await live(browser, one, { buildFresh: (seen, tab) => buildFresh(kernel, seen, tab) });
  } finally {
    await browser.close();
  }
}
