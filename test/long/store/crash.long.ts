import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleStorePage } from '../../browser/store/call-page.ts';
import { STEPS, strikeAfter, strikeAt, type Target, writeStruck } from '../../browser/store/strike.ts';
import type { BundledPage } from '../../support/bundle-page.ts';
import { createRandom } from '../../support/random.ts';

// Smaller numbers for a quick look: QUIRE_CRASH_STEPS=1 QUIRE_CRASH_RANDOM=5. The totals go into docs/reliability.md by hand.
const perStep = Number(process.env.QUIRE_CRASH_STEPS ?? 10);
const atRandom = Number(process.env.QUIRE_CRASH_RANDOM ?? 100);
const seed = Number(process.env.QUIRE_CRASH_SEED ?? 1);
const backends = (process.env.QUIRE_CRASH_BACKENDS ?? 'opfs,idb').split(',') as ('opfs' | 'idb')[];
const HOUR_MS = 3_600_000;

describe.skipIf(process.platform !== 'linux').each(backends)('a browser killed with SIGKILL over %s', (backend) => {
  const struck = new Map<string, number>();
  let bundled: BundledPage;
  let target: Target;

  beforeAll(async () => {
    bundled = await bundleStorePage();
    const profile = await mkdtemp(join(tmpdir(), 'quire-crash-'));
    target = { profile, url: bundled.url, backend, acknowledged: new Map() };
  });
  afterAll(async () => {
    await bundled.stop();
    await rm(target.profile, { recursive: true, force: true });
    await writeStruck(backend, struck);
  });
  const count = (place: string) => struck.set(place, (struck.get(place) ?? 0) + 1);

  it(`opens as before or after, ${perStep} times at each named step`, { timeout: HOUR_MS }, async () => {
    for (let round = 0; round < perStep; round++) {
      for (const step of STEPS) {
        // A first commit has nothing to sweep.
        if (round === 0 && step === 'after-bundle') await strikeAt(target, 'after-pointer', 'browser');
        const what = round % 2 ? 'renderer' : 'browser';
        expect(await strikeAt(target, step, what), `${step}, round ${round}, ${what}`).toEqual([]);
        count(`stopped at ${step}`);
      }
    }
  });

  it(`loses nothing acknowledged at ${atRandom} random instants`, { timeout: HOUR_MS }, async () => {
    const random = createRandom(seed);
    for (let round = 0; round < atRandom; round++) {
      const delayMs = random.below(400);
      const what = round % 2 ? 'renderer' : 'browser';
      const { step, problems } = await strikeAfter(target, { delayMs, seed: round, what });
      expect(problems, `round ${round} of seed ${seed}: ${what} after ${delayMs} ms, past ${step}`).toEqual([]);
      count(`running, past ${step}`);
    }
  });
});
