import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { bundlePage } from '../../support/bundle-page.ts';
import { BAD_SITES } from './bad-sites.ts';
import { type ObservedCrawl, observeCrawl } from './observe-crawl.ts';
import type { ObserveCrawl } from './page/main.ts';

const entry = fileURLToPath(new URL('./page/main.ts', import.meta.url));

/** Events that each site must cause at least, in every environment. */
const SAID: Readonly<Record<string, (seen: ObservedCrawl) => readonly unknown[]>> = {
  'the whole cascade': (seen) => [
    Object.keys(seen.files).length === 6,
    /secret\S* robots-disallow/.test(`${seen.drops}`),
  ],
  'the pattern of Markdown is learned': (seen) => [seen.milestones.includes('patterns-learned')],
  'soft 404': (seen) => [/soft-404/.test(`${seen.problems}`), /b soft-404 200 1/.test(`${seen.failed}`)],
  'redirects in and out of scope': (seen) => [
    /old duplicate/.test(`${seen.drops}`),
    /away private-address/.test(`${seen.drops}`),
    /round network 0 2/.test(`${seen.failed}`),
  ],
  'robots with a delay': (seen) => [/secret\/a robots-disallow/.test(`${seen.drops}`)],
  '429 with Retry-After': (seen) => [/busy http-429/.test(`${seen.retries}`), seen.status.errors === 0],
  'a burst of 5xx': (seen) => [seen.breaker.includes('open'), seen.status.errors === 6, seen.status.saved === 4],
  'slow, cut, hanging and endless bodies': (seen) => [
    /big too-large 200 1/.test(`${seen.failed}`),
    /hang timeout 0 3/.test(`${seen.failed}`),
    seen.retries.filter((line) => /cut network/.test(line)).length === 2,
    'slow.md' in seen.files,
  ],
  'wrong types and charsets': (seen) => [
    seen.files['latin.md'] === '# Café\n\ncrème\n',
    /^# При\n/.test(seen.files['meta.md'] ?? ''),
    seen.failed.filter((line) => /not-text/.test(line)).length === 2,
    /html-as-text/.test(`${seen.problems}`),
  ],
  'hash routes, tracking parameters, slashes and case': (seen) => [
    seen.status.saved === 5,
    /q\?page=2 query-skip/.test(`${seen.drops}`),
  ],
  'loops of links and of indexes': (seen) => [/index-loop/.test(`${seen.problems}`)],
};

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
    expect(SAID[name]?.(inNode), name).not.toContain(false);
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
