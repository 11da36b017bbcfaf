// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { Collection } from '../../../../../src/model/collection.ts';
import { NO_SELECTION } from '../../../../../src/model/outputs/selection.ts';
import { ExportContext, useExport } from '../../../../../src/ui/screens/export/use-export.ts';
import { type AppContext, AppContextProvider } from '../../../../../src/ui/state/context.ts';
import { changeTyped, createChoices } from '../../../../../src/ui/state/selections.ts';
import { makeCollection, makeEngine } from '../../../../support/make-engine.ts';

const exported: ReturnType<typeof useExport>[] = [];

function Card() {
  exported.push(useExport());
  return null;
}

it('an export that starts right after typing finds the typed patterns in storage', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, { 'a.md': '# A\n' });
  const collection = (await engine.listCollections()).find((one) => one.id === id) as Collection;
  const choices = createChoices(engine, () => undefined);
  const state = { choices, putJob: () => undefined, toasts: { show: () => undefined } };
  const app = { connection: { engine }, state } as unknown as AppContext;
  const options = { isBusy: false, allowed: new Set<string>(), escapeHidden: false, withSelections: true };
  const setup = { collection, selection: NO_SELECTION, facts: undefined, ...options };
  const card = createElement(ExportContext, { value: setup }, createElement(Card));
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(AppContextProvider, { value: app }, card)));
  changeTyped(choices, collection, (now) => ({ ...now, include: ['*.md'] }));
  let stored: readonly string[] | undefined;
  await exported[0]?.run(async () => {
    const { selections, current } = await engine.readChoices(id);
    stored = selections[current]?.include;
    return { fileName: 'a.zip', bytes: 0 };
  });
  expect(stored).toEqual(['*.md']);
  act(() => root.unmount());
});
