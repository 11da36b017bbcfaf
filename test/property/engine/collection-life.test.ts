import { describe, expect, it } from 'vitest';
import { liveInMemory, liveOnce } from '../../support/life/in-memory.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

/** `npm run test:long -- collection-life` lives ten thousand. */
const LIVES = 100;
/** The same ones each time: a difference is one that the change at hand has made. */
const SEED = 17;

const crawl = { step: { type: 'crawl', collection: 0, site: 0 }, tab: 0, after: 0 } as const;
const sync = { step: { type: 'sync', collection: 0, source: 0, files: {}, mode: 'crawl' }, tab: 0, after: 0 } as const;

describe('the life of collections', () => {
  it('is as a plain model says, whatever is done at the same time in two tabs, and when they die', async () => {
    await liveInMemory({ lives: LIVES, seed: SEED });
  }, 180_000);

  it('is so when a crawl commits after a folder that was added meanwhile, and dies', async () => {
    const addFolder = { step: { type: 'add-folder', collection: 0, folder: 0 }, tab: 1, after: 0 } as const;
    // Found as seed 15: the last of these calls follows the first commit of pages.
    const kill = { tab: 0, calls: 132, when: 'before' } as const;
    await liveOnce({ seed: 0, groups: [{ steps: [crawl, addFolder], kill }] }, { kernel: await loadNodeKernel() });
  });

  it('is so when a crawl that was left behind goes on after the site has changed', async () => {
    // Found as seed 56: of the first crawl some pages are kept, and not fetched again.
    const groups = [{ steps: [crawl], kill: { tab: 0, calls: 135, when: 'before' } }] as const;
    const changed = [{ steps: [{ ...sync, tab: 1 }], site: { number: 0, pages: { r: 2 } } }] as const;
    await liveOnce({ seed: 0, groups: [...groups, ...changed] }, { kernel: await loadNodeKernel() });
  });

  it('is so when a crawl that was left behind is resumed while its site is removed and added again', async () => {
    const remove = { step: { type: 'remove-source', collection: 0, source: 0 }, tab: 0, after: 0 } as const;
    // Found as seed 60: the new site has the id of the old one, so its old job cannot go on.
    const groups = [
      { steps: [crawl], kill: { tab: 0, calls: 22, when: 'before' } },
      { steps: [sync, remove, crawl], kill: { tab: 1, calls: 0, when: 'before' } },
    ] as const;
    await liveOnce({ seed: 0, groups }, { kernel: await loadNodeKernel() });
  });

  it.each(['no turns', 'handles keyed by slug', 'no snapshots in the second tab'] as const)(
    'shows a difference soon with %s',
    async (broken) => {
      await expect(liveInMemory({ lives: LIVES, seed: SEED, broken })).rejects.toThrow('Property failed');
    },
    180_000,
  );
});
