import { expect, test } from '@playwright/test';
import { liveInChromium } from './life/in-chromium.ts';

test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'the model is about the engine, which is the same in every browser',
);

/** Two hundred in all. */
for (let seed = 1; seed <= 10; seed++) {
  test(`collections on real storage follow a plain model, twenty lives with seed ${seed}`, async ({ page }) => {
    expect(await liveInChromium(page, { seed, lives: 20 })).toBeUndefined();
  });
}
