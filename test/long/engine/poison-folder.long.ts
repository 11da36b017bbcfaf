import { expect, it } from 'vitest';
import { readPoisons } from '../../hostile/engine/read-poisons.ts';
import { POISONS } from '../../hostile/poisons.ts';
import { createRandom } from '../../support/random.ts';

const RUNS = 10;

it('every poison in one folder, ten orders: one index_id [E1][E2]', { timeout: 1_800_000 }, async () => {
  const orders = Array.from({ length: RUNS }, (_, seed) => (count: number) => shuffle(count, seed));
  const ids = await readPoisons(POISONS, orders);
  expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]+$/)]);
});

function shuffle(count: number, seed: number): readonly number[] {
  const random = createRandom(seed);
  const left = Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0] as number);
}
