import { test as base, expect } from '@playwright/test';
import type { StaticServer } from '../../scripts/static-server.mjs';
import { type ConsoleGuard, guardConsole } from './console-guard.ts';
import { type FakeSite, fakeSite } from './fake-site.ts';
import { serveDist } from './serve-dist.ts';

export { expect };

/**
 * The test function of every browser spec: `page.goto('./')` opens the built app from a server of the worker's own, and the test
 * fails at its end when any console has a line the test did not allow (`consoleGuard.allow(/…/)`).
 */
export const test = base.extend<{ consoleGuard: ConsoleGuard; offlineShell: boolean }, { server: StaticServer }>({
  // Filling the offline cache takes a fifth of a short test's time: only specs that are about it turn it on.
  offlineShell: [false, { option: true }],
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
    async ({ context, offlineShell }, use) => {
      const guard = await guardConsole(context);
      if (!offlineShell) await context.addInitScript(leaveOutServiceWorker);
      await use(guard);
      expect(guard.unexpected(), 'the consoles stay empty').toEqual([]);
      for (const close of closers.splice(0)) await close();
    },
    { auto: true },
  ],
});

const closers: (() => unknown)[] = [];

/** Closes something when the test ends, the last one first. */
export function atEnd(close: () => unknown): void {
  closers.unshift(close);
}

/** A site that is closed with the test. */
export async function openSite(...args: Parameters<typeof fakeSite>): Promise<FakeSite> {
  const site = await fakeSite(...args);
  atEnd(site.close);
  return site;
}

/** Runs in the page: registering a service worker never ends, as on a slow network. */
export function leaveOutServiceWorker(): void {
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});
}
