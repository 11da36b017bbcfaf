import { dropOn, expect, goTo, onlyChromium, test } from '../../browser/app/story.ts';
import { POISONS } from '../../hostile/poisons.ts';

onlyChromium('an ended worker is the same in every browser, and its stories are long');

/** The promised time, and the time a page needs to show the result. */
const LONGEST_MS = 2_000 + 500;
const COPIES = 40;

/**
 * Small files that keep a parser busy: a cancel is answered within two seconds whatever is being read, by its worker or by ending that worker.
 * Where all of a folder is read before the click there is nothing to cancel.
 */
for (const [i, { extension, text }] of POISONS.entries()) {
  test(`[E3] cancel is answered while poison ${i} (.${extension}) is read`, async ({ page, folder }) => {
    for (let copy = 0; copy < COPIES; copy++) await folder.write(`poison/${copy}.${extension}`, text);
    await page.goto('./');
    await dropOn(page, [folder.path]);
    const cancel = page.getByRole('button', { name: 'Cancel' });
    const isReading = await cancel.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (isReading) {
      await page.waitForTimeout(300);
      const answered = page.evaluate(timeAnswer);
      await cancel.click({ timeout: 2_000 }).catch(() => undefined);
      const ms = await answered;
      console.log(`poison ${i} (.${extension}): ${Math.round(ms)} ms`);
      expect(ms).toBeLessThanOrEqual(LONGEST_MS);
    }
    await goTo(page, 'Jobs');
    await expect(page.getByText(/stopped|done/).first()).toBeVisible();
  });
}

/** Runs in the page, so that only the page is measured: from the click on Cancel until no progress bar remains. */
function timeAnswer(): Promise<number> {
  return new Promise((resolve) => {
    let clickedAt = 0;
    addEventListener('click', () => (clickedAt ||= performance.now()), { capture: true });
    const look = () => {
      const isDone = document.querySelector('[role=progressbar]') === null;
      if (isDone) resolve(clickedAt === 0 ? 0 : performance.now() - clickedAt);
      else requestAnimationFrame(look);
    };
    look();
  });
}
