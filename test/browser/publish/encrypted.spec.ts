import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { PROBLEMS } from '../../../src/ui/words/problems.ts';
import { test as base, expect } from '../../support/app-test.ts';
import { results, search } from '../app/story.ts';

const WRONG = PROBLEMS['publish/wrong-key'] as string;

const test = base.extend<{ host: { folder: string; open(address: string): Promise<Page> } }>({
  host: async ({ context }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'quire-encrypted-'));
    const server = await startStaticServer({ root: folder });
    const open = async (address: string): Promise<Page> => {
      const site = await context.newPage();
      await site.goto(server.url + address);
      return site;
    };
    await use({ folder, open });
    await server.stop();
    rmSync(folder, { recursive: true });
  },
});
test.beforeEach(() => test.slow());
test.skip(({ browserName }) => browserName !== 'chromium', 'an installed Firefox reports no downloads');

/** Publishes the open collection through the dialog, and unpacks the zip. */
async function publish(page: Page, root: string, passphrase = ''): Promise<void> {
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this collection?' });
  await dialog.getByRole('checkbox', { name: 'Only for people with the link' }).check();
  await expect(dialog).toContainText('Only people with the link or the passphrase can read them.');
  await dialog.getByRole('textbox', { name: /^Passphrase/ }).fill(passphrase);
  const waiting = page.waitForEvent('download', { timeout: 50_000 });
  await dialog.getByRole('button', { name: 'Make the zip' }).click();
  const zip = unzipSync(readFileSync(await (await waiting).path()));
  for (const [name, bytes] of Object.entries(zip)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), bytes);
  }
}

async function openSample(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByRole('button', { name: 'Open sample' }).click();
  await expect(page.getByText(/^Finished: \d+ indexed/).first()).toBeAttached();
}

async function expectAnswer(site: Page): Promise<void> {
  await search(site, 'published ');
  await expect(results(site).first()).toBeVisible();
}

async function unlock(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Link, key or passphrase').fill(secret);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

test('an encrypted website opens with its link, and says so when the key is missing or wrong @long', async ({
  page,
  host,
}) => {
  await openSample(page);
  await publish(page, join(host.folder, 'linked'));
  const key = (await page.locator('code', { hasText: '#key=' }).textContent()) ?? '';
  expect(key).toMatch(/^#key=[\w-]{43}$/);

  await expectAnswer(await host.open(`linked/${key}`));
  const keyless = await host.open('linked/?without-key');
  await expect(keyless.getByText(PROBLEMS['publish/key-needed'] as string).first()).toBeVisible();
  await unlock(keyless, 'A'.repeat(43));
  await expect(keyless.getByText(WRONG).first()).toBeVisible();
  await unlock(keyless, key.slice('#key='.length));
  await expectAnswer(keyless);
});

test('an encrypted website opens with its passphrase @long', async ({ page, host }) => {
  await openSample(page);
  await publish(page, join(host.folder, 'spoken'), 'two herons');
  const spoken = await host.open('spoken/');
  await unlock(spoken, 'two ducks');
  await expect(spoken.getByText(WRONG).first()).toBeVisible();
  await unlock(spoken, 'two herons');
  await expectAnswer(spoken);
});
