// @vitest-environment jsdom

import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_SELECTION, type Selection } from '../../../src/model/outputs/selection.ts';
import { RulesDialog } from '../../../src/ui/parts/dialogs/collection-dialogs.tsx';
import { Export } from '../../../src/ui/screens/export/export.tsx';
import { Pack } from '../../../src/ui/screens/pack/pack.tsx';
import { Selections } from '../../../src/ui/screens/selections/selections.tsx';
import { words } from '../../../src/ui/words/words.ts';
import { type RenderedApp, renderApp } from '../../support/render-app.ts';

let page: RenderedApp;

beforeEach(async () => {
  page = await renderApp({ 'README.md': '# Herons\n', 'private/diary.md': '# Diary\n' });
});
afterEach(() => page.close());

describe('the rules of a source', () => {
  const RULES = { include: ['docs/**'], exclude: ['private/**'] };
  const readRules = async () => Object.values((await page.engine.readChoices(page.collection.id)).rules)[0];
  const open = async () => {
    const [source] = page.collection.sources;
    if (source === undefined) throw new Error('the collection has no source');
    await page.engine.writeChoices(page.collection.id, { rules: { [source.id]: RULES } });
    return () => {
      const dialog = { type: 'rules', collection: page.collection, source } as const;
      return page.render(createElement(RulesDialog, { dialog, onClose: () => undefined }));
    };
  };

  it.each(['hold', 'refuse'] as const)('are not changed by Save or Enter before they are loaded (%s)', async (mode) => {
    const render = await open();
    page[mode]();
    await render();
    expect(page.body.querySelector('textarea')).toBeNull();
    await page.click(words.common.save);
    await page.pressEnter();
    await page.answer();
    expect(await readRules()).toEqual(RULES);
  });

  it('are loaded again by Try again, and what was not edited stays', async () => {
    const render = await open();
    page.refuse();
    await render();
    expect(page.body.textContent).toContain(words.common.notLoaded);
    await page.answer();
    await page.click(words.common.retry);
    await page.type(words.rules.include, 'docs/**\n*.md');
    // Another tab adds a rule meanwhile.
    const [source] = page.collection.sources;
    const exclude = ['private/**', 'drafts/**'];
    await page.engine.writeChoices(page.collection.id, { rules: { [source?.id ?? '']: { ...RULES, exclude } } });
    await page.pressEnter();
    expect(await readRules()).toEqual({ include: ['docs/**', '*.md'], exclude });
  });
});

describe('a selection that is opened by a direct link', () => {
  const SELECTION: Selection = { ...NO_SELECTION, name: 'public', include: ['*.md'], exclude: ['private/**'] };
  const readSelection = async () => {
    const { selections, current } = await page.engine.readChoices(page.collection.id);
    return selections[current];
  };
  const load = () => page.app.state.choices.load(page.collection.id);

  beforeEach(() => page.engine.writeChoices(page.collection.id, { selections: { '0': SELECTION } }));

  it.each([
    ['Selections', Selections],
    ['Export', Export],
    ['Pack', Pack],
  ] as const)('%s offers nothing to edit or export until it is loaded', async (_, Screen) => {
    page.refuse();
    await load();
    await page.render(createElement(Screen, { collection: page.collection }));
    expect(page.body.textContent).toContain(words.common.notLoaded);
    expect(page.body.querySelectorAll('input, textarea, select')).toHaveLength(0);
    expect([...page.body.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      words.common.retry,
    ]);
    await page.answer();
    await page.click(words.common.retry);
    expect(page.body.querySelectorAll('input, textarea, select').length).toBeGreaterThan(0);
  });

  it('keeps its excludes when the user types an include right after it has loaded', async () => {
    page.hold();
    const loading = load();
    await page.render(createElement(Selections, { collection: page.collection }));
    expect(page.body.textContent).toContain(words.common.loading);
    await page.answer();
    await loading;
    await page.type(words.selections.include, '*.rst');
    await act(() => page.app.state.choices.flush(page.collection.id));
    expect(await readSelection()).toMatchObject({ include: ['*.rst'], exclude: ['private/**'], name: 'public' });
  });
});
