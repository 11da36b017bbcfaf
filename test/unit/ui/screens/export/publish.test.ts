// @vitest-environment jsdom
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublishLock, PublishOptions } from '../../../../../src/engine/contract.ts';
import { NO_SELECTION } from '../../../../../src/model/outputs/selection.ts';
import { PublishCard } from '../../../../../src/ui/screens/export/publish.tsx';
import { ExportContext } from '../../../../../src/ui/screens/export/use-export.ts';
import { exportWords } from '../../../../../src/ui/words/export.ts';
import { words } from '../../../../../src/ui/words/words.ts';
import { type RenderedApp, renderApp } from '../../../../support/render-app.ts';

const KEY = 'A'.repeat(43);
const LOCKS: readonly (readonly [string, PublishLock])[] = [
  ['link', { key: KEY }],
  ['passphrase', { passphrase: 'two herons' }],
];

let page: RenderedApp;
let published: PublishOptions[];

beforeEach(async () => {
  page = await renderApp({ 'README.md': '# Herons\n' });
  published = [];
  const { engine } = page.app.connection;
  Object.assign(engine, {
    publish: (options: PublishOptions) => {
      published.push(options);
      return page.engine.publish(options);
    },
  });
});
afterEach(() => page.close());

/** Publishes below the screen, as an earlier visit or another tab does. */
async function publishBefore(lock: PublishLock | undefined): Promise<void> {
  const collectionId = page.collection.id;
  if (lock !== undefined && 'key' in lock) await page.engine.writeChoices(collectionId, { publishKey: lock.key });
  await page.engine.publish({ collectionId, jobId: 'before', mask: true, lock });
}

async function openDialog(): Promise<void> {
  const facts = { files: 1, chunks: 1, bytes: 9, tokens: 3, gone: { paths: [], globs: [], picks: [] } };
  const options = { isBusy: false, allowed: new Set<string>(), escapeHidden: false, withSelections: true };
  const setup = { collection: page.collection, selection: NO_SELECTION, facts, ...options };
  const card = createElement(PublishCard, { secrets: 0, questions: [] });
  await page.render(createElement(ExportContext, { value: setup }, card));
  await page.click(exportWords.publish);
}

const readAccess = async () => (await page.engine.readChoices(page.collection.id)).siteAccess;
const ended = () =>
  page.until(() => page.app.state.jobs.get().some(({ jobId, endedAt }) => jobId !== 'before' && endedAt !== undefined));
const isDisabled = () => (page.find('button', exportWords.makeZip) as HTMLButtonElement).disabled;

describe('a website that was locked', () => {
  it.each(LOCKS)('by %s is locked when it is published again', async (name, lock) => {
    await publishBefore(lock);
    await openDialog();
    expect(isDisabled()).toBe(name === 'passphrase');
    if (name === 'passphrase') await page.type(exportWords.passphrase, 'two herons');
    await page.click(exportWords.makeZip);
    await ended();
    expect(published).toMatchObject([{ lock, allowOpen: false }]);
    expect(await readAccess()).toBe(name);
  });

  it.each(LOCKS)('by %s becomes open only after a second question', async (_, lock) => {
    await publishBefore(lock);
    await openDialog();
    await page.choose(exportWords.access, 'open');
    await page.click(exportWords.makeZip);
    expect(page.body.textContent).toContain('anyone with the address can read all of it');
    expect(published).toEqual([]);
    await page.click(exportWords.keepLocked);
    expect(page.body.textContent).toContain(exportWords.lockHint);
    await page.choose(exportWords.access, 'open');
    await page.click(exportWords.makeZip);
    await page.click(exportWords.publishOpen);
    await ended();
    expect(published).toMatchObject([{ lock: undefined, allowOpen: true }]);
    expect(await readAccess()).toBe('open');
  });

  it.each(LOCKS)('by %s in another tab meanwhile is not made open by this one', async (name, lock) => {
    await openDialog();
    await publishBefore(lock);
    await page.click(exportWords.makeZip);
    await ended();
    expect(published).toHaveLength(1);
    const codes = page.app.state.jobs.get().map(({ error }) => error?.code);
    expect(codes).toContain('publish/was-locked');
    expect(await readAccess()).toBe(name);
  });
});

describe('the publish dialog', () => {
  it.each(
    [['open', undefined] as const, LOCKS[0] as (typeof LOCKS)[0]].flatMap(([name, lock]) => [
      [name, 'hold', lock] as const,
      [name, 'refuse', lock] as const,
    ]),
  )('publishes nothing and stores nothing before it knows the last website (%s, %s)', async (_, mode, lock) => {
    const site = { name: 'Birds', description: 'Of the river.', start: 'README.md' };
    await page.engine.writeChoices(page.collection.id, { site });
    await publishBefore(lock);
    const before = await page.engine.readChoices(page.collection.id);
    page[mode]();
    await openDialog();
    expect(page.body.querySelectorAll('input, select')).toHaveLength(0);
    expect(isDisabled()).toBe(true);
    await page.pressEnter();
    await page.answer();
    expect(published).toEqual([]);
    expect(await page.engine.readChoices(page.collection.id)).toEqual(before);
    if (mode === 'refuse') await page.click(words.common.retry);
    expect(page.body.querySelectorAll('input, select').length).toBeGreaterThan(3);
  });

  it('shows a new key until it is saved, and shows it again', async () => {
    await openDialog();
    await page.choose(exportWords.access, 'link');
    await page.click(exportWords.makeZip);
    await page.until(() => page.body.querySelector('code') !== null);
    const { publishKey } = await page.engine.readChoices(page.collection.id);
    expect(published).toMatchObject([{ lock: { key: publishKey } }]);
    expect(page.body.querySelector('code')?.textContent).toBe(`#key=${publishKey}`);
    await page.click(exportWords.keySaved);
    expect(page.body.querySelector('code')).toBeNull();
    await page.until(() => page.body.textContent?.includes(exportWords.showKey) ?? false);
    await page.click(exportWords.showKey);
    expect(page.body.querySelector('code')?.textContent).toBe(`#key=${publishKey}`);
  });
});
