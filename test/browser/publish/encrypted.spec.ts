import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { atEnd, expect, test } from '../../support/app-test.ts';
import { openSample, results, save, search } from '../app/story.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'an installed Firefox reports no downloads');

/** Publishes the open collection through the dialog, and unpacks the zip. */
async function publish(page: Page, root: string, passphrase = ''): Promise<void> {
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this collection?' });
  const access = passphrase === '' ? 'link' : 'passphrase';
  await dialog.getByRole('combobox', { name: 'Who can read it' }).selectOption(access);
  await expect(dialog).toContainText(`Only people with the ${access} can read any of it.`);
  if (passphrase !== '') await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  const zip = unzipSync(readFileSync(await (await save(page, 'Make the zip')).path()));
  for (const [name, bytes] of Object.entries(zip)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), bytes);
  }
}

const UNLOCKED = { timeout: 60_000 };

async function unlock(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Link, key or passphrase').fill(secret);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

test('an encrypted website opens with its link or passphrase, and says so when the key is missing or wrong @long', async ({
  page,
  context,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'quire-encrypted-'));
  const server = await startStaticServer({ root: folder });
  atEnd(server.stop);
  atEnd(() => rmSync(folder, { recursive: true }));
  const openSite = async (address: string): Promise<Page> => {
    const site = await context.newPage();
    await site.goto(server.url + address);
    return site;
  };
  const expectAnswer = async (site: Page) => {
    // The key is derived from the passphrase first, which takes seconds on a busy machine.
    await expect(site.getByLabel('Link, key or passphrase')).toHaveCount(0, UNLOCKED);
    await search(site, 'published ');
    await expect(results(site).first()).toBeVisible();
  };
  await page.goto('./');
  await openSample(page);
  await publish(page, join(folder, 'linked'));
  const key = (await page.locator('code', { hasText: '#key=' }).textContent()) ?? '';
  expect(key).toMatch(/^#key=[\w-]{43}$/);
  await page.getByRole('button', { name: 'I have saved it' }).click();

  await expectAnswer(await openSite(`linked/${key}`));
  const keyless = await openSite('linked/?without-key');
  await expect(keyless.getByText('This collection is encrypted.').first()).toBeVisible();
  await unlock(keyless, 'A'.repeat(43));
  await expect(keyless.getByText("This key or passphrase doesn't open the collection.").first()).toBeVisible(UNLOCKED);
  await unlock(keyless, key.slice('#key='.length));
  await expectAnswer(keyless);

  await publish(page, join(folder, 'spoken'), 'two herons');
  const spoken = await openSite('spoken/');
  await unlock(spoken, 'two ducks');
  await expect(spoken.getByText("This key or passphrase doesn't open the collection.").first()).toBeVisible(UNLOCKED);
  await unlock(spoken, 'two herons');
  await expectAnswer(spoken);
});
