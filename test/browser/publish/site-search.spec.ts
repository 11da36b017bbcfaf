import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { startStaticServer } from '../../../scripts/static-server.mjs';
import { nodeFolder } from '../../../src/cli/node-folder.ts';
import { readApp, toNodeFolder } from '../../../src/cli/targets.ts';
import { indexSite } from '../../../src/engine/published/index-site.ts';
import { createPageReader } from '../../../src/sources/built-page.ts';
import { atEnd, expect, test } from '../../support/app-test.ts';
import { BUILT_SITE, toBox } from '../../support/built-sites.ts';
import { makeEngine } from '../../support/make-engine.ts';
import { distRoot, serveDist } from '../../support/serve-dist.ts';
import { readZip } from '../../support/zip-fixtures.ts';
import { expectNoViolations } from '../app/screen-list.ts';
import { openSample, save } from '../app/story.ts';

const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:";
const CROSS = (origin: string) =>
  `default-src 'none'; script-src 'self' ${origin}; connect-src ${origin}; img-src data:`;
const NARROW = { width: 390, height: 780 };

let root: string;

test.beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'quire-site-'));
  for (const [path, html] of Object.entries(BUILT_SITE)) write(path, html);
  await addSearch(root);
});
test.afterAll(() => rmSync(root, { recursive: true }));

async function addSearch(folder: string): Promise<void> {
  const { engine } = await makeEngine();
  mkdirSync(join(folder, 'quire'));
  const folders = { handle: nodeFolder(folder), target: toNodeFolder(join(folder, 'quire')) };
  const app = await readApp(distRoot);
  await indexSite(engine, {
    ...folders,
    name: 'Lamps',
    readPage: createPageReader('.ad'),
    mask: false,
    jobId: 'index',
    app,
  });
}

function write(path: string, text: string, folder = root): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

interface Site {
  readonly url: string;
  readonly paths: string[];
}

async function serve(policy: string, folder = root): Promise<Site> {
  const paths: string[] = [];
  const onRequest = (path: string, response: ServerResponse): void => {
    paths.push(path);
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Access-Control-Allow-Origin', '*');
  };
  const server = await startStaticServer({ root: folder, onRequest });
  atEnd(server.stop);
  return { url: server.url, paths };
}

async function ask(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Search' }).fill(text);
}

test('a page of another tool gets a search box that opens its own headings, under a strict policy @long-in-firefox', async ({
  page,
}) => {
  const { url, paths } = await serve(STRICT);
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  expect(paths.filter((path) => path.startsWith('/quire/'))).toEqual(['/quire/quire-search.js']);
  await ask(page, 'heron');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const section = dialog.getByRole('link', { name: 'Every day' });
  await expect(section).toHaveAttribute('href', `${url}mk/trim/#evening_1`);
  await expect(section.locator('mark')).toHaveText('heron');
  await expect(dialog.getByRole('status')).toHaveText('1 result');
  await expectNoViolations(page, 'search box');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(section).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}mk/trim/#evening_1`);
});

test('before the first key, the search box loads one script of at most 40 KB gzip @long', async () => {
  expect(gzipSync(readFileSync(join(root, 'quire/quire-search.js'))).length).toBeLessThan(40_000);
  expect(readdirSync(join(root, 'quire')).sort()).toEqual(['assets', 'collection', 'quire-search.js']);
});

