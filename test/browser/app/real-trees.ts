import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './story.ts';

/** Files below the folder; links are not followed. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
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
