import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../../src/model/collection.ts';
import type { Selection } from '../../../../src/model/outputs/selection.ts';
import {
  addSelection,
  changeSelection,
  loadSelections,
  removeSelection,
  togglePick,
} from '../../../../src/ui/state/selections.ts';
import { makeCollection, makeEngine } from '../../../support/make-engine.ts';

const pick = { id: 'x', path: 'a.md', label: 'A', tokens: 3 };

async function makeTab() {
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, { 'a.md': '# A\n', 'b.md': '# B\n' });
  const collection = (await engine.listCollections()).find((one) => one.id === id) as Collection;
  await loadSelections(engine, id);
  const current = async (): Promise<Selection | undefined> => {
    const { selections, current: key } = await engine.readChoices(id);
    return selections[key];
  };
  return { engine, id, collection, current };
}

describe('[P6] selections of the page', () => {
  it('are written as they change, many changes in few writes, none lost', async () => {
    const { engine, collection, current } = await makeTab();
    let writes = 0;
    const write = engine.writeChoices;
    engine.writeChoices = (...args) => {
      writes++;
      return write(...args);
    };
    for (const letter of 'question')
      changeSelection(collection, (now) => ({ ...now, query: (now.query ?? '') + letter }));
    expect(togglePick(collection, pick)).toBe('added');
    await expect.poll(async () => (await current())?.picks.length).toBe(1);
    expect((await current())?.query).toBe('question');
    expect(writes).toBeLessThan(4);
    expect(togglePick(collection, pick)).toBe('removed');
    await expect.poll(async () => (await current())?.picks.length).toBe(0);
  });

  it('do not undo what another tab has changed meanwhile', async () => {
    const { engine, id, collection, current } = await makeTab();
    changeSelection(collection, (now) => ({ ...now, query: 'mine' }));
    await expect.poll(async () => (await current())?.query).toBe('mine');
    const { selections, current: key } = await engine.readChoices(id);
    await engine.writeChoices(id, { selections: { [key]: { ...(selections[key] as Selection), paths: ['b.md'] } } });
    togglePick(collection, pick);
    await expect.poll(async () => (await current())?.picks.length).toBe(1);
    expect(await current()).toMatchObject({ query: 'mine', paths: ['b.md'], root: 'made' });
  });

  it('that were deleted come back, and one that is too large leaves what was there', async () => {
    const { engine, id, collection, current } = await makeTab();
    changeSelection(collection, (now) => ({ ...now, name: 'first' }));
    addSelection(collection, { name: 'second', paths: [], include: [], exclude: [], picks: [], mask: true });
    await expect.poll(async () => (await current())?.name).toBe('second');
    const key = (await engine.readChoices(id)).current;
    const undo = removeSelection(id, key);
    await expect.poll(async () => (await current())?.name).toBe('first');
    undo();
    await expect.poll(async () => (await current())?.name).toBe('second');
    changeSelection(collection, (now) => ({ ...now, name: 'n'.repeat(10_000) }));
    changeSelection(collection, (now) => ({ ...now, query: 'later' }));
    await expect.poll(async () => (await current())?.query).toBe('later');
    expect((await current())?.name).toBe('second');
  });
});
