import { describe, expect, it } from 'vitest';
import { POISONS } from '../poisons.ts';
import { readPoisons } from './read-poisons.ts';

// The sample of test/long/engine/poison-folder.long.ts that every run can afford.
describe('a folder with files that break or hang the parser', () => {
  it('has one index_id for any order of its files, and every other file its outline [E1][E2]', async () => {
    const forth = (count: number) => Array.from({ length: count }, (_, i) => i);
    const back = (count: number) => forth(count).reverse();
    const ids = await readPoisons(
      POISONS.filter(({ isShort }, i) => isShort && i % 2 === 0),
      [forth, back],
    );
    expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]+$/)]);
  });
});
