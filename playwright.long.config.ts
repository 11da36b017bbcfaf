import { defineConfig } from '@playwright/test';
import normal from './playwright.config.ts';

const projects = normal.projects ?? [];

export default defineConfig({
  ...normal,
  testDir: 'test/long/browser',
  workers: 1,
  retries: 0,
  timeout: 1_800_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long-browser.json' }]],
  projects: [
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
