import { existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request as requestUpstream, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openSite } from '../../support/app-test.ts';
import { guardConsole } from '../../support/console-guard.ts';
import { page as htmlPage } from '../../support/fake-site.ts';
import { listen } from '../../support/listen.ts';
import { distRoot } from '../../support/serve-dist.ts';
import { expect, expectIngested, goTo, onlyChromium, results, search, test } from '../app/story.ts';
import { addSite } from './sites-test.ts';

onlyChromium('the driver of Firefox cannot give a folder to an input');
test.use({ offlineShell: true });

/** Chromium's own question about input fields of any page; no page can ask or forbid it. */
const OF_THE_BROWSER = 'CONNECT content-autofill.googleapis.com:443';

test('[S19] an import requests only the files of the app @long', async ({ browser, server, folder }) => {
  const proxy = await recordingProxy();
  const site = await openSite({ '/': htmlPage('Docs') });
  const context = await browser.newContext({
    baseURL: server.url,
    proxy: { server: proxy.url, bypass: '<-loopback>' },
  });
  const guard = await guardConsole(context);
  const app = await context.newPage();
  await app.goto('./');
  await app.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await app.locator('input[type=file][webkitdirectory]').first().setInputFiles(folder.path);
  await expectIngested(app, 6);
  await search(app, 'lighthouse');
  await expect(results(app).first()).toContainText('README.md');
  for (const place of ['Library', 'Files', 'Pack', 'Export', 'Jobs', 'Changes', 'Settings']) await goTo(app, place);
  await app.reload();
  await expect(app.getByRole('status', { name: 'Network requests' })).toContainText(/\b0 requests/);
  // Files for later use and the update check come after the first use.
  await app.waitForTimeout(1_500);

  expect(proxy.asked.length).toBeGreaterThan(20);
  expect(proxy.asked.some((url) => url.endsWith('/service-worker.js'))).toBe(true);
  expect(proxy.asked.filter((url) => url !== OF_THE_BROWSER && !isAppFile(url, server.url))).toEqual([]);

  // The record would have shown it.
  await goTo(app, 'Library');
  await app.getByRole('button', { name: 'New collection' }).click();
  await addSite(app, `${site.origin}/`);
  await expect.poll(() => proxy.asked.filter((url) => url.startsWith(site.origin))).toContain(`${site.origin}/`);
  expect(guard.unexpected()).toEqual([]);
  await context.close();
  await proxy.close();
});

function isAppFile(url: string, base: string): boolean {
  if (!url.startsWith(base)) return false;
  const path = join(distRoot, decodeURIComponent(new URL(url).pathname));
  return url === base || (existsSync(path) && statSync(path).isFile());
}

/** Every request on the network, from page, worker or service worker. `CONNECT host:port` for TLS, which is refused. */
interface RecordingProxy {
  readonly url: string;
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A forward proxy for plain HTTP. Give it to a browser context with `bypass: '<-loopback>'`, or loopback goes past it. */
async function recordingProxy(): Promise<RecordingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    forward(request, response);
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const { origin, close } = await listen(server);
  return { url: origin, asked, close };
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  if (!URL.canParse(request.url ?? '')) {
    response.writeHead(400).end();
    return;
  }
  const { method, headers } = request;
  const upstream = requestUpstream(new URL(request.url as string), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}
