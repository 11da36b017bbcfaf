import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWebKit } from '../../scripts/find-browser.mjs';
import { main } from '../harness/main.ts';
import { openWebKit, type WebKitPage } from './web-driver.ts';

const place = findWebKit();

describe.skipIf(place === undefined)('a single page made by the harness, in WebKitGTK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-page-'));
  const file = join(folder, 'page.html');
  let page: WebKitPage;

  beforeAll(async () => {
    writeFileSync(join(folder, 'ducks.md'), '# Ducks\n\nDucks dive for food.\n');
    writeFileSync(join(folder, 'herons.md'), '# Herons\n\nHerons wade and wait.\n');
    expect(await main(['page', folder, '--out', file])).toBe(0);
    page = await openWebKit(place as NonNullable<typeof place>);
  });
  afterAll(async () => {
    await page?.close();
    rmSync(folder, { recursive: true });
  });

  it('opens from disk, finds and shows a text, and requests nothing', async () => {
    await page.goTo(pathToFileURL(file).href);
    await page.waitForText(/This page is one file with its collection/);
    await page.type("//input[@type='search']", 'herons wade');
    await page.click("//*[@aria-label='Results' or @aria-label='results']//a");
    expect(await page.waitForText(/Add to pack/)).toContain('Herons wade and wait.');
    const requests = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(requests.filter((name) => /^(?:https?|file):/.test(name))).toEqual([]);
  });
});
