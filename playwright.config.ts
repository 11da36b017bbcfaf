import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

const chromium = findBrowser('chromium');
const firefox = findBrowser('firefox');
if (!chromium) throw new Error('no Chromium found: run node scripts/find-browser.mjs');
if (!firefox && process.env.TEST_WORKER_INDEX === undefined) {
  console.error('no Firefox found: its tests are skipped (node scripts/find-browser.mjs tries to get one)');
}

/**
 * Features that Playwright switches off (our list replaces its own), and four that slow tests down: the popups of the address bar, which cost each
 * test a quarter of its time, and a spare renderer process.
 */
const DISABLED_FEATURES = [
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
  // The kernel and pdf.js are JavaScript already; transpiling them again takes longer than their tests.
  build: { external: ['**/build/**'] },
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  projects: [
    {
      name: 'chromium',
      // Tests tagged @long run in `npm run test:long`: slow ones, and ones whose promise a unit or contract test holds too.
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
            `--disable-features=${DISABLED_FEATURES.join()}`,
          ],
        },
      },
    },
    ...(firefox
      ? [
          {
            name: 'firefox',
            // Code that depends on the browser, and three screens. The other screens run in Firefox with the long tests.
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
