import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { bundleLifePage, checkLast, type LifeTarget, strikeLife, strikeOperation } from './strike-life.ts';

// The sample of test/long/store/engine-crash.long.ts that every run can afford.
test('[E1] a killed browser restarts in a committed state that equals a fresh build', async ({ browserName }) => {
  test.skip(browserName !== 'chromium' || process.platform !== 'linux', 'finds its processes in /proc');
  test.slow();
  const bundled = await bundleLifePage();
  const profile = await mkdtemp(join(tmpdir(), 'quire-life-'));
  const target: LifeTarget = { profile, url: bundled.url, expected: { states: [-1] } };
  const problems: string[] = [];
  try {
    for (const [seed, delayMs] of [1_200, 350].entries())
      problems.push(
        ...(await strikeLife(target, { seed, delayMs, what: seed === 1 ? 'renderer' : 'browser' })).problems,
      );
    for (const step of ['in-sweep'] as const)
      problems.push(...(await strikeOperation(target, { operation: 'update', step, what: 'browser' })).problems);
    expect([...problems, ...(await checkLast(target))]).toEqual([]);
  } finally {
    await bundled.stop();
    await rm(profile, { recursive: true, force: true });
  }
});
