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
  await expect(page.getByText('The search could not be answered.')).toBeVisible();

  await page.goto('./');
  await page.reload();
  await openFolder(page, folder);
  await search(page, 'queues');
  await expect(results(page)).toHaveCount(1);
});
