import { describe, expect, it } from 'vitest';
import { type AppError, toAppError } from '../../../src/model/app-error.ts';
import { NO_CHOICES } from '../../../src/model/choices.ts';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { ingestFiles, makeCollection, syncFiles } from '../../support/make-engine.ts';
import { openTabs, type Tab } from './two-tabs.ts';

const A = { 'a.md': '# A\n\nalpha words\n' };
const B = { 'b.md': '# B\n\nbeta words\n' };
const site = { name: 'docs.example.org', url: 'https://docs.example.org/' };
const settle = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => toAppError(error),
  );
const pathsOf = async ({ engine }: Tab, id: string) => (await engine.listFiles(id)).map(({ path }) => path);

describe('one change at a time on a collection', () => {
  it('a second import waits for the first, in another tab too, and names what it waits for', async () => {
    const { first, second, hold } = await openTabs();
    const id = await makeCollection(first.engine, A);
    const open = hold();
    const reading = ingestFiles(first.engine, id, B, { name: 'second' });
    const other = ingestFiles(second.engine, id, { 'c.md': '# C\n' }, { name: 'third' });
    await expect.poll(() => second.progress.at(-1)).toMatchObject({ state: 'preparing', waitsFor: 'add-source' });
    open();
    await Promise.all([reading, other]);
    expect(await pathsOf(second, id)).toEqual(['made/a.md', 'second/b.md', 'third/c.md']);
    expect(second.progress.at(-1)).toMatchObject({ state: 'done' });
    expect(second.progress.at(-1)?.waitsFor).toBeUndefined();
  });

  it('a waiting job can be cancelled without ending the one it waits for', async () => {
    const { first, second, hold } = await openTabs();
    const id = await makeCollection(first.engine, A);
    const open = hold();
    const reading = ingestFiles(first.engine, id, B, { name: 'second' });
    const changing = settle(second.engine.changeSettings(id, { chunk_chars: 900 } as never, 'waits'));
    await expect.poll(() => second.progress.at(-1)?.waitsFor).toBe('add-source');
    await second.engine.cancel('waits');
    expect(await changing).toMatchObject({ code: 'engine/cancelled' });
    open();
    await reading;
    expect(await pathsOf(first, id)).toEqual(['made/a.md', 'second/b.md']);
  });

  it('a change that cannot wait is refused with the name of the running one', async () => {
    const { first, second, disk } = await openTabs();
    const id = await makeCollection(first.engine, A);
    const release = await createMemoryStore({ disk }).acquireWriteLock(id, { action: 'sync' });
    const refused = (await settle(second.engine.removeSource(id, 'made'))) as AppError;
    expect(refused).toMatchObject({ code: 'engine/busy', details: { collectionId: id, running: 'sync' } });
    release();
    await second.engine.removeSource(id, 'made');
    expect(await pathsOf(second, id)).toEqual([]);
  }, 20_000);

  it('a site state that changes during the commit of a folder is not undone by it', async () => {
    const { first, hold } = await openTabs();
    const id = await makeCollection(first.engine, A);
    const sourceId = await first.sites.addSite(id, site);
    const open = hold();
    const reading = syncFiles(first.engine, id, { ...A, ...B });
    await first.sites.setSiteState(id, sourceId, 'ERROR', 'crawl/unreadable');
    open();
    await reading;
    const [collection] = await first.engine.listCollections();
    expect(collection?.sources.find(({ id: own }) => own === sourceId)).toMatchObject({
      state: 'ERROR',
      reason: 'crawl/unreadable',
    });
  });

  it('deleting a collection ends its imports, in another tab too; undoing restores its content', async () => {
    const { first, second, hold } = await openTabs();
    const id = await makeCollection(first.engine, A);
    const open = hold();
    const reading = settle(ingestFiles(first.engine, id, B, { name: 'second' }));
    await expect.poll(() => first.progress.at(-1)?.phase).toBe('read');
    await second.engine.deleteCollection(id);
    open();
    expect(await reading).toMatchObject({ code: 'engine/deleted' });
    expect(first.progress.at(-1)).toMatchObject({ state: 'stopped' });
    await second.engine.undeleteCollection(id);
    expect(await pathsOf(second, id)).toEqual(['a.md']);
    await ingestFiles(first.engine, id, B, { name: 'second' });
    expect(await pathsOf(second, id)).toEqual(['made/a.md', 'second/b.md']);
  });

  it('every change leaves a state to compare with, also a removed source and new settings', async () => {
    const { first } = await openTabs();
    const { engine } = first;
    const id = await makeCollection(engine, A);
    await ingestFiles(engine, id, B, { name: 'second' });
    await engine.removeSource(id, 'second');
    await engine.changeSettings(id, { stemming: false }, 'settings');
    const [collection] = await engine.listCollections();
    const states = await engine.listSnapshots(id);
    expect(states).toHaveLength(4);
    expect(states[0]?.index_id).toBe(collection?.index_id);
  });
});

