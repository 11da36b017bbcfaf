import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { buildKernel } from '../../../scripts/build-wasm.mjs';
import { toHex } from '../../../src/lib/bytes.ts';
import { bundlePage } from '../../support/bundle-page.ts';
import { openKillable } from '../store/killable-browser.ts';
import type { EnginePage } from './page/life.ts';

type WithEngine = { enginePage: EnginePage };
const entry = new URL('./page/life.ts', import.meta.url).pathname;

async function openEnginePage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => 'enginePage' in globalThis);
}

test('[E1] a browser killed while it ingests finds a state it had, and answers as a fresh build of it', async ({
  browserName,
}) => {
  test.skip(browserName !== 'chromium' || process.platform !== 'linux', 'finds its processes in /proc');
  test.slow();
  const wasmHex = toHex(await readFile((await buildKernel()).simd));
  const bundled = await bundlePage({ entry });
  const profile = await mkdtemp(join(tmpdir(), 'quire-life-'));
  try {
    let committed = 0;
    for (const [round, delayMs] of [900, 350, 620].entries()) {
      const living = await openKillable(profile, bundled.url, openEnginePage);
      living.page
        .evaluate((hex) => (globalThis as unknown as WithEngine).enginePage.live(hex), wasmHex)
        .catch(() => undefined);
      await expect.poll(() => living.events.length, { timeout: 20_000 }).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await living.kill(round === 1 ? 'renderer' : 'browser');
      if (round === 1) await living.close();
      committed = Math.max(committed, ...(living.events as number[]));

      const next = await openKillable(profile, bundled.url, openEnginePage);
      const found = await next.page.evaluate(
        (hex) => (globalThis as unknown as WithEngine).enginePage.check(hex),
        wasmHex,
      );
      await next.close();
      expect(found.problems).toEqual([]);
      // The commit under way at the kill may have moved the pointer without telling.
      expect([committed, committed + 1]).toContain(found.state);
    }
  } finally {
    await bundled.stop();
    await rm(profile, { recursive: true, force: true });
  }
});
