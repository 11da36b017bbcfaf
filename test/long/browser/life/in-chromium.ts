import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { buildKernel } from '../../../../scripts/build-kernel.mjs';
import { toHex } from '../../../../src/lib/bytes.ts';
import { bundlePage } from '../../../support/bundle-page.ts';
import type { LiveHere } from './lives.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Runs `lives` random lives on the browser's real storage; returns the first difference from the model, or undefined. */
export async function liveInChromium(
  page: Page,
  options: { seed: number; lives: number },
): Promise<string | undefined> {
  const bundled = await bundlePage({
    entry: here('./lives.ts'),
    worker: here('./tab-worker.ts'),
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
