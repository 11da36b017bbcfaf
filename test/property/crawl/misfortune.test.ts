import { describe, expect, it } from 'vitest';
import { runSequence } from '../../contract/crawl/misfortune.ts';

const FIRST = Number(process.env.QUIRE_SEED ?? 1);

/** `npm run test:long -- misfortune` runs hundreds, on 300 pages. */
const SEQUENCES = 2;

describe('[S18] a site with one failure after the other', () => {
  it('never loses a page that is still served, removes pages that are gone for good, and fetches none twice', async () => {
    let removed = 0;
    for (let seed = FIRST; seed < FIRST + SEQUENCES; seed++) {
      removed += (await runSequence(seed, { pages: 120, runs: 3 })).removed;
    }
    expect(removed).toBeGreaterThan(2 * SEQUENCES);
  }, 120_000);

  it('never loses a page when the tab is killed', async () => {
    let kills = 0;
    for (let seed = FIRST + 4; seed < FIRST + 5; seed++) {
      kills += (await runSequence(seed, { pages: 120, runs: 3, kills: true })).kills;
    }
    expect(kills).toBeGreaterThan(0);
  }, 120_000);
});
