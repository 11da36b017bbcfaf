import { test as base, type Page } from '@playwright/test';
import { type BundledPage, bundlePage } from '../../support/bundle-page.ts';
import type { Commands } from './page/commands.ts';
import type { StorePage } from './page/main.ts';

const here = new URL('./page/', import.meta.url).pathname;

export const bundleStorePage = () => bundlePage({ entry: `${here}main.ts`, worker: `${here}worker.ts` });

/** `storeUrl` serves the store alone on a blank page; every test has a fresh origin state. */
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
export { expect } from '@playwright/test';

export async function openStorePage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => 'storePage' in globalThis);
}

export function run<Name extends keyof Commands>(
  page: Page,
  where: 'page' | 'worker',
  name: Name,
  ...args: Parameters<Commands[Name]>
): Promise<Awaited<ReturnType<Commands[Name]>>> {
  return page.evaluate(
    ([place, command, values]) =>
      (globalThis as unknown as { storePage: StorePage }).storePage.run(place, command, values),
    [where, name, args] as const,
  ) as Promise<Awaited<ReturnType<Commands[Name]>>>;
}
