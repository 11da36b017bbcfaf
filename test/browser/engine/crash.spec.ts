import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { bundleLifePage, checkLast, type LifeTarget, strikeLife, strikeOperation } from './strike-life.ts';

// A sample of test/long/engine/crash.long.ts. Every strike starts the browser.
for (const [backend, tag] of [
  ['opfs', []],
  ['idb', ['@long']],
] as const)
  test(`[E1] a browser killed during a commit to ${backend} restarts in a committed state that equals a fresh build`, {
    tag: [...tag],
  }, async ({ browserName }) => {
    test.skip(browserName !== 'chromium' || process.platform !== 'linux', 'finds its processes in /proc');
    test.slow();
    const bundled = await bundleLifePage();
    const profile = await mkdtemp(join(tmpdir(), 'quire-life-'));
    const target: LifeTarget = { profile, url: bundled.url, backend, expected: { states: [-1] } };
    try {
      const strikes = [
        await strikeLife(target, { seed: 0, delayMs: 1_200, what: 'browser' }),
        await strikeLife(target, { seed: 1, delayMs: 350, what: 'renderer' }),
        await strikeOperation(target, { operation: 'update', step: 'after-bundle', what: 'browser' }),
        await strikeOperation(target, { operation: 'update', step: 'in-sweep', what: 'browser' }),
      ];
      expect([...strikes.flatMap(({ problems }) => problems), ...(await checkLast(target))]).toEqual([]);
    } finally {
      await bundled.stop();
      await rm(profile, { recursive: true, force: true });
    }
  });
