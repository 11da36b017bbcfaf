import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Runs a command in the foreground; returns true if it succeeded.
 * @param {string} name @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export function runStep(name, command, args, env = {}) {
  const startedAt = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return status === 0;
}

/**
 * Runs commands concurrently; returns true for each that succeeded. For commands that use one core and print little.
 * @param {readonly [name: string, command: string, args: string[]][]} steps
 */
export function runTogether(steps) {
  const startedAt = Date.now();
  console.log(`\n── ${steps.map(([name]) => name).join(', ')}`);
  return Promise.all(
    steps.map(
      ([name, command, args]) =>
        new Promise((done) => {
          const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
          child.on('error', () => done(false));
          child.on('close', (status) => {
            console.log(
              `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
            );
            done(status === 0);
          });
        }),
    ),
  );
}

/**
 * Returns the counts of a vitest JSON report. A file that cannot be loaded has no tests and counts as one failure.
 * @param {string} file
 */
export function countVitest(file) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/**
 * Returns the counts of a Playwright JSON report.
 * @param {string} file
 */
export function countPlaywright(file) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected } = report.stats;
  return { passed: expected, failed: unexpected + report.errors.length };
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
