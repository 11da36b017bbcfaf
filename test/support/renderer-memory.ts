import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Resident memory of the page's process, its workers included: that of the largest renderer. Linux and Chromium only. */
export async function readRendererBytes(page: Page): Promise<number> {
  const client = await page.context().browser()?.newBrowserCDPSession();
  if (client === undefined) throw new Error('the page has no browser');
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => readResident(id)));
}

function readResident(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+([0-9]+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}
