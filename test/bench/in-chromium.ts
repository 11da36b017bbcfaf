/** Index build and pipeline in a page of Chromium, compared with the peers in the same page: part of `npm run bench`, or run `in-chromium.ts [megabytes]`. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { buildKernel } from '../../scripts/build-kernel.mjs';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { bundlePage } from '../support/bundle-page.ts';
import { type Corpus, makeCorpus } from './corpus.ts';
import { median } from './measure.ts';
import type { IndexBuildCalls } from './page/index-build-page.ts';
import { readTexts } from './texts.ts';

type WithPage = { indexBuild: IndexBuildCalls };
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Measures wall time: a page has no other clock. Without Chromium it prints a line and does nothing. */
export async function reportChromium(corpus: Corpus, pairs: number, put: (line: string) => void): Promise<void> {
  const executablePath = findBrowser('chromium')?.path;
  if (executablePath === undefined) {
    put('\nno Chromium here: nothing measured in a page');
    return;
  }
  const sqlite = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');
  const bundled = await bundlePage({
    entry: here('./page/index-build-page.ts'),
    data: {
      '/kernel.wasm': await readFile((await buildKernel()).simd),
      '/sqlite3.wasm': await readFile(sqlite),
      '/corpus.json': JSON.stringify(corpus.files),
    },
  });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(bundled.url);
    await page.waitForFunction(() => 'indexBuild' in globalThis);
    put(`\n| ${corpus.name} in Chromium ${browser.version()}, wall | quire ms | peer ms | ratio (each pair) |`);
    put('|---|---|---|---|');
    let miniMs = 0;
    for (const peer of ['MiniSearch', 'SQLite FTS5']) {
      const { ownMs, peerMs, ratio, ratios } = await page.evaluate(
        ([name, count]) => (globalThis as unknown as WithPage).indexBuild.compare(name, count),
        [peer, pairs] as const,
      );
      const each = ratios.map((one) => one.toFixed(1)).join(' ');
      put(
        `| index build vs ${peer} | ${ownMs.toFixed(0)} | ${peerMs.toFixed(0)} | **${ratio.toFixed(1)}×** (${each}) |`,
      );
      if (peer === 'MiniSearch') miniMs = peerMs;
    }
    const { ms, files } = await page.evaluate(
      (rounds) => (globalThis as unknown as WithPage).indexBuild.ingest(rounds),
      pairs,
    );
    if (files !== corpus.files.length) throw new Error(`the pipeline took ${files} of ${corpus.files.length} files`);
    const own = median(ms);
    put(
      `| whole pipeline, all as Markdown | ${own.toFixed(0)} | ${miniMs.toFixed(0)} | **${(miniMs / own).toFixed(1)}×** |`,
    );
  } finally {
    await browser.close();
    await bundled.stop();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const megabytes = Number(process.argv[2] ?? 10);
  const corpus = makeCorpus(`${megabytes} MB`, readTexts(here('../../node_modules')), megabytes * 1e6);
  await reportChromium(corpus, Number(process.env.QUIRE_BENCH_PAIRS ?? 5), (line) => console.log(line));
}
