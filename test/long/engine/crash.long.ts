import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import type { Operation } from '../../browser/engine/page/life-worker.ts';
import {
  bundleLifePage,
  checkLast,
  type LifeTarget,
  STEPS,
  strikeLife,
  strikeOperation,
  writeStruck,
} from '../../browser/engine/strike-life.ts';
import type { BundledPage } from '../../support/bundle-page.ts';
import { createRandom } from '../../support/random.ts';

// Smaller numbers for a quick look: QUIRE_CRASH_STEPS=1 QUIRE_CRASH_RANDOM=5. The totals go into docs/reliability.md by hand.
const perStep = Number(process.env.QUIRE_CRASH_STEPS ?? 10);
const atRandom = Number(process.env.QUIRE_CRASH_RANDOM ?? 100);
const seed = Number(process.env.QUIRE_CRASH_SEED ?? 1);
const backends = (process.env.QUIRE_CRASH_BACKENDS ?? 'opfs,idb').split(',') as LifeTarget['backend'][];
const HELD: readonly Operation[] = ['ingest', 'update', 'delete'];
const HOUR_MS = 3_600_000;
/** Delays before a kill in Firefox, which takes twelve seconds for each. The test kills the whole browser there, not a content process. */
const FIREFOX_DELAYS_MS = [2_500, 700, 1_300, 200, 1_800, 400];

describe.skipIf(process.platform !== 'linux').each(backends)('a browser killed with SIGKILL over %s', (backend) => {
  const struck = new Map<string, number>();
  let bundled: BundledPage;
  let target: LifeTarget;
  const count = (place: string) => struck.set(place, (struck.get(place) ?? 0) + 1);

  beforeAll(async () => {
    bundled = await bundleLifePage();
    const profile = await mkdtemp(join(tmpdir(), 'quire-life-'));
    target = { profile, url: bundled.url, backend, expected: { states: [-1] } };
  });
  afterAll(async () => {
    await bundled.stop();
    await rm(target.profile, { recursive: true, force: true });
    await writeStruck(backend, struck);
  });

  it(`[E1] answers as a fresh build, struck ${perStep} times at each named step`, { timeout: HOUR_MS }, async () => {
    // A first commit has nothing to sweep.
    await strikeLife(target, { seed: 0, delayMs: 3_000, what: 'browser' });
    for (let round = 0; round < perStep; round++) {
      for (const [i, step] of STEPS.entries()) {
        const operation = HELD[(round + i) % HELD.length] as Operation;
        const what = round % 2 ? 'renderer' : 'browser';
        const { problems, place } = await strikeOperation(target, { operation, step, what });
        expect(problems, `before ${place}, round ${round}`).toEqual([]);
        count(place);
      }
    }
    expect(await checkLast(target)).toEqual([]);
  });

  it(`[E1] answers as a fresh build at ${atRandom} random instants`, { timeout: HOUR_MS }, async () => {
    const random = createRandom(seed);
    for (let round = 0; round < atRandom; round++) {
      const delayMs = random.below(900);
      const what = round % 2 ? 'renderer' : 'browser';
      const { problems, place } = await strikeLife(target, { seed: round, delayMs, what });
      expect(problems, `before ${place}, round ${round} of seed ${seed}, ${what} after ${delayMs} ms`).toEqual([]);
      count(place);
    }
    expect(await checkLast(target)).toEqual([]);
  });

  it.skipIf(!findBrowser('firefox'))('[E1] answers as a fresh build in Firefox', { timeout: HOUR_MS }, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'quire-life-'));
    const fox: LifeTarget = { profile, url: bundled.url, backend, browserName: 'firefox', expected: { states: [-1] } };
    try {
      for (const [round, delayMs] of FIREFOX_DELAYS_MS.entries()) {
        const { problems, place } = await strikeLife(fox, { seed: round, delayMs, what: 'browser' });
        expect(problems, `before ${place}, round ${round}`).toEqual([]);
        count(`Firefox: ${place}`);
      }
      for (const step of STEPS) {
        const { problems, place } = await strikeOperation(fox, { operation: 'ingest', step, what: 'browser' });
        expect(problems, `before ${place}`).toEqual([]);
        count(`Firefox: ${place}`);
      }
      expect(await checkLast(fox)).toEqual([]);
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  });
});
