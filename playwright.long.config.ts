import { defineConfig } from '@playwright/test';
import normal from './playwright.config.ts';

const projects = normal.projects ?? [];
/** Stories of the app that need neither a drop nor a download. */
const stories = projects
  .filter(({ name }) => name === 'firefox')
  .map((firefox) => ({
    ...firefox,
    name: 'firefox, stories',
    timeout: 180_000,
    testDir: 'test/browser/app',
    testMatch: /(reader|searching|pack-export)\.spec\.ts$/,
  }));

export default defineConfig({
  ...normal,
  testDir: 'test/long/browser',
  workers: 1,
  retries: 0,
  timeout: 1_800_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long-browser.json' }]],
  projects: [
    ...stories,
    ...projects,
    // What `npm test` leaves out.
    ...projects.map(({ grepInvert, ...project }) => ({
      ...project,
      name: `${project.name}, the rest`,
      testDir: 'test/browser',
      grep: grepInvert ?? /./,
    })),
  ],
});
