import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropOn, expect } from './story.ts';

const FOLDERS_A_LEVEL = 10;
const FILES_A_FOLDER = 100;
const WORDS = 'heron tern plover curlew avocet'.split(' ');

/** Tiny files, a hundred in each folder, ten folders in each folder above. */
export async function writeTree(root: string, files: number): Promise<string> {
  for (let folder = 0; folder * FILES_A_FOLDER < files; folder++) {
    const digits = String(folder).padStart(4, '0').split('');
    const path = join(root, ...digits.map((digit) => `d${Number(digit) % FOLDERS_A_LEVEL}`));
    await mkdir(path, { recursive: true });
    const own = Math.min(FILES_A_FOLDER, files - folder * FILES_A_FOLDER);
    await Promise.all(
      Array.from({ length: own }, (_, i) => {
        const word = WORDS[(folder + i) % WORDS.length];
        return writeFile(join(path, `note-${i}.md`), `# ${word} ${folder}.${i}\n\nA ${word} was seen here.\n`);
      }),
    );
  }
  return root;
}

export interface ManyFiles {
  readonly firstProgressMs: number;
  readonly totalMs: number;
}

/** Drops the folder on a page that is open and waits for its summary. */
export async function readManyFiles(
  page: Page,
  folder: { path: string; files: number },
  isAnother = false,
): Promise<ManyFiles> {
  const startMs = performance.now();
  await dropOn(page, [folder.path]);
  if (isAnother) await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  const firstProgressMs = performance.now() - startMs;
  const done = page.getByRole('link', { name: `${folder.files.toLocaleString('en')} indexed` });
  await expect(done).toBeVisible({ timeout: 1_200_000 });
  return { firstProgressMs, totalMs: performance.now() - startMs };
}
