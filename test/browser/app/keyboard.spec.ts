import { chooseMore, expect, goTo, longInFirefox, openFolder, results, search, tabTo, test } from './story.ts';

longInFirefox();

test('keyboard only, from the start to an export', async ({ page }) => {
  await page.goto('./');
  await tabTo(page, page.getByRole('button', { name: 'Open sample' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /indexed/ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('searchbox', { name: 'Search this collection' })).toBeFocused();
  await page.keyboard.type('chunk');
  await expect(results(page).nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await expect(results(page).nth(1).getByRole('link')).toBeFocused();
  const opened = await results(page).nth(1).locator('a > span > :nth-child(2)').first().textContent();
  await expect(page.getByRole('region', { name: 'Chunk' })).toContainText(opened ?? '-');
  await page.keyboard.press('a');
  await expect(page.getByText('Added to the pack.')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search this collection' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search files and commands' }).pressSequentially('export');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(/export/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Download full archive' })).toBeVisible();
  const waiting = page.waitForEvent('download');
  await tabTo(page, page.getByRole('button', { name: 'Download full archive' }));
  await page.keyboard.press('Enter');
  expect((await waiting).suggestedFilename()).toContain('Quire');
});

test('the tree follows the ARIA pattern with real focus', async ({ page, folder }) => {
  await openFolder(page, folder);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  const tree = page.getByRole('tree', { name: 'Files' });
  const first = tree.getByRole('treeitem').first();
  await first.focus();
  await expect(first).toHaveAttribute('aria-level', '1');
  await expect(first).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem').nth(1)).toBeFocused();
  const guides = tree.getByRole('treeitem', { name: /^guides/ }).first();
  await page.keyboard.type('gui');
  await expect(guides).toBeFocused();
  const expanded = await guides.getAttribute('aria-expanded');
  await page.keyboard.press(expanded === 'true' ? 'ArrowLeft' : 'ArrowRight');
  await expect(guides).toHaveAttribute('aria-expanded', expanded === 'true' ? 'false' : 'true');
  await page.keyboard.press(expanded === 'true' ? 'ArrowRight' : 'ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(guides).toHaveAttribute('aria-checked', 'mixed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Chunk' })).toBeVisible();
});

test('single keys can be switched off @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search this collection' })).not.toBeFocused();
});

test('results are announced once per settled query @long', async ({ page, folder }) => {
  await openFolder(page, folder);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const region = document.querySelector('[data-testid="announcement"]') as Element;
    new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await page.getByRole('searchbox', { name: 'Search this collection' }).evaluate(typeInPage, 'rate limit');
  await expect(page.getByTestId('announcement')).toHaveText(/results for rate limit/);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.filter((text) => text.includes('for'))).toHaveLength(1);
  await search(page, '');
});

test('the focus goes to the next row or the dialog when its element is gone, and from a dialog back to its menu @long', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await goTo(page, 'Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('rate limit');
  const remove = page.getByRole('button', { name: /^Remove / });
  await remove.first().focus();
  await page.keyboard.press('Enter');
  await expect(remove.first()).toBeFocused();

  await goTo(page, 'Library');
  const dialog = page.getByRole('dialog');
  const more = page.getByRole('button', { name: 'More for the source acme-api' });
  // The first time, the dialog is loaded later than its menu closes.
  for (const entry of ['Included files', 'Open in my editor…', 'Included files']) {
    await chooseMore(page, 'source', entry);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  }

  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('button', { name: 'Add site' }).click();
  await page.getByText('Options', { exact: true }).click();
  await page.getByRole('button', { name: 'Paste options' }).click();
  await expect(dialog).toBeFocused();
});

/** Runs in the page, whose timers keep their order: on a busy machine the driver sends keys too late. */
async function typeInPage(box: Element, text: string): Promise<void> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let length = 1; length <= text.length; length++) {
    setValue?.call(box, text.slice(0, length));
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