test('the search box works in pages of MkDocs and mdBook, and where WebAssembly is allowed @long', async ({ page }) => {
  for (const policy of [STRICT, STRICT.replace("'self';", "'self' 'wasm-unsafe-eval';")]) {
    const { url } = await serve(policy);
    for (const from of ['mk/trim/', 'book/ch01.html']) {
      await page.goto(url + from);
      await ask(page, 'colza');
      await page.getByRole('dialog').getByRole('link', { name: 'Which oil & is best?' }).click();
      await expect(page).toHaveURL(`${url}book/ch01.html#which-oil--is-best`);
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  }
});

test('the search box works in pages that Vite built, where a script of the page adds it @long', async ({ page }) => {
  const source = mkdtempSync(join(tmpdir(), 'quire-vite-'));
  atEnd(() => rmSync(source, { recursive: true }));
  const toHtml = (title: string, main: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title><script type="module" src="/main.js"></script><script type="module" vite-ignore src="/quire/quire-search.js"></script></head><body><header id="top"></header><main><h1>${title}</h1>${main}</main></body></html>`;
  write('index.html', toHtml('Lamps', '<p>All about lamps.</p>'), source);
  write('guide.html', toHtml('Guide', '<h2 id="wick">The wick</h2><p>Trim it below the bittern.</p>'), source);
  write('style.css', 'main { max-width: 60ch }', source);
  write(
    'main.js',
    `import './style.css';\ndocument.querySelector('#top').append(document.createElement('quire-search'));\n`,
    source,
  );
  const outDir = join(source, 'dist');
  const input = ['index.html', 'guide.html'].map((name) => join(source, name));
  await build({ root: source, configFile: false, logLevel: 'silent', build: { outDir, rolldownOptions: { input } } });
  await addSearch(outDir);
  const { url } = await serve(STRICT, outDir);
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await ask(page, 'bittern');
  await page.getByRole('dialog').getByRole('link', { name: 'The wick' }).click();
  await expect(page).toHaveURL(`${url}guide.html#wick`);
});

test('the search box of another origin works from its folder, with its own texts, in dark and right to left @long', async ({
  page,
}) => {
  const far = await serve(STRICT);
  const folder = mkdtempSync(join(tmpdir(), 'quire-page-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const box = toBox(far.url).replace(
    '<quire-search>',
    '<quire-search theme="dark" text-search="חיפוש" text-none="אין תוצאות עבור {query}" text-close="סגירה">',
  );
  const head = '<meta charset="utf-8"><link rel="icon" href="data:,"><title>דף</title>';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="he" dir="rtl"><head>${head}</head><body><main><h1>דף</h1>${box}</main></body></html>`,
  );
  const { url } = await serve(CROSS(far.url), folder);
  await page.setViewportSize(NARROW);
  await page.goto(url);
  await page.getByRole('button', { name: 'חיפוש' }).click();
  const dialog = page.getByRole('dialog', { name: 'חיפוש' });
  await page.keyboard.type('wick');
  await expect(dialog.getByRole('link').first()).toHaveAttribute('href', /^http.*\/(?:mk\/trim\/)?/);
  await expect(dialog).toHaveCSS('direction', 'rtl');
  await expect(dialog).toHaveCSS('background-color', 'rgb(27, 28, 30)');
  expect((await dialog.boundingBox())?.width).toBe(NARROW.width);
  await expectNoViolations(page, 'search box', 'dark');
  await page.getByRole('searchbox').fill('zzz');
  await expect(dialog.getByRole('status')).toHaveText('אין תוצאות עבור zzz');
  await dialog.getByRole('button', { name: 'סגירה' }).click();
  await expect(page.getByRole('button', { name: 'חיפוש' })).toBeFocused();
});

test('a search box whose collection is missing says so, and tries again @long', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/Failed to load resource|404/);
  const { url } = await serve(STRICT);
  await page.route('**/manifest.json', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.goto(url);
  await ask(page, 'heron');
  await expect(page.getByRole('status')).toContainText('Search doesn’t work right now.');
  await page.getByRole('searchbox').fill('kingfisher');
  await expect(page.getByRole('link', { name: 'Every day' })).toBeVisible();
});

test('the app makes a search box for a site that exists, and remembers its page addresses @long', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'an installed Firefox reports no downloads');
  const app = await serveDist({});
  atEnd(app.stop);
  await page.goto(app.url);
  await openSample(page);
  await page.getByRole('link', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this collection?' });
  await dialog.getByRole('combobox', { name: 'Publish as' }).selectOption('search');
  await expect(dialog.getByText('<quire-search>')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Site address (optional)' })).toHaveCount(0);
  const make = dialog.getByRole('button', { name: 'Make the zip' });
  await expect(make).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Page addresses' }).fill('/docs/{name}.html');
  await expectNoViolations(page, 'publish a search box');
  const zip = new Uint8Array(readFileSync(await (await save(page, 'Make the zip')).path()));
  const folder = mkdtempSync(join(tmpdir(), 'quire-own-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  for (const { name, data } of readZip(zip).entries) {
    expect(name).toMatch(/^quire\//);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Page addresses' })).toHaveValue('/docs/{name}.html');
  write(
    'index.html',
    `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>Own</title></head><body><main><h1>Own</h1>${toBox('/')}</main></body></html>`,
    folder,
  );
  const { url } = await serve(STRICT, folder);
  await page.goto(url);
  await ask(page, 'quire');
  await expect(page.getByRole('dialog').getByRole('link').first()).toHaveAttribute(
    'href',
    new RegExp(`^${url}docs/[^{}]+\\.html`),
  );
});
