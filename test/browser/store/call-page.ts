import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bundlePage } from '../../support/bundle-page.ts';
import type { Commands } from './page/commands.ts';
import type { StorePage } from './page/main.ts';

const here = fileURLToPath(new URL('./page/', import.meta.url));

export const bundleStorePage = () => bundlePage({ entry: `${here}main.ts`, worker: `${here}worker.ts` });

export async function openStorePage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => 'storePage' in globalThis);
}

/** Runs a command of page/commands.ts on the page or in its worker. */
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
