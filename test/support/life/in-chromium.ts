import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { buildKernel } from '../../../scripts/build-kernel.mjs';
import { toHex } from '../../../src/lib/bytes.ts';
import type { LiveHere } from '../../browser/engine/page/lives.ts';
import { bundlePage } from '../bundle-page.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Lives so many lives on the real storage of the page's browser. Answers the first difference from the model, or nothing. */
export async function liveInChromium(
  page: Page,
  options: { seed: number; lives: number },
): Promise<string | undefined> {
  const bundled = await bundlePage({
    entry: here('../../browser/engine/page/lives.ts'),
    worker: here('../../browser/engine/page/tab-worker.ts'),
  });
  try {
    const wasmHex = toHex(await readFile((await buildKernel()).simd));
    await page.goto(bundled.url);
    await page.waitForFunction(() => 'liveHere' in globalThis);
    return await page.evaluate((given) => (globalThis as unknown as { liveHere: LiveHere }).liveHere(given), {
      ...options,
      wasmHex,
    });
  } finally {
    await bundled.stop();
  }
}
