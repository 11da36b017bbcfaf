// @vitest-environment jsdom
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  'terns.md': '# Terns\n\nTerns dive for fish.\n',
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
  await flush();
}

const flush = () => act(() => page.app.state.choices.flush(page.collection.id));

const readField = (label: string) =>
  document.getElementById(page.find('label', label).getAttribute('for') ?? '') as HTMLInputElement;

beforeEach(async () => {
  // jsdom has none; the menu of the budget needs it.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
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
    await flush();
    await go(link?.hash);
    expect(readField(packWords.query).value).toBe('');
    await page.type(packWords.query, 'who hunts');
    await flush();
    expect(readField(packWords.query).value).toBe('who hunts');
    await go(toHash({ place: 'pack', collectionId: collection.id }));
    expect(readField(packWords.query).value).toBe('where do herons wade');
  });
});

describe('the token budget', () => {
  const leave = (how: 'Enter' | 'Tab') =>
    act(async () => {
      const field = readField(packWords.budget);
      if (how === 'Tab') field.blur();
      else field.dispatchEvent(new KeyboardEvent('keydown', { key: how, bubbles: true, cancelable: true }));
    });
  const readBudget = async () => {
    await flush();
    return (await page.engine.readChoices(page.collection.id)).pack?.budgetTokens;
  };
  const isInvalid = () => readField(packWords.budget).getAttribute('aria-invalid') === 'true';

  it('says what it takes and what it is when something else is entered, and changes nothing', async () => {
    await open({ ...NO_PACK, query: 'herons', budgetTokens: 32_000 });
    const field = readField(packWords.budget);
    for (const typed of ['1e6', 'abc', '0', '-5', '']) {
      await act(async () => field.focus());
      await page.type(packWords.budget, typed);
      expect(isInvalid()).toBe(false);
      for (const how of ['Enter', 'Tab'] as const) {
        await leave(how);
        expect(isInvalid()).toBe(true);
        expect(field.value).toBe(typed);
        const problem = page.body.querySelector('[role="alert"]');
        expect(problem?.textContent).toBe(
          'Enter a number from 100 to 10,000,000, such as 8k. The budget is still 32k.',
        );
        expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(problem?.id);
      }
    }
    expect(await readBudget()).toBe(32_000);
    await page.type(packWords.budget, '8k');
    expect(isInvalid()).toBe(false);
    expect(await readBudget()).toBe(8_000);
  });
});

describe('the focus after Remove in the list of a pack', () => {
  const names = () => [...page.body.querySelectorAll('li button')].map((button) => button.getAttribute('aria-label'));
  const isMade = () => page.body.textContent?.includes(packWords.making) === false;
  const removeAt = async (index: number) => {
    const buttons = [...page.body.querySelectorAll<HTMLElement>('li button')];
    const next = buttons[index + 1] ?? buttons[index - 1];
    await act(async () => {
      buttons[index]?.focus();
      buttons[index]?.click();
    });
    const expected = next?.getAttribute('aria-label') ?? packWords.items;
    const readFocus = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    expect(readFocus()).toBe(expected);
    await page.until(isMade);
    expect(readFocus()).toBe(expected);
  };

  it('goes to the next item, the previous one, or the heading, and stays while the pack is made again', async () => {
    await open({ ...NO_PACK, everything: true, query: '' });
    await page.until(() => names().length === 3);
    await removeAt(0);
    // A removed chunk leaves an outline of its file.
    while (names().length > 0) await removeAt(names().length - 1);
  });
});

it('a file that is always included and larger than the budget is named with both sizes', async () => {
  const history = Array.from({ length: 100 }, (_, i) => `## ${i}\n\nVersion ${i} changed how herons wade.\n`).join(
    '\n',
  );
  await syncFiles(page.engine, page.collection.id, { ...HERONS, 'history.md': history });
  await open({ ...NO_PACK, query: 'owls', files: ['history.md'], budgetTokens: 500 });
  await page.until(() => page.body.textContent?.includes('not fit completely') === true);
  expect(page.body.textContent).toMatch(
    /Always included: history\.md\.history\.md \(~1,\d\d\d tokens\) does not fit completely into the budget of 500 tokens\./,
  );
});

describe('a chunk that was added by hand', () => {
  const SECTIONS = ['Herons wade in shallow water and wait for fish.', 'Owls hunt mice at night.', 'Terns dive.'];
  const toText = (sections: readonly string[]) =>
    sections.map((text, i) => `# Section ${i}\n\n${`${text} Number ${i}. `.repeat(40)}\n`).join('\n');
  const add = async () => {
    const { engine, collection } = page;
    await syncFiles(engine, collection.id, { ...HERONS, 'birds.md': toText(SECTIONS) });
    const found = await engine.findChunkAt(collection.id, 'birds.md', 5);
    if (found === undefined) throw new Error('no such chunk');
    const { id, path, tokenEstimate: tokens, contentHash } = found.chunk;
    const pick = { id, path, label: 'Section 1', tokens, content_hash: contentHash };
    await open({ ...NO_PACK, query: 'terns', picks: [pick] });
    return pick;
  };
  const sync = async (text: string) => {
    await act(() => syncFiles(page.engine, page.collection.id, { ...HERONS, 'birds.md': text }));
    await show();
  };
  const readPicks = async () => {
    await flush();
    return (await page.engine.readChoices(page.collection.id)).pack?.picks ?? [];
  };
  const text = () => page.body.textContent ?? '';

  it('stays in the pack when its text changes', async () => {
    const pick = await add();
    await page.until(() => text().includes(packWords.reasons.picked));
    const [first = '', second = '', third = ''] = SECTIONS;
    await sync(toText([`A new line. ${first}`, second.replace('mice', 'small mice'), third]));
    await page.until(() => text().includes(packWords.reasons.picked));
    const [now] = await readPicks();
    expect(now).toMatchObject({ path: 'birds.md', label: 'Section 1' });
    expect(now?.id).not.toBe(pick.id);
    expect((await page.engine.getChunk(page.collection.id, now?.id ?? ''))?.chunk.content).toContain('small mice');
    expect(text()).toContain('Always included: 1 chunk.');
  });

  it('is named and can be removed when it is gone, and is not counted', async () => {
    await add();
    await sync(toText(['Only penguins.']));
    await page.until(() => text().includes('A chunk you added is no longer in the collection: “Section 1”.'));
    expect(text()).not.toContain('Always included');
    expect(await readPicks()).toHaveLength(1);
    await page.click(packWords.withoutGone);
    expect(text()).not.toContain('no longer in the collection');
    expect(await readPicks()).toEqual([]);
  });
});
