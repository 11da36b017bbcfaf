import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../../../src/model/app-error.ts';
import type { Collection } from '../../../../src/model/collection.ts';
import type { Selection } from '../../../../src/model/outputs/selection.ts';
import { changePack, togglePick } from '../../../../src/ui/state/pack.ts';
import {
  addSelection,
  changeSelection,
  changeTyped,
  chooseSelection,
  createChoices,
  removeSelection,
  saveSelection,
} from '../../../../src/ui/state/selections.ts';
import { makeCollection, makeEngine } from '../../../support/make-engine.ts';

const pick = { id: 'x', path: 'a.md', label: 'A', tokens: 3 };

async function makeTab() {
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, { 'a.md': '# A\n', 'b.md': '# B\n' });
  const collection = (await engine.listCollections()).find((one) => one.id === id) as Collection;
  const choices = createChoices(engine, () => undefined);
  await choices.load(id);
  const current = async (): Promise<Selection | undefined> => {
    const { selections, current: key } = await engine.readChoices(id);
    return selections[key];
  };
  const pack = async () => (await engine.readChoices(id)).pack;
  return { engine, id, collection, choices, current, pack };
}

function stubStorage(): ReadonlyMap<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return stored;
}

describe('[P6] selections of the page', () => {
  it('are written as they change, and no change is lost', async () => {
    const { collection, choices, current, pack } = await makeTab();
    for (const letter of 'question')
      changeSelection(choices, collection, (now) => ({ ...now, query: (now.query ?? '') + letter }));
    togglePick(choices, collection, { pick, isIn: false });
    await expect.poll(async () => (await pack())?.picks.length).toBe(1);
    expect(await current()).toMatchObject({ query: 'question', picks: [] });
    togglePick(choices, collection, { pick, isIn: true });
    await expect.poll(async () => (await pack())?.picks.length).toBe(0);
  });

  it('are shown at each key, and written once when typing pauses or the field is left', async () => {
    const { engine, id, collection, current } = await makeTab();
    const written: unknown[] = [];
    const counting = {
      readChoices: engine.readChoices,
      writeChoices: (...call: Parameters<typeof engine.writeChoices>) => {
        written.push(call);
        return engine.writeChoices(...call);
      },
    };
    const choices = createChoices(counting, () => undefined);
    await choices.load(id);
    const type = (text: string) => {
      for (let end = 1; end <= text.length; end++)
        changeTyped(choices, collection, (now) => ({ ...now, include: [text.slice(0, end)] }));
    };
    type('docs/**');
    const findShown = () => choices.known.get()[id]?.selections[choices.known.get()[id]?.current ?? ''];
    const shown = findShown();
    expect(shown?.include).toEqual(['docs/**']);
    expect(await current()).toBeUndefined();
    await expect.poll(current).toMatchObject({ include: ['docs/**'] });
    expect(written).toHaveLength(1);
    await choices.flush(id);
    expect(findShown(), 'a screen would load its figures again').toBe(shown);

    type('*.md');
    changeTyped(choices, collection, (now) => ({ ...now, name: 'notes' }));
    await choices.flush(id);
    expect(await current()).toMatchObject({ include: ['*.md'], name: 'notes' });
    type('*.rst');
    changeSelection(choices, collection, (now) => ({ ...now, mask: false }));
    await choices.flush(id);
    expect(await current()).toMatchObject({ include: ['*.rst'], name: 'notes', mask: false });
    expect(written).toHaveLength(4);
  });

  it('typed just before the page closes are there when it opens again', async () => {
    const { engine, id, collection, current } = await makeTab();
    const stored = stubStorage();
    let isClosing = false;
    const readChoices: typeof engine.readChoices = (one) =>
      isClosing ? new Promise(() => undefined) : engine.readChoices(one);
    const closing = createChoices({ readChoices, writeChoices: engine.writeChoices }, () => undefined);
    await closing.load(id);
    isClosing = true;
    changeSelection(closing, collection, (now) => ({ ...now, name: 'notes' }));
    for (const text of ['d', 'do', 'docs/**']) changeTyped(closing, collection, (now) => ({ ...now, include: [text] }));
    closing.keep();
    expect(await current()).toBeUndefined();

    const opened = createChoices(engine, () => undefined);
    await opened.load(id);
    expect(await current()).toMatchObject({ name: 'notes', include: ['docs/**'] });
    expect(opened.known.get()[id]?.selections).toEqual((await engine.readChoices(id)).selections);
    expect([...stored.keys()]).toEqual([]);

    // A page that the browser kept and showed again writes it itself: a later page must not undo what came after.
    changeTyped(opened, collection, (now) => ({ ...now, include: ['a.md'] }));
    opened.keep();
    await opened.flush(id);
    expect([...stored.keys()]).toEqual([]);
    opened.keep();
    expect([...stored.keys()]).toEqual([]);
  });

  it('kept when a page closed stay until they are written, and are shown meanwhile', async () => {
    const { engine, id, collection, choices, current } = await makeTab();
    const stored = stubStorage();
    changeTyped(choices, collection, (now) => ({ ...now, include: ['docs/**'], name: 'notes' }));
    choices.keep();
    let isRefused = true;
    const writeChoices: typeof engine.writeChoices = (...call) =>
      isRefused ? Promise.reject(new AppError('store/unavailable', 'refused', {})) : engine.writeChoices(...call);
    const problems: unknown[] = [];
    const opened = createChoices({ readChoices: engine.readChoices, writeChoices }, (error) => problems.push(error));
    await opened.load(id);
    expect([stored.size, problems.length]).toEqual([1, 1]);
    expect(Object.values(opened.known.get()[id]?.selections ?? {})).toMatchObject([{ include: ['docs/**'] }]);
    changeTyped(opened, collection, (now) => ({ ...now, include: ['*.md'] }));
    await opened.flush(id);
    opened.keep();
    expect(stored.size).toBe(1);
    isRefused = false;
    await opened.flush(id);
    expect(await current()).toMatchObject({ include: ['*.md'], name: 'notes' });
    expect(stored.size).toBe(0);
  });

  it('kept when a page closed are not removed by another tab that writes its own', async () => {
    const { engine, id, collection, choices, current } = await makeTab();
    const stored = stubStorage();
    const other = createChoices(engine, () => undefined);
    await other.load(id);
    changeTyped(choices, collection, (now) => ({ ...now, include: ['docs/**'] }));
    choices.keep();
    addSelection(other, collection, { name: 'other', paths: [], include: [], exclude: [], picks: [], mask: true });
    await other.flush(id);
    expect(stored.size).toBe(1);
    changePack(other, collection, (now) => ({ ...now, query: 'why' }));
    other.keep();
    await other.load(id);
    const { selections, pack } = await engine.readChoices(id);
    expect(Object.values(selections)).toMatchObject([{ include: ['docs/**'] }, { name: 'other' }]);
    expect(pack?.query).toBe('why');
    expect([stored.size, await current()]).toMatchObject([0, { name: 'other' }]);
  });

  it('kept for a collection that is gone are dropped', async () => {
    const { engine, id, collection, choices } = await makeTab();
    const stored = stubStorage();
    changeTyped(choices, collection, (now) => ({ ...now, include: ['docs/**'] }));
    choices.keep();
    const writeChoices = () => Promise.reject(new AppError('engine/unknown-collection', 'gone', {}));
    await createChoices({ readChoices: engine.readChoices, writeChoices }, () => undefined).load(id);
    expect(stored.size).toBe(0);
  });

  it('do not undo changes of another tab', async () => {
    const { engine, id, collection, choices, current, pack } = await makeTab();
    changeSelection(choices, collection, (now) => ({ ...now, query: 'mine' }));
    await expect.poll(async () => (await current())?.query).toBe('mine');
    const { selections, current: key } = await engine.readChoices(id);
    await engine.writeChoices(id, { selections: { [key]: { ...(selections[key] as Selection), paths: ['b.md'] } } });
    togglePick(choices, collection, { pick, isIn: false });
    await expect.poll(async () => (await pack())?.picks.length).toBe(1);
    expect(await current()).toMatchObject({ query: 'mine', paths: ['b.md'], root: 'made' });
  });

  it('can be restored after deletion, and one that is too large changes nothing', async () => {
    const { engine, id, collection, choices, current } = await makeTab();
    changeSelection(choices, collection, (now) => ({ ...now, name: 'first' }));
    addSelection(choices, collection, { name: 'second', paths: [], include: [], exclude: [], picks: [], mask: true });
    await expect.poll(async () => (await current())?.name).toBe('second');
    const key = (await engine.readChoices(id)).current;
    const undo = removeSelection(choices, id, key);
    await expect.poll(async () => (await current())?.name).toBe('first');
    undo();
    await expect.poll(async () => (await current())?.name).toBe('second');
    changeSelection(choices, collection, (now) => ({ ...now, name: 'n'.repeat(10_000) }));
    changeSelection(choices, collection, (now) => ({ ...now, query: 'later' }));
    await expect.poll(async () => (await current())?.query).toBe('later');
    expect((await current())?.name).toBe('second');
  });

  it('save the chunks, question, budget and format of the pack, and restore them when chosen', async () => {
    const { engine, id, collection, choices, current, pack } = await makeTab();
    togglePick(choices, collection, { pick, isIn: false });
    changePack(choices, collection, (now) => ({
      ...now,
      query: 'why',
      budgetTokens: 500,
      format: 'xml',
      instructions: 'short',
    }));
    saveSelection(choices, collection, 'kept');
    await expect.poll(async () => (await current())?.name).toBe('kept');
    expect(await current()).toMatchObject({ query: 'why', budgetTokens: 500, format: 'xml', picks: [pick] });
    expect(await pack()).toMatchObject({ picks: [], instructions: 'short' });
    const kept = (await engine.readChoices(id)).current;
    addSelection(choices, collection, { name: '', paths: [], include: [], exclude: [], picks: [], mask: true });
    changePack(choices, collection, (now) => ({ ...now, query: 'another' }));
    chooseSelection(choices, id, kept);
    await expect.poll(async () => (await pack())?.query).toBe('why');
  });

  it('of an earlier release move the chunks of the unnamed selection to the pack, once', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, { 'a.md': '# A\n' });
    const old = { name: '', paths: ['a.md'], include: [], exclude: [], picks: [pick], query: 'why', mask: true };
    await engine.writeChoices(id, { selections: { '0': old } });
    const choices = createChoices(engine, () => undefined);
    await choices.load(id);
    await expect.poll(async () => (await engine.readChoices(id)).pack?.picks).toEqual([pick]);
    const { selections, pack } = await engine.readChoices(id);
    expect(selections['0']).toMatchObject({ paths: ['a.md'], picks: [] });
    expect(pack?.query).toBe('why');
    await choices.load(id);
    expect((await engine.readChoices(id)).pack).toEqual(pack);
  });

  it('are not shown, and lead to no change, before the stored ones are known', async () => {
    const { engine, id, collection } = await makeTab();
    const stored: Selection = { name: '', paths: ['a.md'], include: [], exclude: ['b.md'], picks: [], mask: true };
    await engine.writeChoices(id, { selections: { kept: stored }, current: 'kept' });
    const choices = createChoices(engine, () => undefined);
    changeSelection(choices, collection, (now) => ({ ...now, paths: [...now.paths, 'b.md'] }));
    expect(choices.known.get()[id]).toBeUndefined();
    await choices.flush(id);
    expect(choices.known.get()[id]?.selections).toEqual({ kept: { ...stored, paths: ['a.md', 'b.md'], root: 'made' } });
    expect((await engine.readChoices(id)).selections).toEqual(choices.known.get()[id]?.selections);
  });

  it('are known to have failed when storage refuses them, and can be loaded again', async () => {
    const { engine, id } = await makeTab();
    let isRefused = true;
    const readChoices: typeof engine.readChoices = (one) =>
      isRefused ? Promise.reject(new AppError('store/unavailable', 'refused', {})) : engine.readChoices(one);
    const choices = createChoices({ readChoices, writeChoices: engine.writeChoices }, () => undefined);
    await choices.load(id);
    expect(choices.problems.get()[id]?.code).toBe('store/unavailable');
    isRefused = false;
    await choices.load(id);
    expect(choices.known.get()[id]).toBeDefined();
  });

  it('of which one is refused, and cannot be read again either, do not stop later ones', async () => {
    const { engine, id, collection, current } = await makeTab();
    let reads = 0;
    const readChoices: typeof engine.readChoices = (one) =>
      ++reads === 3 ? Promise.reject(new AppError('store/unavailable', 'refused', {})) : engine.readChoices(one);
    const problems: unknown[] = [];
    const choices = createChoices({ readChoices, writeChoices: engine.writeChoices }, (error) => problems.push(error));
    await choices.load(id);
    changeSelection(choices, collection, (now) => ({ ...now, name: 'n'.repeat(10_000) }));
    await choices.flush(id);
    expect([reads, problems.length]).toEqual([3, 1]);
    changeSelection(choices, collection, (now) => ({ ...now, name: 'later' }));
    await choices.flush(id);
    expect((await current())?.name).toBe('later');
  });
});
