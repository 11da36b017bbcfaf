import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { expect, test } from '../../support/app-test.ts';
import { guardConsole } from '../../support/console-guard.ts';

interface PageTool {
  readonly name: string;
}
interface PageModelContext {
  getTools(): Promise<PageTool[]>;
  executeTool(tool: PageTool, input: object): Promise<string>;
}

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium has WebMCP, behind a flag');

test("an agent reads a collection through the browser's WebMCP while every switch is on", async ({ server }) => {
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--enable-features=WebMCP'],
  });
  const context = await browser.newContext();
  const guard = await guardConsole(context);
  const page = await context.newPage();
  await page.goto(server.url);
  test.skip(!(await page.evaluate(() => 'modelContext' in document)), 'this Chromium has no WebMCP');

  await page.getByRole('button', { name: 'Open sample' }).click();
  await expect(page.getByText(/^Finished: \d+ indexed/).first()).toBeAttached();
  expect(await listNames(page)).toEqual([]);

  await page.getByRole('link', { name: 'Settings' }).click();
  const other = await context.newPage();
  await other.goto(page.url());
  const allow = (tab: Page) => tab.getByRole('switch', { name: 'Let agents in this browser read this collection' });
  await expect(allow(other)).not.toBeChecked();
  await allow(page).click();
  for (const tab of [page, other])
    await expect
      .poll(() => listNames(tab))
      .toEqual([
        'check_citations',
        'crawl_status',
        'get_chunk',
        'list_collections',
        'list_outline',
        'list_symbols',
        'pack_context',
        'search',
      ]);
  await expect(allow(other)).toBeChecked();
  const {
    items: [collection],
  } = await call(page, 'list_collections', {});
  const { hits } = await call(page, 'search', { collection: collection.id, query: 'service worker' });
  expect(hits.length).toBeGreaterThan(0);
  const found = await call(page, 'get_chunk', { collection: collection.id, id: hits[0].id });
  expect(found.chunk.path).toBe(hits[0].path);
  const pack = await call(page, 'pack_context', {
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

function listNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { modelContext } = document as unknown as { modelContext: PageModelContext };
    return (await modelContext.getTools()).map(({ name }) => name).sort();
  });
}

function call(page: Page, name: string, input: object) {
  return page.evaluate(
    async ([toolName, toolInput]) => {
      const { modelContext } = document as unknown as { modelContext: PageModelContext };
      const tool = (await modelContext.getTools()).find((each) => each.name === toolName);
      return JSON.parse(await modelContext.executeTool(tool as PageTool, toolInput));
    },
    [name, input] as const,
  );
}
