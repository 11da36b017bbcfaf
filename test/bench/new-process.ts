import { readFile } from 'node:fs/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { buildKernel } from '../../scripts/build-kernel.mjs';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { type BundledPage, bundlePage } from '../support/bundle-page.ts';

export type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

const here = (path: string): string => new URL(path, import.meta.url).pathname;

/** Serves a page that runs a benchmark's worker. */
export async function bundleWorker(
  worker: string,
  options: { readonly port?: number; readonly data: Readonly<Record<string, string>> },
): Promise<BundledPage> {
  const wasm = await readFile((await buildKernel()).simd);
  const data = { '/kernel.wasm': wasm, ...options.data };
  return bundlePage({ ...options, entry: here('./page/call-worker.ts'), worker: here(worker), data });
}

/** Opens the page in a new Chromium process that keeps its storage in `profile`. */
export async function inNewProcess<T>(profile: string, url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser('chromium')?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(0);
    await page.goto(url);
    await page.waitForFunction(() => 'callWorker' in globalThis);
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Runs one of the worker's calls in the page. */
export function callPage<T>(page: Page, name: string, value?: unknown): Promise<T> {
  return page.evaluate(
    ([call, argument]) =>
      (globalThis as unknown as { callWorker(name: unknown, value: unknown): Promise<T> }).callWorker(call, argument),
    [name, value] as const,
  );
}