describe('the records of a collection', () => {
  it('are copied: folder handles, rules, selections, the pack and options of sites; consent is not', async () => {
    const { first } = await openTabs();
    const { engine, sites } = first;
    const id = await makeCollection(engine, A);
    const sourceId = await sites.addSite(id, site);
    await sites.records.put('sources', `${id}/${sourceId}`, { site: { ...site, maxPages: 7 }, isUnfinished: false });
    await sites.records.put('handles', `${id}/made`, 'its folder');
    const rules = { include: [], exclude: ['/drafts'] };
    const picks = [{ id: 'x', path: 'made/a.md', label: 'A', tokens: 3 }];
    const selections = { '0': { ...NO_SELECTION, picks } };
    const pack = { picks, removed: ['y'], query: 'why', instructions: 'short', budgetTokens: 500 };
    await engine.writeChoices(id, { selections, pack, agents: true, rules: { made: rules } });
    const copy = await engine.duplicateCollection(id, 'copy');
    expect(await engine.rememberedHandle(copy.id, 'made')).toBe('its folder');
    expect(await engine.readChoices(copy.id)).toEqual({
      selections,
      current: '0',
      pack,
      agents: false,
      rules: { made: rules },
      questions: {},
    });
    expect(await sites.records.get('sources', `${copy.id}/${sourceId}`)).toMatchObject({ site: { maxPages: 7 } });
    expect(await sites.listSites(copy.id)).toEqual([{ collectionId: copy.id, sourceId, url: site.url }]);
  });

  it('contain source rules that another tab can change for a waiting sync', async () => {
    const { first, second } = await openTabs();
    const id = await makeCollection(first.engine, { 'a.md': '# A\n', 'b.md': '# B\n' });
    const changing = first.engine.changeSettings(id, { stemming: false }, 'settings');
    const syncing = syncFiles(second.engine, id, { 'a.md': '# A\n', 'b.md': '# B\n' });
    await first.engine.writeChoices(id, { rules: { made: { include: [], exclude: ['/a.md'] } } });
    await Promise.all([changing, syncing]);
    expect((await first.engine.listFiles(id)).map(({ path }) => path)).toEqual(['b.md']);
  });

  it('are removed with their source: one of the same name starts without them', async () => {
    const { first } = await openTabs();
    const { engine, sites } = first;
    const id = await makeCollection(engine, A);
    await sites.records.put('handles', `${id}/made`, 'its folder');
    await engine.writeChoices(id, { rules: { made: { include: [], exclude: ['/a.md'] } } });
    await engine.removeSource(id, 'made');
    expect(await engine.rememberedHandle(id, 'made')).toBeUndefined();
    expect((await engine.readChoices(id)).rules).toEqual({});
  });

  it('read as empty if the choices are damaged', async () => {
    const { first } = await openTabs();
    const id = await makeCollection(first.engine, A);
    await first.sites.records.put('settings', `${id}/choices/selections/a`, { ...NO_SELECTION, paths: 'all' });
    await first.sites.records.put('settings', `${id}/choices/current`, 7);
    await first.sites.records.put('settings', `${id}/choices/pack`, { picks: 'all' });
    await first.sites.records.put('settings', `${id}/choices/rules/made`, 'everything');
    expect(await first.engine.readChoices(id)).toEqual(NO_CHOICES);
  });
});
