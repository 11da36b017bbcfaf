import { describe, expect, it } from 'vitest';
import { liveInMemory } from '../../support/life/in-memory.ts';

/** `npm run test:long -- collection-life` lives ten thousand. */
const LIVES = 60;
/** The same ones each time: a difference is one that the change at hand has made. */
const SEED = 17;

describe('the life of collections', () => {
  it('is as a plain model says, whatever is done at the same time in two tabs, and when they die', async () => {
    await liveInMemory({ lives: LIVES, seed: SEED });
  }, 180_000);

  it.each(['no turns', 'handles keyed by slug'] as const)(
    'shows a difference soon with %s',
    async (broken) => {
      await expect(liveInMemory({ lives: LIVES, seed: SEED, broken })).rejects.toThrow('Property failed');
    },
    180_000,
  );
});
