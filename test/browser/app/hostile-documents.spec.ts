import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app-test.ts';
import { type Family, HOSTILE_FAMILIES } from '../../support/hostile-documents.ts';
import { makeDocx } from '../../support/make-document.ts';
import { injectEverywhere } from '../../support/worker-injection.ts';
import { chooseFiles, goTo, results, search } from './story.ts';

const FAMILIES: Readonly<Record<string, Family>> = Object.assign({}, ...Object.values(HOSTILE_FAMILIES));
const LONG = 'word '.repeat(200_000);

/** Sizes that ended the tab, or took a minute, each one separately. */
const FILES: readonly (readonly [family: string, n: number, text: string])[] = [
  ['shared strings', 500, LONG],
  ['repeated rows and columns', 100, LONG.slice(0, 100_000)],
  ['notes that repeat', 20_000, LONG.slice(0, 10_000)],
  ['one stream named often', 20_000, LONG],
  ['ranges of codes', 100, ''],
  ['ranges of letters', 100, ''],
  ['ranges of widths', 100, ''],
  ['pages of other generations', 3, ''],
  ['tables without cells', 20_000, 'x'],
  ['labels of a book', 20_000, LONG.slice(0, 200_000)],
  ['spaces before a word', 1_000_000, ''],
  ['number formats', 2_000, ''],
];

/** Read whole, within the budget. */
const READ_WHOLE = new Set(['tables without cells', 'labels of a book', 'spaces before a word', 'number formats']);

/** Imports the files between two notes, and finds the notes. */
async function importBetweenNotes(page: Page, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  const notes = { 'first.md': '# The lapwing\n', ...files, 'last.md': '# The medlar\n' };
  await page.goto('./');
  await chooseFiles(page, notes);
  await expect(page.getByText(/^Finished: \d+ indexed/).first()).toBeAttached({ timeout: 200_000 });
  for (const name of ['first.md', 'last.md'] as const) {
    await search(page, notes[name].slice('# The '.length));
    await expect(results(page).first()).toContainText(name);
  }
}

for (const [tag, files] of [
  ['', FILES.filter((_, i) => i % 3 === 0)],
  [' @long', FILES],
] as const)
  test(`documents made to end the tab do not, the notes next to them are found, and warnings name what was cut${tag} @long`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const made = files.map(([family, n, text], i) => {
      const { path, bytes } = (FAMILIES[family] as Family)(n, text);
      return { family, name: `${i}-${path}`, bytes };
    });
    await importBetweenNotes(page, Object.fromEntries(made.map(({ name, bytes }) => [name, bytes])));
    await goTo(page, 'Files');
    await page.getByRole('button', { name: /^Warnings/ }).click();
    const warnings = page.getByRole('list', { name: 'Warnings' });
    for (const { family, name } of made) if (!READ_WHOLE.has(family)) await expect(warnings).toContainText(name);
  });

/** Throws in a timer, or rejects a promise that nothing awaits, when a file with these words is read; that read never ends. */
const TRAP = `
if (self.name?.startsWith('quire ingest')) {
  const read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = async function () {
    const buffer = await read.call(this);
    const text = new TextDecoder('latin1').decode(buffer);
    if (text.includes('trap-throw')) setTimeout(() => { throw new Error('stray'); });
    else if (text.includes('trap-reject')) Promise.reject(new Error('stray'));
    else return buffer;
    return new Promise(() => {});
  };
}`;

test('errors that nothing catches in an ingest worker fail the file in hand, and the import continues @long', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.allow(/stray/);
  await injectEverywhere(context, TRAP);
  // More than there are workers, and replacements for them.
  const traps = Array.from({ length: 8 }, (_, i) => {
    const name = i % 2 === 0 ? 'trap-throw' : 'trap-reject';
    return [`${i}-${name}.docx`, makeDocx('<w:p/>', {}, { [name]: '' })] as const;
  });
  await importBetweenNotes(page, Object.fromEntries(traps));
  await goTo(page, 'Files');
  const tree = page.getByRole('tree', { name: 'Files' });
  for (const [name] of traps) await expect(tree).toContainText(name);
  await expect(tree.getByText('took too long to read')).toHaveCount(traps.length);
});
