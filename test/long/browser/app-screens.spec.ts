import { expectNoViolations, SCREENS } from '../../browser/app/screen-list.ts';
import { expect, openFolder, test } from '../../browser/app/story.ts';

test('axe finds nothing on any screen with forced colours', async ({ page, folder, browserName }, info) => {
  test.skip(browserName !== 'chromium', 'only Chromium can force colours here');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openFolder(page, folder);
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page);
    await expectNoViolations(page, name);
    await info.attach(`${name} forced colours`, { body: await page.screenshot(), contentType: 'image/png' });
  }
});

test('axe finds nothing on the first screens in Firefox', async ({ page, browserName }) => {
  test.skip(browserName !== 'firefox', 'the other browser has its own test');
  await page.goto('./');
  await expectNoViolations(page, 'first run');
  await page.getByRole('button', { name: 'Open sample' }).click();
  await expect(page.getByRole('link', { name: /indexed/ })).toBeVisible({ timeout: 60_000 });
  await expectNoViolations(page, 'overview');
});
