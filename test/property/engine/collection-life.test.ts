import { describe, expect, it } from 'vitest';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { isWhole, sampleSize } from '../../support/sample-size.ts';
import { liveInMemory, liveOnce } from './life/in-memory.ts';

/** Fixed, so that a failure comes from the current change. */
const SEED = 17;
/** Ten thousand lives with `npm run test:long -- collection-life`, a hundred to a seed: a wrong one is named with little to run again. */
const SEEDS = isWhole ? Array.from({ length: 100 }, (_, i) => i + 1) : [SEED];
const LIVES = sampleSize({ sample: 30, whole: 100 });
/** A broken store is found within this many. */
const BROKEN_LIVES = 100;

const crawl = { step: { type: 'crawl', collection: 0, site: 0 }, tab: 0, after: 0 } as const;
const sync = { step: { type: 'sync', collection: 0, source: 0, files: {}, mode: 'crawl' }, tab: 0, after: 0 } as const;

describe('the life of collections', () => {
  it.each(SEEDS)(
    'follows a plain model, whatever two tabs do at the same time, and when they die (seed %i)',
    async (seed) => {
      await liveInMemory({ lives: LIVES, seed });
    },
    180_000,
  );

  it('follows the model when a crawl commits after a folder that was added meanwhile, and dies', async () => {
    const addFolder = { step: { type: 'add-folder', collection: 0, folder: 0 }, tab: 1, after: 0 } as const;
    // Found as seed 15: the last of these calls follows the first commit of pages.
    const kill = { tab: 0, calls: 132, when: 'before' } as const;
    await liveOnce({ seed: 0, groups: [{ steps: [crawl, addFolder], kill }] }, { kernel: await loadNodeKernel() });
  });

  it('follows the model when an interrupted crawl resumes after the site has changed', async () => {
    // Found as seed 56: some pages of the first crawl are kept and not fetched again.
    const groups = [{ steps: [crawl], kill: { tab: 0, calls: 135, when: 'before' } }] as const;
    const changed = [{ steps: [{ ...sync, tab: 1 }], site: { number: 0, pages: { r: 2 } } }] as const;
    await liveOnce({ seed: 0, groups: [...groups, ...changed] }, { kernel: await loadNodeKernel() });
  });

  it('follows the model when an interrupted crawl resumes while its site is removed and added again', async () => {
    const remove = { step: { type: 'remove-source', collection: 0, source: 0 }, tab: 0, after: 0 } as const;
    // Found as seed 60: the new site has the id of the old one, so its old job cannot resume.
    const groups = [
      { steps: [crawl], kill: { tab: 0, calls: 22, when: 'before' } },
      { steps: [sync, remove, crawl], kill: { tab: 1, calls: 0, when: 'before' } },
    ] as const;
    await liveOnce({ seed: 0, groups }, { kernel: await loadNodeKernel() });
  });

  it.each([
    ['before its job is stored', 60, 1],
    ['at its end', 112, 8],
  ])(
    'follows the model when the disk is full for a crawl %s: the job says so, and runs no more',
    async (_, calls, length) => {
      const full = { tab: 0, calls, length };
      await liveOnce({ seed: 0, groups: [{ steps: [crawl], full }] }, { kernel: await loadNodeKernel() });
    },
  );

  it.each([
    'no turns',
    'handles keyed by slug',
    'no snapshots in the second tab',
    'settings remembered by the second tab',
  ] as const)(
    'differs from the model soon with %s',
    async (broken) => {
      await expect(liveInMemory({ lives: BROKEN_LIVES, seed: SEED, broken })).rejects.toThrow('Property failed');
    },
    180_000,
  );
});
