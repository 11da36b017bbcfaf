import { expect, test } from '@playwright/test';
import { liveInChromium } from '../../support/life/in-chromium.ts';

test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'the model is about the engine, which is the same in every browser',
);

test('lives of collections on real storage are as a plain model says, and when tabs die', async ({ page }) => {
  test.slow();
  expect(await liveInChromium(page, { seed: 1, lives: 1 })).toBeUndefined();
});
