import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, openSite, test } from '../../support/app-test.ts';
import { distRoot, serveDist } from '../../support/serve-dist.ts';

test.use({ offlineShell: true });

const scripts = {
  'engine worker': /^engine-worker-.*\.js$/,
  'ingest worker': /^ingest-worker-.*\.js$/,
  'crawl worker': /^crawl-worker-.*\.js$/,
  'service worker': /^service-worker\.js$/,
};

// Without this, "the consoles stay empty" would also hold for a guard that hears nothing.
test('every console line of page and workers is noticed @long', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/planted/);
  const root = mkdtempSync(join(tmpdir(), 'quire-planted-'));
  cpSync(distRoot, root, { recursive: true });
  for (const [name, pattern] of Object.entries(scripts)) plant(root, { name, pattern });
  const server = await serveDist({ root });
  const site = await openSite({
    '/docs/': '<title>Home</title><main><h1>Home</h1><p>Welcome to the orchard.</p></main>',
  });

  await page.goto(server.url);
  await page.evaluate(() => console.warn('planted in the page'));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByRole('textbox', { name: 'Site address' }).pressSequentially(`${site.origin}/docs/`);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/\b1 saved\b/).first()).toBeVisible({ timeout: 40_000 });
  for (const name of ['page', ...Object.keys(scripts)]) {
    await expect
      .poll(() => consoleGuard.lines.some((line) => line.includes(`planted in the ${name}`)), { message: name })
      .toBe(true);
  }
  await server.stop();
  rmSync(root, { recursive: true });
});

function plant(root: string, { name, pattern }: { name: string; pattern: RegExp }): void {
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => pattern.test(entry.name));
  expect(found, name).toHaveLength(1);
  for (const entry of found) {
    appendFileSync(join(entry.parentPath, entry.name), `\nconsole.warn('planted in the ${name}');\n`);
  }
}
