import { basename } from 'node:path';
import { expectNoViolations, SCREENS } from '../../browser/app/screen-list.ts';
import { expectIngested, FILES, openFolder, test } from '../../browser/app/story.ts';

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

test('axe finds nothing on any screen in Firefox', async ({ page, browserName }) => {
  test.skip(browserName !== 'firefox', 'the other browser has its own test');
  await page.goto('./');
  await expectNoViolations(page, 'first run');
  const files = Object.entries(FILES)
    .filter(([path]) => /\.(md|ts|json)$/.test(path))
    .map(([path, text]) => ({ name: basename(path), mimeType: 'text/plain', buffer: Buffer.from(text) }));
  await page.locator('#choose-files-input').setInputFiles(files);
  await expectIngested(page, files.length);
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page);
    await expectNoViolations(page, name);
  }
});
