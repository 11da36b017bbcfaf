/** `npm test`: runs everything that must pass, in order of cost. The last line has the counts; the exit code is non-zero after any failure. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser, findWebKit } from './find-browser.mjs';
import { countPlaywright, countVitest, runStep, runTogether } from './run-step.mjs';

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results', { recursive: true });
const unitReport = 'test-results/unit.json';
const browserReport = 'test-results/browser.json';
const webkitReport = 'test-results/webkit.json';
let passed = 0;
let failed = 0;

const first = await runTogether([
  ['build the kernel', 'npm', ['run', '-s', 'build:wasm']],
  ['type check', 'npm', ['run', '-s', 'check']],
  ['lint', 'npm', ['run', '-s', 'lint']],
]);
for (const ok of first) step(ok);
const unitOk = runStep('unit tests', 'npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
add(countVitest(unitReport), unitOk);
const built = runStep('build the app', 'npx', ['vite', 'build']);
step(built);
if (built) runBrowserTests();
if (built) runWebKitTests();

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function runBrowserTests() {
  if (!ensureBrowser('chromium')) {
    console.error('no Chromium was found, and none could be fetched: browser tests cannot run');
    return step(false);
  }
  if (!ensureBrowser('firefox'))
    console.error('no Firefox was found, and none could be fetched: its tests are left out');
  // Only this run may write the report.
  const ok = runStep('browser tests', 'npx', ['playwright', 'test']);
  add(countPlaywright(browserReport), ok);
}

function runWebKitTests() {
  if (!findWebKit()) {
    console.error('no WebKitGTK was found (Debian: webkit2gtk-driver and xvfb): its test is left out');
    return;
  }
  const ok = runStep('WebKit test', 'npx', [
    ...['vitest', 'run', '--config', 'vitest.webkit.config.ts'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${webkitReport}`],
  ]);
  add(countVitest(webkitReport), ok);
}

/** @param {boolean} ok */
function step(ok) {
  if (!ok) failed++;
}

/** @param {{ passed: number, failed: number }} counts @param {boolean} ok */
function add(counts, ok) {
  passed += counts.passed;
  failed += counts.failed > 0 || ok ? counts.failed : 1;
}
