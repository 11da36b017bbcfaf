import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';

/** Process of the page and its workers: the largest renderer. Linux and Chromium only. */
export async function findRenderer(
  browser: Browser | null,
): Promise<{ pid: number; bytes: number; peakBytes: number }> {
  const client = await browser?.newBrowserCDPSession();
  if (client === undefined) throw new Error('the page has no browser');
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const renderers = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => ({ pid: id, bytes: readStatus(id, 'VmRSS'), peakBytes: readStatus(id, 'VmHWM') }));
  const [largest] = renderers.sort((a, b) => b.peakBytes - a.peakBytes);
  if (largest === undefined) throw new Error('the browser has no renderer');
  return largest;
}

/** Returns the resident memory of the page and its workers. */
export async function readRendererBytes(page: Page): Promise<number> {
  return (await findRenderer(page.context().browser())).bytes;
}

function readStatus(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+([0-9]+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
}
