import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { buildKernel } from '../../../scripts/build-kernel.mjs';
import { toHex } from '../../../src/lib/bytes.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { bundlePage } from '../../support/bundle-page.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { observeEngine } from '../../support/observe-engine.ts';
import type { Observe } from './page/main.ts';

const entry = fileURLToPath(new URL('./page/main.ts', import.meta.url));

test('[E2] ids, zips, hits and scores are the same as in Node, with every build of the kernel', async ({ page }) => {
  test.slow();
  const expected = await observeEngine(await loadNodeKernel('simd'), createMemoryStore());
  const paths = await buildKernel();
  const bundled = await bundlePage({ entry });
  try {
    for (const build of ['simd', 'js'] as const) {
      await page.goto(bundled.url);
      await page.waitForFunction(() => 'observe' in globalThis);
      const wasmHex = build === 'js' ? '' : toHex(await readFile(paths[build]));
      const seen = await page.evaluate(
        ([name, hex]) => (globalThis as unknown as { observe: Observe }).observe(name, hex),
        [build, wasmHex] as const,
      );
      expect(seen, build).toEqual(expected);
    }
  } finally {
    await bundled.stop();
  }
});
