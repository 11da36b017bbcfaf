import fc from 'fast-check';
import { describe, it } from 'vitest';
import { buildFresh } from '../../support/life/build-fresh.ts';
import { live } from '../../support/life/live.ts';
import { createMemoryBrowser } from '../../support/life/memory-browser.ts';
import { life } from '../../support/life/steps.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

describe('the life of collections', () => {
  it('is as a plain model says, whatever is done at the same time in two tabs, and when they die', async () => {
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
      { numRuns: 100 },
    );
  }, 120_000);
});
