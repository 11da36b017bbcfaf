import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../../support/app-test.ts';
import { distRoot } from '../../support/serve-dist.ts';

const LIMIT_BYTES = 120_000;

test('script before the first interaction is at most 120 KB gzip', async ({ page, server }) => {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
  const files = [...new Set(urls)]
    .map((url) => url.slice(server.url.length))
    .filter((path) => !path.includes('-worker-'));
  const sizes = files.map((path) => ({ path, gzipBytes: gzipSync(readFileSync(join(distRoot, path))).length }));
  const total = sizes.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  const listing = sizes.map(({ path, gzipBytes }) => `${gzipBytes} ${path}`).join('\n');
  test.info().annotations.push({ type: 'first load', description: `${total} bytes gzip\n${listing}` });
  expect(files.length).toBeGreaterThan(0);
  expect(total, `${total} bytes gzip:\n${listing}`).toBeLessThanOrEqual(LIMIT_BYTES);
});
