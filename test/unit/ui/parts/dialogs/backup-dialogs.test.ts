// @vitest-environment jsdom
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackUpDialog, RestoreDialog } from '../../../../../src/ui/parts/dialogs/backup-dialogs.tsx';
import { backupWords } from '../../../../../src/ui/words/backup.ts';
import { makeZip, toBlob } from '../../../../support/make-archives.ts';
import { type RenderedApp, renderApp } from '../../../../support/render-app.ts';

let page: RenderedApp;
let saved: Blob[];

beforeEach(async () => {
  page = await renderApp({ 'README.md': '# Herons\n' });
  saved = [];
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}` });
  localStorage.clear();
  localStorage.setItem('quire.theme', 'dark');
  localStorage.setItem('quire.sites', 'yes');
  localStorage.setItem('quire-closed-jobs', '["of this visit"]');
  localStorage.setItem('another app', 'its own');
});
afterEach(() => page.close());

async function backUp(): Promise<Blob> {
  await page.render(createElement(BackUpDialog, { onClose() {} }));
  await page.click(backupWords.backUp);
  await page.until(() => saved.length > 0);
  return saved[0] as Blob;
}

async function openRestore(file: Blob): Promise<void> {
  await page.render(createElement(RestoreDialog, { dialog: { type: 'restore', file }, onClose() {} }));
  await page.until(() => page.body.querySelector('select, [role=alert]') !== null);
}

const listNames = async () => (await page.engine.listCollections()).map(({ name }) => name).sort();
const labelOf = () => [...page.body.querySelectorAll('label')].map(({ textContent }) => textContent)[0] ?? '';

describe('the dialog of a backup', () => {
  it('shows the sizes first, and takes the settings of the app and nothing else from the storage', async () => {
    const file = await backUp();
    expect(page.body.textContent).toMatch(/1 collection, \d+ B/);
    expect((await page.engine.readBackup(file)).settings).toEqual({ 'quire.theme': 'dark', 'quire.sites': 'yes' });
  });

  it('backs up what is ticked', async () => {
    await page.render(createElement(BackUpDialog, { onClose() {} }));
    await act(async () => page.body.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    await page.until(() => page.body.textContent?.includes('0 collections') === true);
    await page.click(backupWords.backUp);
    await page.until(() => saved.length > 0);
    expect((await page.engine.readBackup(saved[0] as Blob)).collections).toEqual([]);
  });
});

describe('the dialog of a restore', () => {
  it('skips a collection that is here, and keeps the settings here, unless the user chooses otherwise', async () => {
    const file = await backUp();
    localStorage.setItem('quire.theme', 'light');
    localStorage.removeItem('quire.sites');
    await openRestore(file);
    await page.pressEnter();
    await page.until(() => localStorage.getItem('quire.sites') === 'yes');
    expect(await listNames()).toEqual(['made']);
    expect(localStorage.getItem('quire.theme')).toBe('light');
  });

  it('keeps both under different names', async () => {
    await openRestore(await backUp());
    await page.choose(labelOf(), 'both');
    await page.pressEnter();
    for (let tries = 0; tries < 50 && (await listNames()).length < 2; tries++) await page.answer();
    expect(await listNames()).toEqual(['made', 'made 2']);
  });

  it('replaces: the one here is deleted and can be brought back', async () => {
    await openRestore(await backUp());
    await page.choose(labelOf(), 'replace');
    await page.pressEnter();
    for (let tries = 0; tries < 50 && (await page.engine.listDeleted()).length < 1; tries++) await page.answer();
    expect(await listNames()).toEqual(['made']);
    expect((await page.engine.listDeleted()).map(({ collection }) => collection.id)).toEqual([page.collection.id]);
  });

  it('says that another file is not a backup', async () => {
    await openRestore(toBlob(makeZip({ 'a.md': '# A\n' })));
    expect(page.body.querySelector('[role=alert]')?.textContent).toBe(backupWords.notOurs);
  });
});
