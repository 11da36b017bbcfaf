import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWebKit } from '../../scripts/find-browser.mjs';
import { type MadePage, makeSinglePage } from '../support/single-page.ts';
import { openWebKit, type WebKitPage } from './web-driver.ts';

const place = findWebKit();

describe.skipIf(place === undefined)('a single page in WebKitGTK', () => {
  let made: MadePage;
  let page: WebKitPage;

  beforeAll(async () => {
    made = await makeSinglePage({
      'ducks.md': '# Ducks\n\nDucks dive for food.\n',
      'herons.md': '# Herons\n\nHerons wade and wait.\n',
    });
    page = await openWebKit(place as NonNullable<typeof place>);
  });
  afterAll(async () => {
    await page?.close();
    made?.remove();
  });

  it('opens from disk, finds and shows a text, and requests nothing', async () => {
    await page.goTo(made.url);
    const start = await page.waitForText(/This page is one file with its collection/);
    expect(start).toContain('0 requests');
    await page.type("//input[@type='search']", 'herons wade');
    await page.click("//*[@aria-label='Results' or @aria-label='results']//a");
    expect(await page.waitForText(/Add to pack/)).toContain('Herons wade and wait.');
  });
});
