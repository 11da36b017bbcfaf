import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { test as base, expect, leaveOutServiceWorker } from '../../support/app-test.ts';
import { guardConsole } from '../../support/console-guard.ts';

export { expect };

export interface CompanionBrowser {
  readonly context: BrowserContext;
  /** The app's page, open at its first screen. */
  readonly app: Page;
  /** Address of a page of the extension. */
  toUrl(path: string): string;
  /** Clicks *Allow* in a tab that asks for this origin; the click on the browser's own prompt is replaced, see below. */
  allow(asking: Page, origin: string): Promise<void>;
  /** Grants an origin before the app asks. */
  grant(origin: string): Promise<void>;
}

/** The built app in a Chromium of its own, with the built extension loaded. */
export const test = base.extend<{ browserWithCompanion: CompanionBrowser }, { extension: string }>({
  extension: [
    async ({ server }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'quire-companion-'));
      const env = { ...process.env, QUIRE_EXTENSION: folder };
      execFileSync('node', ['scripts/build-extension.mjs', server.url], { env, stdio: 'pipe' });
      await use(join(folder, 'chromium'));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  browserWithCompanion: async ({ server, extension }, use) => {
    const context = await chromium.launchPersistentContext('', {
      executablePath: findBrowser('chromium')?.path as string,
      // The old headless mode loads no extensions.
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--load-extension=${extension}`],
      ignoreDefaultArgs: ['--disable-extensions', '--headless'],
      headless: true,
    });
    const guard = await guardConsole(context);
    await context.addInitScript(leaveOutServiceWorker);
    // The browser logs every answer that CORS hides.
    guard.allow(/CORS policy|net::ERR_FAILED|favicon\.ico/);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const id = new URL(worker.url()).host;
    const toUrl = (path: string) => `chrome-extension://${id}/${path}`;
    const allow = async (asking: Page, origin: string) => {
      await approve(context, id, origin);
      await asking.getByRole('button', { name: 'Allow', exact: true }).click();
      await expect.poll(() => asking.isClosed()).toBe(true);
    };
    const app = await context.newPage();
    await app.goto(server.url);
    await use({
      ...{ context, app, toUrl, allow },
      async grant(origin) {
        const asking = await context.newPage();
        await asking.goto(toUrl(`popup.html?ask=${encodeURIComponent(origin)}`));
        await allow(asking, origin);
      },
    });
    expect(guard.unexpected(), 'the consoles stay empty').toEqual([]);
    await context.close();
  },
});

interface DeveloperPrivate {
  addHostPermission(id: string, host: string): Promise<void>;
}

/**
 * Replaces the click on the browser's permission prompt, which no driver can reach: the page chrome://extensions may approve a host in
 * advance, and then `permissions.request` grants it without a prompt. Everything else is the real API.
 */
async function approve(context: BrowserContext, id: string, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(
    ([extension, host]) => {
      const { developerPrivate } = (globalThis as unknown as { chrome: { developerPrivate: DeveloperPrivate } }).chrome;
      return developerPrivate.addHostPermission(extension as string, host as string);
    },
    [id, `${origin}/*`],
  );
  await page.close();
}
