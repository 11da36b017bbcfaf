import { describe, it } from 'vitest';
import { liveInMemory } from '../../property/engine/life/in-memory.ts';

/** Ten thousand in all, a hundred to a seed: a life that is wrong is named with little to run again. */
const SEEDS = Number(process.env.QUIRE_LIFE_SEEDS ?? 100);

describe('the life of collections, ten thousand times', () => {
  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('follows a plain model, seed %i', async (seed) => {
    await liveInMemory({ lives: 100, seed });
  });
});
