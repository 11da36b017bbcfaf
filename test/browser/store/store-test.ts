import { test as base } from '@playwright/test';
import type { BundledPage } from '../../support/bundle-page.ts';
import { bundleStorePage } from './call-page.ts';

export { expect } from '@playwright/test';

/** `bundled` serves the store on a blank page; every test has its own context, so its own storage. */
export const test = base.extend<object, { bundled: BundledPage }>({
  bundled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const bundled = await bundleStorePage();
      await use(bundled);
      await bundled.stop();
    },
    { scope: 'worker' },
  ],
});
