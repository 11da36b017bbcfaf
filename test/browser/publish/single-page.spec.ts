import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { readApp } from '../../../src/cli/targets.ts';
import type { Engine } from '../../../src/engine/contract.ts';
import { PROBLEMS } from '../../../src/ui/words/problems.ts';
import { expect, test } from '../../support/app-test.ts';
import { type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { readFixtures } from '../../support/published-folder.ts';
import { distRoot } from '../../support/serve-dist.ts';
import { dropOn, goTo, results, search } from '../app/story.ts';

/** Fifty questions about the formats: words of their headings and sentences, filters and phrases. */
const QUESTIONS = [
  ...'manifest block proof head words text ids files outlines assets segment leaf dictionary postings chunk'.split(' '),
  ...'heading lines export index settings store bundle hash sha256 deflate padding varint directory root'.split(' '),
  ...['block of bytes', 'file table', 'first answer', 'raw deflate', 'short ids', 'body lengths', 'token count'],
  ...[
    '"the file table"',
    '"in the directory"',
    'path:published block',
    'path:store hash',
    'heading path',
    'stored size',
  ],
  ...['symbols and lines', 'refused input', 'cost of a query', 'compact archive', 'skipped paths', 'warnings of files'],
  ...['identical bytes', 'little endian'],
];

let made: MadePage;
test.beforeAll(async () => {
  made = await makeSinglePage(readFixtures().prose ?? {});
});
test.afterAll(() => made.remove());

function watchRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== made.url && !/^(blob|data):/.test(request.url())) urls.push(request.url());
  });
  return urls;
}

async function readHits(page: Page): Promise<string[]> {
  const links = results(page).getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.slice(0, 5).map((href) => /\/k\/([^?/]+)/.exec(href)?.[1] ?? '');
}

for (const [count, every] of [
  ['ten', 5],
  ['fifty', 1],
] as const)
  test(`a single page answers ${count} questions from disk as the app does, and requests nothing`, {
    tag: every === 1 ? '@long' : '@long-in-firefox',
  }, async ({ page }) => {
    test.slow();
    const requests = watchRequests(page);
    await page.goto(made.url);
    await expect(page.locator('body')).toContainText('worker, wasm simd');
    const { engine, id } = made.local;
    expect(QUESTIONS).toHaveLength(50);
    for (const question of QUESTIONS.filter((_, i) => i % every === 0)) {
      const { hits } = await engine.search(id, `${question} `, { fold: true, limit: 50 });
      await search(page, `${question} `);
      await expect.poll(() => readHits(page), question).toEqual(hits.slice(0, 5).map((hit) => hit.id.slice(0, 12)));
    }
    await results(page).first().getByRole('link').first().click();
    const reader = page.getByRole('region', { name: 'Chunk' });
    await reader.getByRole('button', { name: 'Regular expression' }).click();
    await reader.getByRole('searchbox', { name: 'Find in file' }).fill('(\\w+) (?=\\w)');
    await expect(reader.getByRole('status').first()).toHaveText(/^[\d,]+$/);
    expect(requests).toEqual([]);
  });

test('a single page makes packs, checks citations, and says how to keep a copy @long', async ({ page }) => {
  const requests = watchRequests(page);
  await page.goto(made.url);
  await search(page, 'proof ');
  await expect(results(page).first()).toBeVisible();
  await goTo(page, 'Pack');
  await page.getByRole('textbox', { name: 'Question' }).fill('proof of a block');
  await expect(page.getByRole('list', { name: 'In this pack' })).toContainText('published.md');
  await page.getByRole('link', { name: 'Check an answer' }).click();
  await expect(page.getByRole('heading', { name: 'Check an answer' })).toBeVisible();
  // By keys: the driver of Firefox fills a box by its setter, and React does not notice.
  await page.getByRole('textbox', { name: 'Model answer' }).pressSequentially('See published.md:1.');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Citations' })).toContainText('Exists');
  await goTo(page, 'Export');
  await expect(page.getByText('drop this file there')).toBeVisible();
  expect(requests).toEqual([]);
});

test('a single page that was cut off or changed says so @long-in-firefox', async ({ page, consoleGuard }) => {
  // A script with another hash is reported by the browser; Firefox sometimes also reports the damaged bytes, which the page handles.
  consoleGuard.allow(/script-src|Content.Security.Policy|input data is corrupted|reaching the stream end/i);
  const words = PROBLEMS['publish/bad-page'];
  const swap = (pattern: RegExp) =>
    made.html.replace(pattern, (text) => text.slice(0, -40) + [...text.slice(-40)].reverse().join(''));
  try {
    made.rewrite(made.html.slice(0, made.html.length - 5_000));
    await page.goto(made.url);
    await expect(page.getByText(words)).toBeVisible();
    // The head, which every start reads; the other parts of the index are verified when they are needed.
    const index = /data-file="index-\w+\.bin">[^<]{80}/;
    for (const part of [/id="quire-app">[^<]*/, /id="quire-kernel">[^<]*/, index]) {
      made.rewrite(swap(part));
      await page.goto('about:blank');
      await page.goto(made.url);
      await expect(page.getByText(words)).toBeVisible();
    }
  } finally {
    made.rewrite(made.html);
  }
});

test('a single page that is dropped on the app becomes a collection there, with a name of its own @long', async ({
  page,
}) => {
  await page.goto('./');
  await dropOn(page, [made.path]);
  await search(page, 'proof ');
  await expect(results(page).first()).toContainText('published.md');
  await goTo(page, 'Library');
  await dropOn(page, [made.path]);
  await page.getByRole('dialog').getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByRole('button', { name: /^Collection: .* 2/ })).toBeVisible();
});

interface MadePage {
  readonly local: { readonly engine: Engine; readonly id: string };
  readonly html: string;
  readonly path: string;
  readonly url: string;
  /** Writes another text in its place. */
  rewrite(html: string): void;
  remove(): void;
}

/** A collection as one HTML file on disk, with the built app. */
async function makeSinglePage(files: MadeFiles): Promise<MadePage> {
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, files);
  const app = await readApp(distRoot);
  const { blob, fileName } = await engine.publish({ collectionId: id, jobId: 'page', form: 'page', mask: false, app });
  const html = await (blob as Blob).text();
  const folder = mkdtempSync(join(tmpdir(), 'quire-page-'));
  const path = join(folder, fileName);
  writeFileSync(path, html);
  return {
    ...{ local: { engine, id }, html, path, url: pathToFileURL(path).href },
    rewrite: (text) => writeFileSync(path, text),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
