import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app-test.ts';
import { openSample } from './story.ts';
import { callTool, listTools, openWithWebMcp } from './web-mcp.ts';

const TOOLS =
  'check_citations crawl_status get_chunk list_collections list_outline list_symbols pack_context references search'.split(
    ' ',
  );

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium has WebMCP, behind a flag');

test("an agent reads a collection through the browser's WebMCP while every switch is on @long", async ({ server }) => {
  const { browser, context, guard, page, hasTools } = await openWithWebMcp(server.url);
  test.skip(!hasTools, 'this Chromium has no WebMCP');

  await openSample(page);
  expect(await listNames(page)).toEqual([]);

  await page.getByRole('link', { name: 'Settings' }).click();
  const other = await context.newPage();
  await other.goto(page.url());
  const allow = (tab: Page) => tab.getByRole('switch', { name: 'Let agents in this browser read this collection' });
  await expect(allow(other)).not.toBeChecked();
  await allow(page).click();
  for (const tab of [page, other]) await expect.poll(() => listNames(tab)).toEqual(TOOLS);
  await expect(allow(other)).toBeChecked();
  const {
    items: [collection],
  } = await callTool(page, 'list_collections', {});
  const { hits } = await callTool(page, 'search', { collection: collection.id, query: 'service worker' });
  expect(hits.length).toBeGreaterThan(0);
  const found = await callTool(page, 'get_chunk', { collection: collection.id, id: hits[0].id });
  expect(found.chunk.path).toBe(hits[0].path);
  const pack = await callTool(page, 'pack_context', {
    collection: collection.id,
    query: 'service worker',
    budget_tokens: 2000,
  });
  expect(pack.tokens).toBeLessThanOrEqual(2000);

  await allow(other).click();
  for (const tab of [other, page]) await expect.poll(() => listNames(tab)).toEqual([]);
  await expect(allow(page)).not.toBeChecked();
  expect(guard.unexpected()).toEqual([]);
  await browser.close();
});

async function listNames(page: Page): Promise<string[]> {
  return (await listTools(page)).map(({ name }) => name).sort();
}
