import { describe, expect, it } from 'vitest';
import type { Command, Result } from '../../support/life/commands.ts';
import { addCollection, NO_COLLECTIONS } from '../../support/life/model.ts';
import { listOutcomes, type Run, toMeanwhile } from '../../support/life/outcomes.ts';

const ID = 'c1';
const base = { tab: 0, after: 0, collectionId: ID, marks: { 'a.md': 'zqaaaaaau' } };
const crawl: Command = { ...base, number: 1, step: { type: 'crawl', collection: 0, site: 0 } };
const addFolder: Command = { ...base, number: 2, step: { type: 'add-folder', collection: 0, folder: 0 } };
const addFiles: Command = { ...base, number: 3, step: { type: 'add', collection: 0, name: 'notes', files: {} } };
const done: Result = { type: 'ok', value: {} };
const dead: Result = { type: 'dead' };

/** Whether the newest snapshot may be of an earlier state after both began in this order, if the first left something behind. */
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

describe('the model of the life of collections', () => {
  it('lets the snapshot lag behind a crawl that commits after another change and dies', () => {
    expect(mayLag({ command: crawl, result: dead }, { command: addFolder, result: done })).toBe(true);
  });

  it('lets it lag behind nothing else: a reading that died before has no turn after another change', () => {
    expect(mayLag({ command: addFiles, result: dead }, { command: addFolder, result: done })).toBe(false);
    expect(mayLag({ command: crawl, result: done }, { command: addFolder, result: done })).toBe(false);
  });
});
