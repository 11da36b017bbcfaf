import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../../support/app-test.ts';

test('framed by another origin the app says so and starts nothing', async ({ page, baseURL }) => {
  const server = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Around</title><iframe src="${baseURL}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('alert')).toContainText('Another site shows this page inside its own');
  expect(page.workers()).toHaveLength(0);
  await new Promise((resolve) => server.close(resolve));
});
