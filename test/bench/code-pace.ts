/**
 * Time from a real drop until all of a code folder is searchable, compared with Markdown of the same size, on the built app in Chromium: adjacent pairs, wall time, a new profile for each.
 * `npm run build`, then `code-pace.ts <folder of code> <folder of Markdown> [megabytes] [pairs]`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { startStaticServer } from '../../scripts/static-server.mjs';
import { dropOn } from '../browser/app/story.ts';
import { median } from './measure.ts';

const CODE = ['.py', '.ts', '.js', '.go', '.c', '.h', '.rs', '.java'];
const LARGEST_FILE = 300_000;
const [code = '', markdown = '', megabytes = '5', pairs = '7'] = process.argv.slice(2);

interface Tree {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

/** Copies files up to a number of bytes; folders get plain names, so that no rule skips one. */
async function copyTree(from: string, to: string, { isWanted, bytes, ext }: CopyOptions): Promise<Tree> {
  const copied = { files: 0, bytes: 0 };
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' }).sort()) {
    if (copied.bytes >= bytes) break;
    const path = join(from, name);
    if (!isWanted(name) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const { size } = statSync(path);
    if (size === 0 || size > LARGEST_FILE) continue;
    const folder = join(to, `part-${Math.floor(copied.files / 100)}`);
    mkdirSync(folder, { recursive: true });
    await copyFile(path, join(folder, `file-${copied.files}${ext ?? extname(name)}`));
    copied.files++;
    copied.bytes += size;
  }
  return { path: to, ...copied };
}

interface CopyOptions {
  readonly isWanted: (name: string) => boolean;
  readonly bytes: number;
  /** Instead of its own. */
  readonly ext?: string;
}

async function timeDrop(browser: Browser, url: string, tree: Tree): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('region', { name: 'Add a source' }).waitFor();
    // Background work after the start is over.
    await page.waitForTimeout(2_000);
    const start = performance.now();
    await dropOn(page, [tree.path]);
    await page.waitForFunction(
      (done) => {
        const text = document.body.textContent;
        return text.includes('Every file can be searched now') || text.includes(done);
      },
      `${tree.files.toLocaleString('en')} indexed`,
      { timeout: 600_000, polling: 'raf' },
    );
    return performance.now() - start;
  } finally {
    await context.close();
  }
}

const root = mkdtempSync(join(tmpdir(), 'quire-pace-'));
const server = await startStaticServer({ root: 'dist' });
const browser = await chromium.launch({ executablePath: findBrowser('chromium')?.path ?? '', args: ['--no-sandbox'] });
try {
  const isCode = (name: string): boolean => CODE.includes(extname(name));
  const own = await copyTree(resolve(code), join(root, 'code'), { isWanted: isCode, bytes: Number(megabytes) * 1e6 });
  const { bytes } = own;
  const real = { isWanted: (name: string) => name.endsWith('.md'), bytes };
  const trees = {
    markdown: await copyTree(resolve(markdown), join(root, 'markdown'), real),
    renamed: await copyTree(resolve(code), join(root, 'renamed'), { isWanted: isCode, bytes, ext: '.md' }),
  };
  console.log(JSON.stringify({ code: own, ...trees }));
  for (const [name, tree] of Object.entries(trees)) {
    const rows: { code: number; markdown: number }[] = [];
    for (let pair = 0; pair < Number(pairs); pair++) {
      const first = pair % 2 === 0 ? own : tree;
      const one = await timeDrop(browser, server.url, first);
      const other = await timeDrop(browser, server.url, first === own ? tree : own);
      rows.push(first === own ? { code: one, markdown: other } : { code: other, markdown: one });
    }
    // Per megabyte: real Markdown is cut at a file, not at a byte.
    const ratios = rows.map((row) => row.code / own.bytes / (row.markdown / tree.bytes)).sort((a, b) => a - b);
    console.log(
      `code / ${name}: ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}); ` +
        `code ${median(rows.map((row) => row.code)).toFixed(0)} ms, ${name} ${median(rows.map((row) => row.markdown)).toFixed(0)} ms`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
}
