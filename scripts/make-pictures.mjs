import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { startStaticServer } from './static-server.mjs';

/** Pictures of the built app for the README, made from the bundled sample so that they never show anyone's files. */
const out = resolve(process.argv[2] ?? 'docs/pictures');
const root = resolve(process.env.QUIRE_DIST ?? 'dist');

mkdirSync(out, { recursive: true });
const server = await startStaticServer({ root });
const browser = await chromium.launch({
  executablePath: findBrowser('chromium')?.path,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const wide = { width: 1440, height: 860 };
  await takeAll({ colorScheme: 'light', viewport: wide, suffix: 'light' });
  await takeAll({ colorScheme: 'dark', viewport: wide, suffix: 'dark', only: ['search'] });
  await takeAll({ colorScheme: 'light', viewport: { width: 360, height: 740 }, suffix: 'small', only: ['search'] });
  await takeTour();
} finally {
  await browser.close();
  await server.stop();
}

async function takeAll({ colorScheme, viewport, suffix, only }) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  const take = async (name) => {
    if (only?.includes(name) ?? true) await page.screenshot({ path: resolve(out, `${name}-${suffix}.png`) });
  };
  await page.goto(server.url);
  await page.getByRole('region', { name: 'Add a source' }).waitFor();
  await take('first-run');
  await page.getByRole('button', { name: 'Open sample' }).click();
  await page.getByRole('link', { name: /indexed/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search this collection' }).fill('index shard');
  await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor();
  if (suffix !== 'small') await page.getByRole('region', { name: 'Chunk' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForTimeout(800);
  await take('search');
  if (only) return context.close();
  const go = (name) =>
    page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name, exact: true }).click();
  await go('Files');
  await page.getByRole('tree', { name: 'Files' }).waitFor();
  await page.waitForTimeout(500);
  await take('files');
  await go('Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('how are shards updated');
  await page.getByRole('region', { name: 'Preview' }).locator('pre').waitFor({ timeout: 30_000 });
  await take('pack');
  await go('Export');
  await page.getByRole('button', { name: 'Download full archive' }).waitFor();
  await page.waitForTimeout(800);
  await take('export');
  await go('Settings');
  const keep = page.getByRole('button', { name: /^Download everything/ });
  await keep.waitFor({ timeout: 30_000 });
  await keep.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  await take('settings');
  await context.close();
}

/** An animation from a dropped folder to a checked answer, about the project's own documents. */
async function takeTour() {
  const viewport = { width: 1000, height: 640 };
  const context = await browser.newContext({
    viewport,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const frames = [];
  const take = async (shownMs) => frames.push({ png: await page.screenshot(), shownMs });
  const go = (name) =>
    page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name, exact: true }).click();
  await page.goto(server.url);
  await page.getByRole('region', { name: 'Add a source' }).waitFor();
  await take(1_500);
  const client = await context.newCDPSession(page);
  const data = { items: [], files: [resolve('docs')], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await client.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
    if (type === 'dragOver') await page.waitForTimeout(300);
    if (type === 'dragOver') await take(900);
  }
  await page.getByRole('link', { name: /indexed/ }).waitFor({ timeout: 60_000 });
  await page.getByText('Where to start').waitFor();
  await page.waitForTimeout(1_000);
  await take(2_200);
  await page.getByRole('button', { name: 'Close' }).first().click();
  const box = page.getByRole('searchbox', { name: 'Search this collection' });
  for (const typed of ['how a site', 'how a site is read']) {
    await box.fill(typed);
    await page.getByRole('region', { name: 'Chunk' }).waitFor();
    await page.waitForTimeout(1_200);
    await take(typed === 'how a site' ? 700 : 1_800);
  }
  await go('Pack');
  await page.getByRole('region', { name: 'Preview' }).locator('pre').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Copy pack' }).click();
  await page.waitForTimeout(500);
  await take(2_000);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Check an answer' }).click();
  const answer =
    'A wave “contains every URL at one distance from the start” (sites.md:8). A crawl also reads your mail (sites.md:900).';
  await page.getByRole('textbox', { name: 'Model answer' }).fill(answer);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('list', { name: 'Citations' }).getByRole('listitem').last().scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  await take(3_000);
  writeFileSync(resolve(out, 'tour.png'), toAnimation(frames));
  await context.close();
}

/** Joins PNG files of one size and colour type to an animated PNG, which needs no decoding: a frame is the data of its file. */
function toAnimation(frames) {
  const number = (value, bytes = 4) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntBE(value, 0, bytes);
    return buffer;
  };
  const chunk = (type, ...parts) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
    return Buffer.concat([number(body.length - 4), body, number(crc32(body))]);
  };
  const [first] = frames;
  const head = readChunks(first.png).find(({ type }) => type === 'IHDR').data;
  let sequence = 0;
  const shown = frames.flatMap(({ png, shownMs }, i) => {
    const place = [head.subarray(0, 8), number(0), number(0), number(shownMs, 2), number(1_000, 2), number(0, 2)];
    const control = chunk('fcTL', number(sequence++), ...place);
    const data = readChunks(png).filter(({ type }) => type === 'IDAT');
    return [
      control,
      ...data.map((one) => (i === 0 ? chunk('IDAT', one.data) : chunk('fdAT', number(sequence++), one.data))),
    ];
  });
  const count = chunk('acTL', number(frames.length), number(0));
  return Buffer.concat([first.png.subarray(0, 8), chunk('IHDR', head), count, ...shown, chunk('IEND')]);
}

function readChunks(png) {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}
