import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app-test.ts';
import { makeDocx } from '../../support/make-document.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { serveDist } from '../../support/serve-dist.ts';
import { CODE, toFile } from './code-files.ts';

test.use({ offlineShell: true });

const PDF = makePdf({ pages: [[{ text: 'The quince is yellow and hard.', x: 50, y: 700 }]] });
const DOCX = makeDocx('<w:p><w:r><w:t>The lapwing is a bird of meadows.</w:t></w:r></w:p>');
const NOTE = toFile('note.md', '# Curlew\n\nA bird with a long bill.\n');

/** Part of the name of a built file, and a file that can't be read without it. */
const READERS: readonly (readonly [string, ReturnType<typeof toFile>])[] = [
  ['pdfjs-api', toFile('a.pdf', PDF)],
  ['pdfjs-worker', toFile('a.pdf', PDF)],
  ['later/tree-sitter-', toFile('a.go', CODE['a.go'] as string)],
  ...Object.entries({
    python: 'a.py',
    javascript: 'a.js',
    typescript: 'a.ts',
    tsx: 'a.tsx',
    go: 'a.go',
    rust: 'a.rs',
    java: 'a.java',
    'c-': 'a.c',
    cpp: 'a.cpp',
    'c-sharp': 'a.cs',
    php: 'a.php',
    ruby: 'a.rb',
    bash: 'a.sh',
  }).map(([grammar, name]) => [`tree-sitter-${grammar}`, toFile(name, CODE[name] as string)] as const),
];

const give = (page: Page, files: ReturnType<typeof toFile>[]) =>
  page.locator('input[type=file][aria-label="Choose files"]').first().setInputFiles(files);
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');
const search = (page: Page, text: string) => page.getByRole('searchbox', { name: 'Search this collection' }).fill(text);
const waiting = (page: Page) => page.getByRole('status').filter({ hasText: /waiting for (its|their) reader/ });
const NO_SERVER = /ERR_CONNECTION_REFUSED|404|Failed to (load|fetch)|NetworkError|disallowed MIME|Loading failed/;

test('a first visit offline imports what it can; the rest waits @long-in-firefox', async ({ page, consoleGuard }) => {
  test.slow();
  consoleGuard.allow(NO_SERVER);
  let server = await serveDist({});
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('status', { name: 'Network requests' })).toContainText('Offline ready');
  await server.stop();
  await page.reload();
  const header = page.getByRole('status', { name: 'Network requests' });
  await expect(header).toContainText('Still missing');
  for (const name of ['PDF', 'Python']) await expect(header).toContainText(name);

  const code = Object.entries(CODE).map(([name, text]) => toFile(name, text));
  await give(page, [NOTE, toFile('fruit.pdf', PDF), toFile('more.pdf', PDF), toFile('birds.docx', DOCX), ...code]);
  await expect(page.getByText(`Finished: ${code.length + 2} indexed`, { exact: false }).first()).toBeAttached();
  await expect(waiting(page)).toContainText(`${code.length + 2} files`);
  for (const [word, path] of [
    ['curlew', 'note.md'],
    ['lapwing', 'birds.docx'],
    ['quince lang:python', 'a.py'],
  ] as const) {
    await search(page, word);
    await expect(results(page).first()).toContainText(path);
  }
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Files' }).click();
  await expect(page.getByRole('treeitem', { name: /fruit\.pdf/ })).toContainText('waiting for its reader');

  server = await serveDist({ port: Number(new URL(server.url).port) });
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Search' }).click();
  await waiting(page).getByRole('button', { name: 'Try again' }).click();
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 });
  await search(page, 'yellow');
  await expect(results(page)).toHaveCount(2);
  await search(page, 'symbol:quince');
  await expect(page.getByText(new RegExp(`^${code.length} chunks`))).toBeVisible();
  await server.stop();
});

test.describe('without the offline shell', () => {
  test.use({ offlineShell: false });

  const often = READERS.filter(([name]) => /pdfjs-worker|python/.test(name));
  const rarely = READERS.filter((one) => !often.includes(one));
  for (const [tag, readers] of [
    [' @long-in-firefox', often],
    [' @long', rarely],
  ] as const)
    test(`a file waits for its missing reader, then is imported${tag}`, async ({ page, consoleGuard }) => {
      test.setTimeout(180_000);
      consoleGuard.allow(NO_SERVER);
      let missing = '';
      const server = await serveDist({ blocked: (path) => missing !== '' && path.includes(missing) });
      for (const [at, [name, file]] of readers.entries()) {
        missing = name;
        await page.goto(`${server.url}?${encodeURIComponent(name)}`);
        await expect(page.getByRole('banner')).toBeVisible();
        await give(page, [file, NOTE]);
        if (at > 0) await page.getByRole('button', { name: 'New collection' }).click();
        const indexed = file.name.endsWith('.pdf') ? 1 : 2;
        await expect(page.getByText(`Finished: ${indexed} indexed`, { exact: false }).first(), name).toBeAttached();
        await search(page, 'curlew');
        await expect(results(page).first(), name).toContainText('note.md');
        await expect(waiting(page), name).toContainText('One file');
        missing = '';
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        await expect(waiting(page), name).toHaveCount(0);
        await search(page, file.name.endsWith('.pdf') ? 'yellow' : 'symbol:quince');
        await expect(results(page).first(), name).toContainText(file.name);
      }
      await server.stop();
    });
});
