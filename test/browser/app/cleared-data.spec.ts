import { expectNoViolations } from './screen-list.ts';
import { expect, onlyChromium, openFolder, results, search, test } from './story.ts';

onlyChromium('cleared through the DevTools protocol');

test('site data cleared while a collection is open: searching says so, and after a reload everything works again', async ({
  page,
  folder,
}) => {
  await openFolder(page, folder);
  await search(page, 'lighthouse');
  await expect(results(page)).toHaveCount(1);
  const client = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await search(page, 'queues');
  const alert = page.getByRole('alert').filter({ hasText: 'The search could not be answered.' });
  await expect(alert).toBeVisible();
  // What was found before stays, and is not passed off as the answer.
  await expect(alert).toContainText('Below are still the results for “lighthouse”, which was asked before.');
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByText('No answer', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'failed search');

  await page.goto('./');
  await page.reload();
  await openFolder(page, folder);
  await search(page, 'queues');
  await expect(results(page)).toHaveCount(1);
});
