import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './story.ts';

/** Files below the folder; links are not followed. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export function countFiles(folder: string): number {
  return listFiles(folder).length;
}

const FILES_A_CALL = 200;

/** Where no real drop can be made: the folder input, its files set by script as a browser would. */
export async function chooseFolder(page: Page, folder: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  const files = listFiles(folder).map((file) => ({
    path: `${basename(folder)}/${relative(folder, file)}`,
    base64: readFileSync(file).toString('base64'),
    mtimeMs: statSync(file).mtimeMs,
  }));
  for (let at = 0; at < files.length; at += FILES_A_CALL) {
    await page.evaluate(
      (some) => {
        const page = window as unknown as { chosen?: File[] };
        page.chosen ??= [];
        for (const { path, base64, mtimeMs } of some) {
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
          const file = new File([bytes], path.split('/').at(-1) ?? '', { lastModified: mtimeMs });
          Object.defineProperty(file, 'webkitRelativePath', { value: path });
          page.chosen.push(file);
        }
      },
      files.slice(at, at + FILES_A_CALL),
    );
  }
  await page.evaluate(() => {
    const { chosen } = window as unknown as { chosen: File[] };
    const input = document.querySelector('input[type=file][webkitdirectory]') as HTMLInputElement;
    Object.defineProperty(input, 'files', { value: chosen, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

export interface Figures {
  readonly indexed: number;
  readonly withoutText: number;
  readonly leftOut: number;
  readonly failed: number;
}

/** Returns the figures of the import summary, once it is on screen. */
export async function readFigures(page: Page, timeout = 30_000): Promise<Figures> {
  await expect(page.getByRole('link', { name: /indexed$/ })).toBeVisible({ timeout });
  const texts = await page.locator(':has(> a:text-matches("indexed$"))').last().locator('> *').allTextContents();
  const count = (name: string) => {
    const text = texts.find((one) => one.endsWith(` ${name}`)) ?? '0';
    return Number.parseInt(text.replaceAll(',', ''), 10);
  };
  return {
    indexed: count('indexed'),
    withoutText: count('with no readable text'),
    leftOut: count('skipped'),
    failed: count('failed'),
  };
}
