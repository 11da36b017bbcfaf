import fc from 'fast-check';
import { loadNodeKernel } from '../node-kernel.ts';
import { buildFresh } from './build-fresh.ts';
import { live } from './live.ts';
import { createMemoryBrowser } from './memory-browser.ts';
import { life } from './steps.ts';

/** Lives so many lives in memory. Throws at the first that is not as the model says, cut down to what it takes. */
export async function liveInMemory(options: { readonly lives: number; readonly seed?: number }): Promise<void> {
  const { lives, seed } = options;
  const kernel = await loadNodeKernel();
  await fc.assert(
    fc.asyncProperty(life, async (one) => {
      const browser = createMemoryBrowser({ kernel, seed: one.seed });
      try {
        await live(browser, one, { buildFresh: (seen, tab) => buildFresh(kernel, seen, tab) });
      } finally {
        await browser.close();
      }
    }),
    { numRuns: lives, ...(seed === undefined ? {} : { seed }) },
  );
}
