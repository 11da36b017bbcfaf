import { expect, test } from '@playwright/test';
import { liveInChromium } from '../../support/life/in-chromium.ts';

test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'the model is about the engine, which is the same in every browser',
);

/** Two hundred in all. */
for (let seed = 1; seed <= 10; seed++) {
  test(`twenty lives of collections on real storage are as a plain model says, seed ${seed}`, async ({ page }) => {
    expect(await liveInChromium(page, { seed, lives: 20 })).toBeUndefined();
  });
}
