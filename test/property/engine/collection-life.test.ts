import { describe, it } from 'vitest';
import { liveInMemory } from '../../support/life/in-memory.ts';

describe('the life of collections', () => {
  it('is as a plain model says, whatever is done at the same time in two tabs, and when they die', async () => {
    await liveInMemory({ lives: 100 });
  }, 120_000);
});
