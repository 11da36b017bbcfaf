import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropOn, expect, goTo, makeFolder, results, search, test } from '../../browser/app/story.ts';
import { findRenderer } from '../../support/renderer-memory.ts';
import { testData } from '../../support/test-data.ts';

const root = testData.path('hostile-documents');
const FILES = existsSync(root) ? readdirSync(root).filter((name) => /\.[a-z]{3,4}$/.test(name)) : [];
const IN_FIREFOX = ['cidrange.pdf', 'contents.pdf', 'ss-mem.xlsx', 'repeat-mem.ods', 'report.docx'];
const NOTES = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`note-${i}.md`, `# Note ${i}\n\nA curlew.\n`]));
const MAX_BYTES = 1_000_000_000;

test.skip(FILES.length === 0, testData.reason);

for (const name of FILES)
  test(`${name} next to 400 notes: the notes are found, the tab lives, the file is named`, async ({
    page,
    folder,
    browserName,
  }) => {
    test.skip(browserName === 'firefox' && !IN_FIREFOX.includes(name), 'Firefox reads five of them');
    test.setTimeout(180_000);
    const { path } = await makeFolder(join(folder.path, 'notes'), NOTES);
    cpSync(join(root, name), join(path, name));
    await page.goto('./');
    await dropOn(page, [path]);
    await search(page, 'curlew');
    await expect(page.getByText(/^400 chunks/)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/^Finished: \d+ indexed/).first()).toBeAttached({ timeout: 120_000 });
    await search(page, '"Note 399"');
    await expect(results(page).first()).toContainText('note-399.md');
    await goTo(page, 'Files');
    await page.getByRole('searchbox', { name: 'Filter files' }).fill(name);
    await expect(page.getByRole('treeitem', { name })).toBeVisible();
    if (browserName !== 'chromium') return;
    const { peakBytes } = await findRenderer(page.context().browser());
    console.log(`${name}: at most ${Math.round(peakBytes / 1e6)} MB`);
    expect(peakBytes).toBeLessThan(MAX_BYTES);
  });
