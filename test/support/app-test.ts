import { test as base, expect } from '@playwright/test';
import type { StaticServer } from '../../scripts/static-server.mjs';
import { type ConsoleGuard, guardConsole } from './console-guard.ts';
import { serveDist } from './serve-dist.ts';

export { expect };

/**
 * The test function of every browser spec: `page.goto('./')` opens the built app from a server of the worker's own, and the test
 * fails at its end when any console has a line the test did not allow (`consoleGuard.allow(/…/)`).
 */
export const test = base.extend<{ consoleGuard: ConsoleGuard }, { server: StaticServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const server = await serveDist({});
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  consoleGuard: [
    async ({ context }, use) => {
      const guard = await guardConsole(context);
      await use(guard);
      expect(guard.unexpected(), 'the consoles stay empty').toEqual([]);
    },
    { auto: true },
  ],
});
