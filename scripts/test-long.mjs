/** `npm run test:long`: soaks, large inputs and audits that are too slow for every change. Arguments are filters of file names. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './find-browser.mjs';
import { countPlaywright, countVitest, runStep } from './run-step.mjs';

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
mkdirSync('test-results', { recursive: true });
const filters = process.argv.slice(2);
const unitReport = 'test-results/long-unit.json';

const built = runStep('build', 'npm', ['run', '-s', 'build']);
const unitOk = runStep('long tests', 'npx', [
  ...['vitest', 'run', '--config', 'vitest.long.config.ts', '--passWithNoTests'],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`, ...filters],
]);
const counts = [countVitest(unitReport)];
let browserOk = true;
if (existsSync('test/long/browser')) {
  ensureBrowser('chromium');
  ensureBrowser('firefox');
  browserOk = runStep('long browser tests', 'npx', [
    'playwright',
    'test',
    '--config',
    'playwright.long.config.ts',
    '--pass-with-no-tests',
    ...filters,
  ]);
  counts.push(countPlaywright('test-results/long-browser.json'));
}

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(built && unitOk && browserOk && failed === 0 ? 0 : 1);
