import { expectNoViolations } from './screen-list.ts';
import { expect, onlyChromium, openFolder, results, search, test } from './story.ts';

onlyChromium('cleared through the DevTools protocol');

test('site data cleared while a collection is open is reported; a reload works again @long', async ({
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
  const alert = page.getByRole('alert').filter({ hasText: 'The search failed.' });
  await expect(alert).toBeVisible();
  // The earlier results stay, marked as out of date.
  await expect(alert).toContainText('Still showing the results for “lighthouse”.');
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByText('Search failed', { exact: true })).toBeVisible();
  await expectNoViolations(page, 'failed search');

  await page.goto('./');
  await page.reload();
  await openFolder(page, folder);
  await search(page, 'queues');
  await expect(results(page)).toHaveCount(1);
});
