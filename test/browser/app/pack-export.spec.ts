import type { Page } from '@playwright/test';
import { expectNoViolations } from './screen-list.ts';
import { expect, goTo, longInFirefox, openFolder, recordClipboard, save, search, sync, test } from './story.ts';

longInFirefox();

test('[P5] Copy gives the current pack, however quickly question and budget change', async ({ page, folder }) => {
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  await goTo(page, 'Pack');
  const question = page.getByRole('textbox', { name: 'Question' });
  const copy = page.getByRole('button', { name: 'Copy pack' });
  const budget = page.getByRole('combobox', { name: 'Token budget' });
  for (const [i, word] of ['lighthouse', 'retry', 'queue', 'limit'].entries()) {
    await question.fill(word);
    await budget.fill(String(400 + i));
    // While its list is open, nothing else can be reached.
    await budget.press('Tab');
    await question.fill(`${word} ${i}`);
    await copy.click({ timeout: 30_000 });
    expect(await copied()).toContain(`# Context: ${word} ${i}\n`);
    await expect(page.getByRole('main').getByRole('status')).toContainText(`of ${400 + i} tokens.`);
  }
});

test('[P5] a slow pack shows progress and can be stopped and made again', { tag: '@long' }, async ({
  page,
  folder,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'its driver tells of no download');
  // However fast the machine is, packs take two seconds: their calls go out that much later.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage as (...args: unknown[]) => void;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      const isPack = (args[0] as { path?: readonly string[] } | undefined)?.path?.[0] === 'makePack';
      if (isPack) setTimeout(() => post.apply(this, args), 2_000);
      else post.apply(this, args);
    };
  });
  await folder.write('gulls/keys.md', `# Keys\n\nGulls: aws_access_key_id = AKIA${'QRSTUVWXYZ234567'}\n`);
  await openFolder(page, folder, 7);
  await goTo(page, 'Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('gulls');
  await page
    .getByRole('region', { name: 'Preview' })
    .getByRole('button', { name: 'Cancel' })
    .click({ timeout: 30_000 });
  await expect(page.getByText('You stopped this pack.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy pack' })).toBeDisabled();
  await page.getByRole('button', { name: 'Make a pack' }).click();
  await expect(page.getByRole('progressbar', { name: 'Making the pack…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy pack' })).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByRole('progressbar', { name: 'Making the pack…' })).toHaveCount(0);

  await goTo(page, 'Export');
  const secrets = page.getByRole('region', { name: 'Secrets' });
  await expect(secrets.getByRole('checkbox', { name: /gulls\/keys\.md:3/ })).toBeVisible({ timeout: 30_000 });
  await goTo(page, 'Files');
  await page
    .getByRole('treeitem', { name: /^guides/ })
    .first()
    .focus();
  await page.keyboard.press('Space');
  await goTo(page, 'Export');
  await expect(secrets).toContainText('No secrets found.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const asks = page.getByRole('dialog', { name: 'Publish this collection?' });
  await expect(asks).toContainText('No secrets found.');
  await expect(asks).not.toContainText('7 files');
  const waiting = page.waitForEvent('download');
  await asks.getByRole('button', { name: 'Make the zip' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/-site.*\.zip$/);
});

