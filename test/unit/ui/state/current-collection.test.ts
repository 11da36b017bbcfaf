// @vitest-environment jsdom
import { act, createElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { navigate } from '../../../../src/ui/state/route.ts';
import { useCurrentCollection } from '../../../../src/ui/state/use-current-collection.ts';
import { makeCollection } from '../../../support/make-engine.ts';
import { type RenderedApp, renderApp } from '../../../support/render-app.ts';

const KEY = 'quire.preferences';
let page: RenderedApp;
let other: string;

beforeEach(async () => {
  localStorage.clear();
  page = await renderApp({ 'a.md': '# Apples\n' });
  other = await makeCollection(page.engine, { 'b.md': '# Pears\n' });
  await page.app.state.refresh();
  await page.render(createElement(CurrentId));
});
afterEach(() => page.close());

function CurrentId() {
  return createElement('output', {}, useCurrentCollection()?.id);
}

const go = (to: Parameters<typeof navigate>[0]) => act(async () => navigate(to));

/** Does what a browser does here when another tab opens a collection. */
const openElsewhere = (id: string) =>
  act(async () => {
    localStorage.setItem(KEY, JSON.stringify({ usedCollections: [id] }));
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
  });

it('a tab stays on the collection that it opened when another tab opens one', async () => {
  await go({ place: 'export', collectionId: page.collection.id });
  await go({ place: 'library' });
  await openElsewhere(other);
  expect(page.body.textContent).toBe(page.collection.id);
});

it('two tabs with a collection each do not write in turn which one was used last', async () => {
  await go({ place: 'export', collectionId: page.collection.id });
  await openElsewhere(other);
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ usedCollections: [other] });
});

it('a tab that opened none, or whose collection is gone, shows the one that was used last', async () => {
  await go({ place: 'library' });
  await openElsewhere(other);
  expect(page.body.textContent).toBe(other);
  await openElsewhere('gone');
  await go({ place: 'export', collectionId: other });
  await page.engine.deleteCollection(other);
  await act(() => page.app.state.refresh());
  await go({ place: 'library' });
  expect(page.body.textContent).toBe(page.collection.id);
});
