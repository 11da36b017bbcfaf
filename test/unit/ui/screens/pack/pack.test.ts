// @vitest-environment jsdom
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PackDraft } from '../../../../../src/model/outputs/pack-draft.ts';
import { NO_PACK } from '../../../../../src/model/outputs/pack-draft.ts';
import { Changes } from '../../../../../src/ui/screens/changes/changes.tsx';
import { Pack } from '../../../../../src/ui/screens/pack/pack.tsx';
import { navigate, parseRoute, toHash } from '../../../../../src/ui/state/route.ts';
import { changesWords } from '../../../../../src/ui/words/library.ts';
import { packWords } from '../../../../../src/ui/words/outputs.ts';
import { syncFiles } from '../../../../support/make-engine.ts';
import { type RenderedApp, renderApp } from '../../../../support/render-app.ts';

const HERONS = {
  'herons.md': '# Herons\n\nHerons wade in shallow water.\n',
  'owls.md': '# Owls\n\nOwls hunt at night.\n',
};
let page: RenderedApp;

async function open(draft: PackDraft = NO_PACK): Promise<void> {
  await page.engine.writeChoices(page.collection.id, { pack: draft });
  await page.app.state.choices.load(page.collection.id);
  await show();
}

async function show(): Promise<void> {
  const { id } = page.collection;
  const collection = (await act(() => page.engine.listCollections())).find((one) => one.id === id) ?? page.collection;
  await page.render(createElement(Pack, { collection }));
}

async function go(hash = ''): Promise<void> {
  await act(async () => navigate(parseRoute(hash)));
  await show();
}

const readField = (label: string) =>
  document.getElementById(page.find('label', label).getAttribute('for') ?? '') as HTMLInputElement;

beforeEach(async () => {
  page = await renderApp(HERONS);
});
afterEach(async () => {
  navigate({ place: 'home' });
  await page.close();
});

describe('a review of changes', () => {
  it('has a question of its own, and leaves the one that was typed before', async () => {
    const { engine, collection } = page;
    await syncFiles(engine, collection.id, { ...HERONS, 'owls.md': '# Owls\n\nOwls hunt at dusk.\n' });
    await open({ ...NO_PACK, query: 'where do herons wade', reviewQuery: 'an earlier review' });
    await page.render(createElement(Changes, { collection }));
    await page.until(() => page.body.textContent?.includes(changesWords.impact) === true);
    const link = [...page.body.querySelectorAll('a')].find(({ textContent }) => textContent === changesWords.impact);
    await act(async () => link?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    await go(link?.hash);
    expect(readField(packWords.query).value).toBe('');
    await page.type(packWords.query, 'who hunts');
    expect(readField(packWords.query).value).toBe('who hunts');
    await go(toHash({ place: 'pack', collectionId: collection.id }));
    expect(readField(packWords.query).value).toBe('where do herons wade');
  });
});
