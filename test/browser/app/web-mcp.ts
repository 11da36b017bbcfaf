import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { leaveOutServiceWorker } from '../../support/app-test.ts';
import { guardConsole } from '../../support/console-guard.ts';

interface PageTool {
  readonly name: string;
  readonly inputSchema: unknown;
}
type WithTools = {
  modelContext: { getTools(): Promise<PageTool[]>; executeTool(tool: PageTool, input: object): Promise<string> };
};

/** A page in a Chromium of its own with the flag for WebMCP; `hasTools` says whether this Chromium has it. */
export async function openWithWebMcp(url: string) {
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--enable-features=WebMCP'],
  });
  const context = await browser.newContext();
  const guard = await guardConsole(context);
  await context.addInitScript(leaveOutServiceWorker);
  const page = await context.newPage();
  await page.goto(url);
  const hasTools = await page.evaluate(() => 'modelContext' in document);
  return { browser, context, guard, page, hasTools };
}

export function listTools(page: Page): Promise<PageTool[]> {
  return page.evaluate(async () => {
    const tools = await (document as unknown as WithTools).modelContext.getTools();
    return tools.map(({ name, inputSchema }) => ({ name, inputSchema }));
  });
}

export function callTool(page: Page, name: string, input: object) {
  return page.evaluate(
    async ([toolName, toolInput]) => {
      const { modelContext } = document as unknown as WithTools;
      const tool = (await modelContext.getTools()).find((each) => each.name === toolName);
      return JSON.parse(await modelContext.executeTool(tool as PageTool, toolInput));
    },
    [name, input] as const,
  );
}
