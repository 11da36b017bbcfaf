import { expect, test } from '../../support/app-test.ts';
import { serveDist } from '../../support/serve-dist.ts';

for (const base of ['/', '/some/sub/path/']) {
  test(`the page starts at ${base}, says where the engine runs, and works after a reload with the server stopped`, async ({
    page,
  }) => {
    const server = await serveDist({ base });
    await page.goto(server.url);
    await expect(page.getByLabel('Engine')).toContainText('worker');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.stop();
    await page.reload();
    await expect(page.getByLabel('Engine')).toContainText('worker');
  });
}
