import { describe, expect, it } from 'vitest';
import type { Command, Result } from '../../support/life/commands.ts';
import { live } from '../../support/life/live.ts';
import { createMemoryBrowser } from '../../support/life/memory-browser.ts';
import { addCollection, NO_COLLECTIONS } from '../../support/life/model.ts';
import { listOutcomes, type Run, toMeanwhile } from '../../support/life/outcomes.ts';
import { createTraffic } from '../../support/life/traffic.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

const ID = 'c1';
const base = { tab: 0, after: 0, collectionId: ID, marks: { 'a.md': 'zqaaaaaau' } };
const crawl: Command = { ...base, number: 1, step: { type: 'crawl', collection: 0, site: 0 } };
const addFolder: Command = { ...base, number: 2, step: { type: 'add-folder', collection: 0, folder: 0 } };
const addFiles: Command = { ...base, number: 3, step: { type: 'add', collection: 0, name: 'notes', files: {} } };
const done: Result = { type: 'ok', value: {} };
const dead: Result = { type: 'dead' };

/** Returns whether the newest snapshot may be out of date after both began in this order, if the first died with unfinished work. */
function mayLag(first: Run, second: Run): boolean {
  const runs = [first, second];
  let models = [addCollection(NO_COLLECTIONS, { id: ID, name: 'one', sizes: 0, sources: [] })];
  for (const run of runs) {
    const meanwhile = toMeanwhile(run, { runs, ended: new Set(), session: 0, passing: () => [] });
    models = models.flatMap((model) => listOutcomes(model, run.command, run.result, meanwhile));
  }
  const both = models.flatMap(({ collections }) => collections.filter(({ sources }) => sources.length === 2));
  expect(both).not.toEqual([]);
  return both.some(({ snapshotMayLag }) => snapshotMayLag);
}

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('the model of the life of collections', () => {
  it('lets the snapshot lag behind a crawl that commits after another change and dies', () => {
    expect(mayLag({ command: crawl, result: dead }, { command: addFolder, result: done })).toBe(true);
  });

  it('lets it lag behind nothing else: an import that died cannot commit after another change', () => {
    expect(mayLag({ command: addFiles, result: dead }, { command: addFolder, result: done })).toBe(false);
    expect(mayLag({ command: crawl, result: done }, { command: addFolder, result: done })).toBe(false);
  });
});

describe('a life that hangs', () => {
  const lasts = new AbortController().signal;

  it('is one without a call for many turns, not one that takes long', async () => {
    const traffic = createTraffic({ seed: 0, hungTurns: 10 });
    let isHung = false;
    const hung = traffic.hung(lasts).then(() => {
      isHung = true;
    });
    for (let i = 0; i < 20; i++) {
      await traffic.pass(() => turns(2));
      expect(isHung).toBe(false);
    }
    void traffic.pass(() => new Promise(() => {}));
    await hung;
  });

  it('is one that loops', async () => {
    const traffic = createTraffic({ seed: 0, hungCalls: 50 });
    let isHung = false;
    void traffic.hung(lasts).then(() => {
      isHung = true;
    });
    for (let i = 0; i < 100 && !isHung; i++) await traffic.pass(() => turns(1));
    expect(isHung).toBe(true);
  });

  it('is reported with the unfinished calls', async () => {
    const kernel = await loadNodeKernel();
    const browser = createMemoryBrowser({ kernel, seed: 0, broken: 'turns that never end', hungTurns: 200 });
    const timed = { step: addFolder.step, tab: 1, after: 0 };
    const life = live(browser, { seed: 0, groups: [{ steps: [timed] }] });
    await expect(life).rejects.toThrow(/^hangs:\n {2}add-folder in tab 1 .* has not ended$/);
    await browser.close();
  });
});