test('[P5] a pack is remade after another tab synced the collection @long', async ({ page, folder, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a page read a folder again without asking');
  const copied = await recordClipboard(page);
  await openFolder(page, folder);
  await search(page, 'rate limit');
  await goTo(page, 'Pack');
  const copy = page.getByRole('button', { name: 'Copy pack' });
  await copy.click();
  expect(await copied()).not.toContain('A walrus counts the requests');
  await folder.write('guides/limits.md', '# Rate limits\n\nA walrus counts the requests against the rate limit.\n');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await sync(other);
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('A walrus counts', { timeout: 20_000 });
  await copy.click();
  expect(await copied()).toContain('A walrus counts the requests');
});

test('[P8] quotes are exact, moved, similar, not found, or since changed @long', async ({
  page,
  folder,
  browserName,
}) => {
  await openFolder(page, folder);
  await goTo(page, 'Pack');
  await page.getByRole('link', { name: 'Check an answer' }).click();
  await expect(page.getByRole('heading', { name: 'Check an answer' })).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Model answer' });
  await box.fill(
    'It says "Requests above the rate limit get 429" (guides/limits.md:9). Also "Every key has a limit." (README.md:1-2), "Run the installer and wait for the harbour" and "the llamas of the server are asleep".',
  );
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const found = page.getByRole('region', { name: 'Results' });
  await expect(found.getByRole('status')).toContainText('2 of 6 citations and quotations were found.');
  const rows = found.getByRole('list', { name: 'Citations' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Not found');
  await expect(rows.filter({ hasText: 'Moved' }).first()).toContainText('guides/limits.md:3-3');
  await expect(rows.filter({ hasText: 'Near' }).locator('del')).toContainText('harbour');
  await expect(rows.filter({ hasText: 'Near' }).locator('ins')).toContainText('lighthouse');
  await found.getByRole('button', { name: 'Not found 1' }).press('Enter');
  await expect(rows).toHaveCount(1);
  await expectNoViolations(page, 'cite');

  // Only Chromium lets a page read a folder again without asking.
  if (browserName !== 'chromium') return;
  await folder.write('guides/limits.md', '# Limits\n\nNo key has a bound any more, and nothing is counted.\n');
  await sync(page);
  await goTo(page, 'Search');
  await expect(page.getByRole('link', { name: '1 indexed' })).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'Pack');
  await page.getByRole('link', { name: 'Check an answer' }).click();
  // The pasted text is still there.
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(found.getByRole('status')).toContainText('0 of 6');
  await found.getByRole('button', { name: /Changed since/ }).click();
  await expect(rows.first()).toContainText('Requests above the rate limit get 429');
});

test('full and compact exports are downloads with names that say what they are', async ({ page, folder }) => {
  await openFolder(page, folder);
  await goTo(page, 'Export');
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('manifest.llm.tsv');
  const cards = page.locator('div:has(> section)').filter({ hasText: 'Compact archive' }).last().locator('> section');
  await expect(cards.getByRole('heading')).toHaveText([
    'Single file',
    'For an agent',
    'Website',
    'Single page (.html)',
    'Full archive',
    'Compact archive',
    'Signatures',
    'Changes only',
  ]);
  await expect(cards.first().getByRole('status')).toHaveText(/^\d[\d,]* tokens, [\d.]+ k?B$/, { timeout: 20_000 });
  await expect(cards.getByText('Everything · 6 files')).toHaveCount(8);
  for (const place of ['Selections', 'Check an answer']) {
    await page.getByRole('main').getByRole('link', { name: place }).click();
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
    await page.goBack();
  }
  const stored = await listOpfs(page);
  const names: string[] = [];
  for (const name of ['Download full archive', 'Download compact archive']) {
    const saved = (await save(page, name)).suggestedFilename();
    names.push(saved);
    await expect(page.getByText(saved).first()).toBeVisible();
  }
  expect(names).toEqual(['acme-api-full.zip', 'acme-api-compact.zip']);
  // No copy of an export stays in the browser: the next start removes the files of downloads.
  expect(stored.length).toBeGreaterThan(3);
  await page.reload();
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText(/worker/);
  await expect.poll(() => listOpfs(page)).toEqual(stored);
});

function listOpfs(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const list = async (folder: FileSystemDirectoryHandle, at: string): Promise<string[]> => {
      const names: string[] = [];
      for await (const [name, handle] of folder.entries()) {
        names.push(`${at}${name}`);
        if (handle.kind === 'directory')
          names.push(...(await list(handle as FileSystemDirectoryHandle, `${at}${name}/`)));
      }
      return names.sort();
    };
    return list(await navigator.storage.getDirectory(), '');
  });
}

test('secrets are named with their places before an export, and masked unless allowed', async ({ page, folder }) => {
  await folder.write('config/keys.md', `# Keys\n\naws_access_key_id = AKIA${'QRSTUVWXYZ234567'}\n`);
  await openFolder(page, folder, 7);
  await goTo(page, 'Export');
  const secrets = page.getByRole('region', { name: 'Secrets' });
  await expect(secrets.getByRole('checkbox', { name: /config\/keys\.md:3/ })).toBeVisible();
  await expect(secrets).not.toContainText('QRSTUVWXYZ');
});
