import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropOn, expect, makeFolder, onlyChromium, test } from '../../browser/app/story.ts';
import { type Killable, openKillable } from '../../browser/engine/killable-browser.ts';
import { createRandom } from '../../support/random.ts';

onlyChromium('Firefox remembers no folders');

const KILLS = Number(process.env.QUIRE_KILLS ?? 30);
const FILES = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, i) => [
    `part-${i % 40}/note-${i}.md`,
    `# Note ${i}\n\n${`curlew ${i} `.repeat(300)}\n`,
  ]),
);

/** `QUIRE_HEADED=1 xvfb-run npx playwright test --config playwright.long.config.ts resume-kills` shows the browser's own questions. */
test('Resume after a kill imports the rest, or the question for the folder is on screen', async ({ server }) => {
  const random = createRandom(51);
  const root = mkdtempSync(join(tmpdir(), 'quire-kills-'));
  const folder = await makeFolder(join(root, 'notes'), FILES);
  const outcomes: string[] = [];
  for (let kills = 0; kills < KILLS; ) {
    const profile = join(root, `profile-${outcomes.length}`);
    let browser = await openKillable(profile);
    await browser.page.goto(server.url);
    await dropOn(browser.page, [folder.path]);
    await expect(browser.page.getByRole('progressbar').first()).toBeVisible();
    await browser.page.waitForTimeout(random.next() * 3_000);
    const what = random.next() < 0.5 ? 'browser' : 'renderer';
    await browser.kill(what);
    if (what === 'browser') browser = await openKillable(profile);
    const page = what === 'browser' ? browser.page : await openTab(browser);
    if (page === undefined) {
      outcomes.push(`${what}: no new tab`);
      await browser.kill('browser');
      continue;
    }
    await page.goto(`${server.url}#/library`);
    const resume = page
      .getByRole('status')
      .filter({ hasText: 'was interrupted' })
      .getByRole('button', { name: 'Resume' });
    const card = page.getByRole('article').filter({ hasText: 'notes' });
    await expect(
      resume
        .or(card)
        .or(page.getByRole('region', { name: 'Add a source' }))
        .first(),
    ).toBeVisible();
    if (await resume.isVisible()) {
      kills++;
      await resume.click();
      const question = page.getByRole('dialog', { name: /^Let Quire read/ });
      const progress = page.getByRole('progressbar').first();
      await expect(question.or(progress).first()).toBeVisible();
      const isAsked = await question.isVisible();
      if (!isAsked) await expect(resume).toHaveCount(0, { timeout: 120_000 });
      outcomes.push(`${what}: ${isAsked ? 'asked' : 'resumed'}`);
    } else outcomes.push(`${what}: too early or too late`);
    console.log(outcomes.at(-1));
    await browser.close().catch(() => undefined);
    rmSync(profile, { recursive: true, force: true });
    if (outcomes.length > KILLS * 4) break;
  }
  rmSync(root, { recursive: true, force: true });
  const counts = Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((o) => o === one).length]),
  );
  console.log(JSON.stringify(counts));
  expect(outcomes.filter((one) => /asked|resumed/.test(one))).toHaveLength(KILLS);
});

/** A browser with a window that lost its renderer sometimes never opens another tab, or refuses to. */
async function openTab({ page }: Killable): Promise<Page | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), 20_000);
  });
  const newPage = page
    .context()
    .newPage()
    .catch(() => undefined);
  const opened = await Promise.race([newPage, tooLong]);
  clearTimeout(timer);
  return opened;
}
