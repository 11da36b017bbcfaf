import { expect, test } from '../../support/app-test.ts';
import { captureWorkers } from '../../support/worker-injection.ts';
import { openSample, results } from '../app/story.ts';

test('an engine worker that dies is replaced, and the collection is still there @long-in-firefox', async ({
  page,
  context,
}) => {
  await captureWorkers(context);
  await page.goto('./');
  await openSample(page);

  await page.evaluate(() => {
    const { __workers } = window as unknown as { __workers: Record<string, Worker> };
    const worker = __workers['quire engine'];
    delete __workers['quire engine'];
    worker?.terminate();
  });
  // Its lock is free now, and that is how the page knows.
  await page.waitForFunction(() => 'quire engine' in (window as unknown as { __workers: object }).__workers);
  await page.getByRole('searchbox', { name: 'Search this collection' }).pressSequentially('architecture');
  await expect(results(page).first()).toBeVisible();
});
