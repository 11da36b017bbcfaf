import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { addSite, button, expect, onlyChromium, test } from '../../browser/sites/sites-test.ts';
import { type FakeSite, fakeSite, page } from '../../support/fake-site.ts';

onlyChromium();

const PAGES = 10_000;
const MAX_PER_SEC = 50;

test('[S12] [S15] a crawl of 10,000 pages has flat memory and can be paused', async ({ page: app, browser }) => {
  const site = await openSite();
  await app.goto('./');
  await watchFrames(app);
  await addSite(app, `${site.origin}/`, {
    'Max pages': '20000',
    'Parallel requests': '20',
    'Max requests per second': String(MAX_PER_SEC),
  });
  const memory: [pages: number, bytes: number][] = [];
  const pauses: number[] = [];
  for (let next = 1_000; next <= PAGES; next += 1_000) {
    await expect.poll(() => site.requests.length, { timeout: 300_000, intervals: [500] }).toBeGreaterThan(next - 1);
    memory.push([next, await measureMemory(browser)]);
    if (next % 3_000 === 0) pauses.push(await pauseAndResume(app, site));
  }
  await expect(button(app, 'Retry failed')).toBeVisible({ timeout: 300_000 });
  const summary = await app.getByRole('article').first().textContent();
  const frames = await app.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  const report = { ...toPace(site), memory, pauses, frames: toSpread(frames), summary };
  console.log(JSON.stringify(report, undefined, 1));
  expect(summary ?? '').toMatch(/10,000 saved/);
  expect(summary ?? '').toMatch(/\b0 errors/);
  expect(pauses).toEqual([0, 0, 0]);
  expect(report.mostInTenSeconds).toBeLessThanOrEqual(MAX_PER_SEC * 10 + 1);
  const grown = (memory.at(-1)?.[1] ?? 0) - (memory[1]?.[1] ?? 0);
  // Resident memory, garbage included, of crawl, index and screens together.
  expect(grown / 8_000).toBeLessThan(40_000);

  // A recrawl of the same size, stopped in the middle: nothing is lost.
  site.clear();
  await app.getByRole('link', { name: 'Library', exact: true }).click();
  await app.getByRole('button', { name: /^Sync / }).click();
  await expect.poll(() => site.requests.length, { timeout: 120_000 }).toBeGreaterThan(200);
  await button(app, 'Stop').click();
  await expect(app.getByText('stopped', { exact: true })).toBeVisible({ timeout: 20_000 });
  const after = site.requests.length;
  await app.waitForTimeout(3_000);
  expect(site.requests.length).toBe(after);
  await app.getByRole('link', { name: 'Show pages' }).first().click();
  await expect(app.getByText(/^10k pages$|^10,000 pages$/)).toBeVisible({ timeout: 60_000 });
  await site.close();
});

async function openSite(): Promise<FakeSite> {
  return fakeSite({
    '/robots.txt': { status: 404 },
    '*': ({ path }) => {
      const n = path === '/' ? 0 : Number(/^\/s\d+\/p(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      if (Number.isNaN(n)) return { status: 404 };
      const links = Array.from({ length: 12 }, (_, i) => n * 10 + i + 1).filter((next) => next < PAGES);
      const text = Array.from({ length: 60 }, (_, i) => `Word${(n * 7 + i * 13) % 5_000} of page ${n}.`).join(' ');
      return page(
        `Page ${n}`,
        links.map((next) => `/s${next % 20}/p${next}`),
        text,
      );
    },
  });
}

/** Times between frames: a page that does not answer misses them. */
function watchFrames(app: Page): Promise<void> {
  return app.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const look = (): void => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Resident bytes of the renderers: page and workers share one process. */
async function measureMemory(browser: Browser): Promise<number> {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1_024);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Requests that came while the job was paused. */
async function pauseAndResume(app: Page, site: FakeSite): Promise<number> {
  await button(app, 'Pause').click();
  await expect(button(app, 'Resume')).toBeVisible();
  await app.waitForTimeout(1_000);
  const held = site.requests.length;
  await app.waitForTimeout(2_000);
  const came = site.requests.length - held;
  await button(app, 'Resume').click();
  return came;
}

function toPace(site: FakeSite) {
  const times = site.requests.map(({ at }) => at);
  // A busy machine delivers in bursts what was sent evenly: one second is too short to judge 20 ms by.
  const mostInTenSeconds = countMost(times, 10_000);
  const gaps = times.slice(1).map((at, i) => at - (times[i] as number));
  return { requests: times.length, mostInTenSeconds, gapMs: toSpread(gaps) };
}

function countMost(times: readonly number[], windowMs: number): number {
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while ((times[to] as number) - (times[from] as number) >= windowMs) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

function toSpread(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
}
