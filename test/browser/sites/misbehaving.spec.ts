import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { bundlePage } from '../../support/bundle-page.ts';
import { BAD_SITES } from './bad-sites.ts';
import { type ObservedCrawl, observeCrawl } from './observe-crawl.ts';
import type { ObserveCrawl } from './page/main.ts';

const entry = fileURLToPath(new URL('./page/main.ts', import.meta.url));

test.skip(({ browserName }) => browserName !== 'chromium', 'one browser is enough for the crawl itself');

test('[S1]–[S12] a misbehaving site gives the same report and files as in Node @long', async ({ page }) => {
  const bundled = await bundlePage({ entry });
  await page.goto(bundled.url);
  await page.waitForFunction(() => 'observeCrawl' in globalThis);
  for (const [name, open] of Object.entries(BAD_SITES)) {
    const here = await open();
    const inNode = toPlain(await observeCrawl(here.options), here.site.origin);
    await here.close();
    const there = await open();
    const seen = await page.evaluate(
      (options) => (globalThis as unknown as { observeCrawl: ObserveCrawl }).observeCrawl(options),
      there.options,
    );
    await there.close();
    expect(Object.keys(inNode.files), name).not.toEqual([]);
    expect(toPlain(seen, there.site.origin), name).toEqual(inNode);
  }
  await bundled.stop();
});

/** Ports differ from run to run, and with them the hashes of URLs in names. */
function toPlain(seen: ObservedCrawl, origin: string): ObservedCrawl {
  const plain = JSON.stringify(seen)
    .replaceAll(origin, 'http://site')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://other');
  return JSON.parse(plain.replace(/@[0-9a-f]{8}\.md/g, '@hash.md')) as ObservedCrawl;
}
