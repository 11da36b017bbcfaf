import { defineConfig } from '@playwright/test';
import normal from './playwright.config.ts';

/** The projects of `npm test`, over every file. */
const projects = (normal.projects ?? []).map(({ testMatch: _sample, ...project }) => project);
/** The user stories in Firefox; a script in the page stands in for what its driver cannot do. */
const stories = projects
  .filter(({ name }) => name === 'firefox')
  .map((firefox) => ({
    ...firefox,
    name: 'firefox, stories',
    timeout: 180_000,
    testDir: 'test/browser',
    testMatch: /(app|sites)\/[^/]*\.spec\.ts$/,
  }));

export default defineConfig({
  ...normal,
  testDir: 'test/long/browser',
  workers: 1,
  timeout: 1_800_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long-browser.json' }]],
  projects: [
    ...stories,
    ...projects,
    // Tests that `npm test` skips.
    ...projects.map(({ grepInvert, ...project }) => ({
      ...project,
      name: `${project.name}, the rest`,
      timeout: 180_000,
      testDir: 'test/browser',
      grep: grepInvert ?? /./,
    })),
  ],
});
