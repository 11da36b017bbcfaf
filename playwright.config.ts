import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

const chromium = findBrowser('chromium');
const firefox = findBrowser('firefox');
if (!chromium) throw new Error('no Chromium found: run node scripts/find-browser.mjs');
if (!firefox && process.env.TEST_WORKER_INDEX === undefined) {
  console.error('no Firefox found: its tests are left out (node scripts/find-browser.mjs tries to get one)');
}

/**
 * What Playwright switches off, since a second list replaces the first, the address bar's popups, for which the browser would make a page of
 * its own for each test, which takes a quarter of the time, and the spare process it starts for a page that no test opens.
 */
const OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];

export default defineConfig({
  testDir: 'test/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // What was built is JavaScript already; translating the kernel and pdf.js again takes longer than what they are tested for.
  build: { external: ['**/build/**'] },
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  // A loaded machine may starve a browser for seconds; `npm test` names every test that needed this.
  retries: Number(process.env.QUIRE_RETRIES ?? 1),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  projects: [
    {
      name: 'chromium',
      // What the tests of a room below hold too, and what takes long: it runs with the long tests.
      grepInvert: /@long\b(?!-)/,
      use: {
        browserName: 'chromium',
        // A click waits for the end of an animation.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          executablePath: chromium.path,
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            `--disable-features=${OFF.join()}`,
          ],
        },
      },
    },
    ...(firefox
      ? [
          {
            name: 'firefox',
            // What depends on the browser, and three screens. The other screens run in Firefox with the long tests.
            testMatch:
              /(engine|offline|publish|security|start|store)\/[^/]*\.spec\.ts$|app\/(firefox|keyboard|screens)\.spec\.ts$/,
            grepInvert: /@long\b/,
            use: {
              browserName: 'firefox' as const,
              // An installed Firefox speaks BiDi; Playwright's own build speaks its own protocol.
              ...(firefox.from === 'installed' ? { channel: 'moz-firefox' } : {}),
              launchOptions: { executablePath: firefox.path },
            },
          },
        ]
      : []),
  ],
});
