import { PROBLEMS } from '../../../src/ui/words/problems.ts';
import { expect, openSite, test } from '../../support/app-test.ts';

test('the app says so and does not start when another origin frames it @long-in-firefox', async ({ page, baseURL }) => {
  const around = await openSite({ '*': `<!doctype html><title>Around</title><iframe src="${baseURL}"></iframe>` });
  await page.goto(`${around.origin.replace('127.0.0.1', 'localhost')}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('alert')).toContainText(PROBLEMS['app/framed']);
  expect(page.workers()).toHaveLength(0);
});
