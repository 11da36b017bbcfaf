import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './store-test.ts';
import { type STEPS, strikeAfter, strikeAt, type Target } from './strike.ts';

// The sample of test/long/store/crash.long.ts, which strikes at every step, that every run can afford.
const SAMPLE: typeof STEPS = ['after-bundle', 'after-pointer'];

test.describe('killed in the middle of a commit', () => {
  let target: Target;

  test.beforeEach(async ({ bundled, browserName }) => {
    test.skip(browserName !== 'chromium' || process.platform !== 'linux', 'finds its processes in /proc');
    // Every strike starts the browser twice.
    test.slow();
    const profile = await mkdtemp(join(tmpdir(), 'quire-crash-'));
    target = { profile, url: bundled.url, backend: 'opfs', acknowledged: new Map() };
  });
  test.afterEach(async () => {
    if (target) await rm(target.profile, { recursive: true, force: true });
  });

  test('a collection opens as before or after, at named steps', async () => {
    // A first commit, so that there is something to lose and to sweep.
    expect(await strikeAt(target, 'after-pointer', 'browser')).toEqual([]);
    for (const step of SAMPLE) expect(await strikeAt(target, step, 'browser'), step).toEqual([]);
  });

  test('nothing acknowledged is lost at a random instant', async () => {
    for (const [seed, delayMs] of [40, 210].entries()) {
      const { problems } = await strikeAfter(target, { delayMs, seed, what: seed % 2 ? 'renderer' : 'browser' });
      expect(problems, `after ${delayMs} ms`).toEqual([]);
    }
    expect(target.acknowledged.size, 'commits acknowledged before the kill').toBeGreaterThan(0);
  });
});
