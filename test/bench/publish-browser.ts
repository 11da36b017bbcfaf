import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { startStaticServer } from '../../scripts/static-server.mjs';
import { createMeter } from '../../src/publish/read/request.ts';

export const HITS = 10;

export interface Cost {
  readonly requests: number;
  readonly bytes: number;
  readonly roundTrips: number;
}

export interface Asked {
  readonly first: Cost;
  /** Part of `first` that is not data: scripts and the engine itself. */
  readonly shellBytes: number;
  readonly later: readonly Cost[];
  /** Paths of the pages found by each question, best first. */
  readonly found: readonly (readonly string[])[];
}

/** How to query one engine in a page of Chromium. */
export interface Contender {
  readonly page: string;
  /** Requests below this path are its own. */
  readonly path: string;
  readonly isShell: (path: string) => boolean;
  prepare(page: Page): Promise<void>;
  search(page: Page, text: string): Promise<string[]>;
}

/** Every request is counted by the server that answers it. A new profile: nothing is in any cache. */
export async function askInChromium(root: string, contender: Contender, queries: readonly string[]): Promise<Asked> {
  const server = await startStaticServer({ root });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const { meter, counted } = countRequests(page, contender);
    await page.goto(server.url + contender.page);
    await contender.prepare(page);
    const costs: Cost[] = [];
    const found: string[][] = [];
    let before: Cost = { requests: 0, bytes: 0, roundTrips: 0 };
    for (const text of queries) {
      found.push(await contender.search(page, text));
      await Promise.all(counted.splice(0));
      const now = meter.read();
      costs.push({
        requests: now.requests - before.requests,
        bytes: now.bytes - before.bytes,
        roundTrips: now.roundTrips - before.roundTrips,
      });
      before = now;
    }
    const [first, ...later] = costs;
    if (first === undefined) throw new Error('nothing was asked');
    return { first, shellBytes: meter.shellBytes, later, found };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * Counts requests of the page and its workers. A request starts when the page makes it, not when it reaches the server: over HTTP/1.1 Chromium sends
 * six at a time to one host, and the others wait; over HTTP/2 they would not.
 */
function countRequests(page: Page, { path, isShell }: Contender) {
  const meter = { ...createMeter(), shellBytes: 0 };
  const counted: Promise<void>[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith(path)) return;
    const own = meter.begin();
    counted.push(
      request.response().then(async (response) => {
        await response?.finished();
        const bytes = Number(response?.headers()['content-length'] ?? 0);
        if (isShell(pathname)) meter.shellBytes += bytes;
        own.bytes(bytes);
        own.end();
      }),
    );
  });
  return { meter, counted };
}

function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--enable-features=WebMCP'],
  });
}

interface PageTool {
  readonly name: string;
}
interface PageModelContext {
  getTools(): Promise<PageTool[]>;
  executeTool(tool: PageTool, input: object): Promise<string>;
}

/** The published page itself, asked by its own tool: the app, its workers and its engine as everybody gets them. */
export const quire: Contender = {
  page: 'quire/',
  path: '/quire/collection/',
  isShell: () => false,
  async prepare(page) {
    await page.evaluate(async () => {
      const { modelContext } = document as unknown as { modelContext: PageModelContext };
      while (!(await modelContext.getTools()).some(({ name }) => name === 'search'))
        await new Promise((resolve) => setTimeout(resolve, 100));
    });
  },
  search: (page, text) =>
    page.evaluate(
      async ([query, limit]) => {
        const { modelContext } = document as unknown as { modelContext: PageModelContext };
        const tool = (await modelContext.getTools()).find(({ name }) => name === 'search');
        const collection = `published:${new URL('collection/', location.href).href}`;
        const { hits } = JSON.parse(await modelContext.executeTool(tool as PageTool, { collection, query, limit })) as {
          hits: { path: string }[];
        };
        return hits.map(({ path }) => path);
      },
      [text, HITS] as const,
    ),
};

/** As its own interface does: the script once, then each search and the data of its first hits. */
export const pagefind: Contender = {
  page: 'empty.html',
  path: '/pagefind/',
  isShell: (path) => /\.js$|wasm\./.test(path),
  prepare: async () => {},
  search: (page, text) =>
    page.evaluate(
      async ([query, limit]) => {
        const at = '/pagefind/pagefind.js';
        const engine = (await import(at)) as {
          search(text: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
        };
        const { results } = await engine.search(query);
        const hits = await Promise.all(results.slice(0, limit).map((result) => result.data()));
        return hits.map(({ url }) => decodeURIComponent(url).replace(/^\//, ''));
      },
      [text, HITS] as const,
    ),
};
