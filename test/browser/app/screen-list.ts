import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, goTo, results, search } from './story.ts';

/** The named list of screens: each is opened, looked at by axe and kept as a picture. */
export const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  library: (page) => goTo(page, 'Library'),
  search: async (page) => {
    await goTo(page, 'Search');
    await search(page, 'rate limit');
    await expect(results(page).first()).toBeVisible();
    await results(page).first().getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Chunk' })).toContainText('429');
  },
  'nothing found': async (page) => {
    await search(page, 'zzqqx path:nowhere/');
    await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  },
  overview: async (page) => {
    await search(page, '');
    await expect(page.getByRole('heading', { name: 'Try a search' })).toBeVisible();
  },
  files: async (page) => {
    await goTo(page, 'Files');
    await expect(page.getByRole('tree', { name: 'Files' })).toBeVisible();
  },
  pack: async (page) => {
    await goTo(page, 'Pack');
    // Typed: Firefox sets a value in a way that React does not notice.
    await page.getByRole('textbox', { name: 'Question' }).pressSequentially('rate limit');
    await expect(page.getByRole('button', { name: 'Copy pack' })).toBeEnabled({ timeout: 30_000 });
  },
  export: async (page) => {
    await goTo(page, 'Export');
    await expect(page.getByText('No secrets found.')).toBeVisible();
  },
  jobs: (page) => goTo(page, 'Jobs'),
  changes: (page) => goTo(page, 'Changes'),
  settings: (page) => goTo(page, 'Settings'),
  diagnostics: async (page) => {
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Diagnostics' }).click();
    await expect(page.getByRole('table', { name: 'Diagnostics table' })).toBeVisible();
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search files and commands' }).pressSequentially('li');
  },
  shortcuts: async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  requests: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('status', { name: 'Network requests' }).getByRole('button').click();
    await page
      .getByRole('dialog', { name: 'Status' })
      .getByText(/^The app's own files: /)
      .click();
    await expect(page.getByRole('table').first()).toBeVisible();
  },
  'site dialog': async (page) => {
    await page.keyboard.press('Escape');
    await goTo(page, 'Library');
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('button', { name: 'Add site' }).click();
    await page.getByText('Options', { exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Path patterns' })).toBeVisible();
  },
};

/** In dark only colours differ, and only they are looked at again. */
export async function expectNoViolations(
  page: Page,
  name: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // Loading axe takes as long as looking at a small screen: once a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (rules) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const options = { resultTypes: ['violations' as const], preload: false };
      return (await axe.run(rules ? { ...options, runOnly: rules } : options)).violations;
    },
    colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined,
  );
  const found = violations.map(
    ({ id, nodes }) => `${name} ${colorScheme}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}
