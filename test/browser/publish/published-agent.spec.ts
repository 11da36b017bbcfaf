import { expect, test } from '@playwright/test';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { exportWords } from '../../../src/ui/words/export.ts';
import { publishSite } from '../../support/published-folder.ts';
import { goTo } from '../app/story.ts';
import { callTool, listTools, openWithWebMcp } from '../app/web-mcp.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium has WebMCP, behind a flag');

test('an agent reads a published collection at once, a copy only by its switch, and every call is in the log @long', async () => {
  const site = await publishSite();
  const server = await startStaticServer({ root: site.root });
  const { browser, guard, page, hasTools } = await openWithWebMcp(`${server.url}docs/`);
  // The browser itself writes down what a tool refused.
  guard.allow(/WebMCP tool execution failed/);
  const call = (name: string, input: object) => callTool(page, name, input);
  try {
    test.skip(!hasTools, 'this Chromium has no WebMCP');
    await expect.poll(async () => (await listTools(page)).length).toBe(9);
    for (const { inputSchema } of await listTools(page))
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

    await goTo(page, 'Export');
    await page.getByRole('button', { name: 'Keep a copy' }).click();
    await expect(page.getByText(exportWords.kept).first()).toBeVisible();
    const copy = decodeURIComponent(/#\/c\/([^/?]+)/.exec(page.url())?.[1] ?? '');
    await expect(call('search', { collection: copy, query: 'lantern' })).rejects.toThrow();

    await page.goto(`${server.url}docs/#/c/${encodeURIComponent(collection)}`);
    await goTo(page, 'Settings');
    await page.getByText(/Agent calls in this session: 6/).click();
    const log = page.getByRole('region', { name: 'Agent calls in this session' });
    await expect(log.getByRole('row')).toHaveCount(7);
    await expect(log).toContainText('refused: access is off');
    await expect(log).toContainText('refused: bad input');
    await page.getByRole('switch', { name: 'Let agents in this browser read this collection' }).click();
    await expect.poll(async () => (await listTools(page)).length).toBe(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await listTools(page)).length).toBe(0);
    expect(guard.unexpected()).toEqual([]);
  } finally {
    await browser.close();
    await server.stop();
    site.remove();
  }
});
