import { chromium, expect, test } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { exportWords } from '../../../src/ui/words/export.ts';
import { leaveOutServiceWorker } from '../../support/app-test.ts';
import { guardConsole } from '../../support/console-guard.ts';
import { publishSite } from '../../support/published-folder.ts';

interface PageTool {
  readonly name: string;
  readonly inputSchema: unknown;
}
interface PageModelContext {
  getTools(): Promise<PageTool[]>;
  executeTool(tool: PageTool, input: object): Promise<string>;
}

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium has WebMCP, behind a flag');

test('an agent reads a published collection at once, a copy only by its switch, and every call is in the log @long', async () => {
  const site = await publishSite();
  const server = await startStaticServer({ root: site.root });
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--enable-features=WebMCP'],
  });
  const context = await browser.newContext();
  const guard = await guardConsole(context);
  await context.addInitScript(leaveOutServiceWorker);
  // The browser itself writes down what a tool refused.
  guard.allow(/WebMCP tool execution failed/);
  const page = await context.newPage();
  try {
    await page.goto(`${server.url}docs/`);
    test.skip(!(await page.evaluate(() => 'modelContext' in document)), 'this Chromium has no WebMCP');
    const listTools = () =>
      page.evaluate(async () => {
        const { modelContext } = document as unknown as { modelContext: PageModelContext };
        return (await modelContext.getTools()).map(({ name, inputSchema }) => ({ name, inputSchema }));
      });
    const call = (name: string, input: object) =>
      page.evaluate(
        async ([toolName, toolInput]) => {
          const { modelContext } = document as unknown as { modelContext: PageModelContext };
          const tool = (await modelContext.getTools()).find((each) => each.name === toolName);
          return JSON.parse(await modelContext.executeTool(tool as PageTool, toolInput));
        },
        [name, input] as const,
      );
    await expect.poll(async () => (await listTools()).length).toBe(8);
    for (const { inputSchema } of await listTools())
      expect(JSON.stringify(inputSchema)).toContain('additionalProperties');
    const { items } = await call('list_collections', {});
    expect(items).toHaveLength(1);
    const collection = items[0].id;
    const found = await call('search', { collection, query: 'lantern', limit: 3 });
    expect(found).toMatchObject({ total: 60, next_cursor: '3' });
    const next = await call('search', { collection, query: 'lantern', limit: 3, cursor: found.next_cursor });
    expect(next.hits[0].ref).not.toBe(found.hits[0].ref);
    expect(JSON.stringify(await call('get_chunk', { collection, id: found.hits[0].id }))).toContain('lantern of page');
    await expect(call('search', { collection, query: 5 })).rejects.toThrow();

    await page.getByRole('link', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Keep a copy' }).click();
    await expect(page.getByText(exportWords.kept).first()).toBeVisible();
    const copy = decodeURIComponent(/#\/c\/([^/?]+)/.exec(page.url())?.[1] ?? '');
    await expect(call('search', { collection: copy, query: 'lantern' })).rejects.toThrow();

    await page.goto(`${server.url}docs/#/c/${encodeURIComponent(collection)}`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText(/Agent calls in this session: 6/).click();
    const log = page.getByRole('region', { name: 'Agent calls in this session' });
    await expect(log.getByRole('row')).toHaveCount(7);
    await expect(log).toContainText('refused: access is off');
    await expect(log).toContainText('refused: bad input');
    await page.getByRole('switch', { name: 'Let agents in this browser read this collection' }).click();
    await expect.poll(async () => (await listTools()).length).toBe(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await listTools()).length).toBe(0);
    expect(guard.unexpected()).toEqual([]);
  } finally {
    await browser.close();
    await server.stop();
    site.remove();
  }
});
