import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createRandom } from '../../support/random.ts';
import { type TracedTasks, traceTasks } from '../../support/trace-tasks.ts';
import { dropOn, expect, expectIngested, goTo, makeFolder, results } from './story.ts';

/** CPU time of one task above which a keystroke is felt. */
export const LONGEST_MS = 50;

/** Made-up words, a few of them frequent and most of them rare, as in any language. */
const VOCABULARY = makeVocabulary(6_000);
/** Occurs once in each file, so that the test knows the last answer. */
const LAST = 'sanderling';
const SECTION_CHARS = 400;
/** A quick typist, who looks at an answer before the next question. */
const KEY_MS = 60;
const LOOK_MS = 300;

export interface TypingSize {
  /** Files of the collection that is searched; each has a hundred chunks. */
  readonly files: number;
  /** Files that are read while someone types. */
  readonly moreFiles: number;
}

/** A collection of small chunks, open and ready to be searched. */
export async function openSmallChunks(page: Page, root: string, size: TypingSize): Promise<void> {
  const first = await makeFolder(join(root, 'birds'), { 'README.md': '# Birds\n\nA list of birds.\n' });
  await page.goto('./');
  await dropOn(page, [first.path]);
  await expectIngested(page, 1);
  await goTo(page, 'Settings');
  await page.getByRole('spinbutton', { name: 'Target chunk size' }).fill(String(SECTION_CHARS));
  await page.getByRole('spinbutton', { name: 'Maximum chunk size' }).fill('800');
  await page.getByRole('spinbutton', { name: 'Merge chunks shorter than' }).fill('0');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Settings applied')).toBeVisible();
  await goTo(page, 'Search');
  await dropOn(page, [await writeSections(join(root, 'seen'), size.files, 1)]);
  await page.getByRole('button', { name: 'Add to birds' }).click();
  // Not by the bar: it may be gone before anyone looks.
  await expectIndexed(page, size.files, 600_000);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await goTo(page, 'Library');
  const chunks = page.getByText(/[\d.,]+[kM]? chunks/).first();
  await expect
    .poll(async () => {
      const [, count = '', unit = ''] = /([\d.,]+)([kM]?) chunks/.exec((await chunks.textContent()) ?? '') ?? [];
      return Number(count.replaceAll(',', '')) * (unit === 'k' ? 1_000 : unit === 'M' ? 1_000_000 : 1);
    })
    .toBeGreaterThanOrEqual(size.files * 100);
  await goTo(page, 'Search');
}

/** Best of three: types queries as long as more files are being read, and says what the main thread did meanwhile. */
export async function typeWhileReading(page: Page, root: string, size: TypingSize) {
  const runs: TracedTasks[] = [];
  for (let run = 1; run <= 3; run++) {
    const path = await writeSections(join(root, `more-${run}`), size.moreFiles, run + 1);
    await dropOn(page, [path]);
    await page.getByRole('button', { name: 'Add to birds' }).click();
    const before = size.files + (run - 1) * size.moreFiles;
    runs.push(await traceTasks(page, () => typeUntilRead(page)));
    await expectIndexed(page, size.moreFiles);
    await expect(page.locator('div:has(> fieldset)')).toContainText(
      `${(before + size.moreFiles).toLocaleString('en')} chunks`,
    );
    await expect(results(page).first().locator('mark').first()).toHaveText(new RegExp(LAST, 'i'));
    if (Math.min(...runs.map(({ longestMs }) => longestMs)) <= LONGEST_MS) break;
  }
  return runs;
}

/** Queries one after the other as long as something is being read, and at the end the word that was read last. */
export async function typeUntilRead(page: Page): Promise<void> {
  const random = createRandom(7);
  const box = page.getByRole('searchbox', { name: 'Search this collection' });
  await box.focus();
  // A plain look at the page: a locator would cost the main thread more than the typing does.
  const isReading = () => page.evaluate(() => document.querySelector('[role="progressbar"]') !== null);
  do {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`${pickWord(random)} ${pickWord(random)}`, { delay: KEY_MS });
    await page.waitForTimeout(LOOK_MS);
  } while (await isReading());
  await page.keyboard.press('Control+A');
  await page.keyboard.type(LAST, { delay: 20 });
  await page.keyboard.press('Enter');
}

function expectIndexed(page: Page, files: number, timeout = 15_000): Promise<void> {
  return expect(page.getByRole('link', { name: `${files.toLocaleString('en')} indexed` })).toBeVisible({ timeout });
}

/** Files of a hundred sections, each a chunk of its own. */
async function writeSections(path: string, files: number, seed: number): Promise<string> {
  const random = createRandom(seed);
  await mkdir(path, { recursive: true });
  for (let i = 0; i < files; i++) {
    const sections: string[] = [];
    for (let j = 0; j < 100; j++) {
      const first = j === 50 ? `${LAST} ` : '';
      const text = first + makeText(random, SECTION_CHARS - 60 - first.length);
      sections.push(`## Section ${seed}-${i}-${j}\n\n${text}\n`);
    }
    await writeFile(join(path, `part-${seed}-${String(i).padStart(5, '0')}.md`), sections.join('\n'));
  }
  return path;
}

/** Returns words of the vocabulary, with at least this many characters in all. */
export function makeText(random: ReturnType<typeof createRandom>, chars: number): string {
  let text = '';
  while (text.length < chars) text += `${pickWord(random)} `;
  return text;
}

function makeVocabulary(size: number): readonly string[] {
  const random = createRandom(3);
  const syllables = 'ka to mi re son dal ver in ter quo pa lum est or ation er ing con pre ly ment al ize ous'.split(
    ' ',
  );
  const made = new Set<string>();
  while (made.size < size) {
    made.add(Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join(''));
  }
  return [...made];
}

function pickWord(random: ReturnType<typeof createRandom>): string {
  return VOCABULARY[Math.floor(VOCABULARY.length * random.next() ** 3)] ?? '';
}
