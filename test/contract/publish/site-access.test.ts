import { describe, expect, it } from 'vitest';
import type { Engine, PublishLock } from '../../../src/engine/contract.ts';
import { AppError } from '../../../src/model/app-error.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { publishToMap } from '../../support/static-host.ts';
import { readZip } from '../../support/zip-fixtures.ts';

const SENTENCE = 'the kingfisher nests below the mill';
const KEY = 'A'.repeat(43);
const LOCKED: readonly (readonly ['link' | 'passphrase', PublishLock])[] = [
  ['link', { key: KEY }],
  ['passphrase', { passphrase: 'two herons' }],
];
const PAGE =
  '<head>\n    <link rel="describedby" href="./llms.txt" />\n</head><div id="root"></div><noscript></noscript>';
const APP = Object.entries({ 'index.html': PAGE, 'llms.txt': '# Quire', 'assets/app.js': 'run()' }).map(
  ([path, text]) => ({ path, bytes: new Blob([text]) }),
);

async function makeSite() {
  const { engine, deps } = await makeEngine({ store: createMemoryStore() });
  const id = await makeCollection(engine, { 'a.md': `# Birds\n\n${SENTENCE}\n` });
  return { engine, id, deps };
}

const publish = async (engine: Engine, id: string, lock?: PublishLock) => publishToMap(engine, id, { app: APP, lock });
const readText = (files: ReadonlyMap<string, Uint8Array>): string =>
  [...files].map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString('latin1')}`).join('\n');

describe('who can read a published website', () => {
  it.each(LOCKED)('is stored as %s, without a secret, and kept by a new engine', async (name, lock) => {
    const { engine, id, deps } = await makeSite();
    expect((await engine.readChoices(id)).siteAccess).toBeUndefined();
    await publish(engine, id, lock);
    const { engine: next } = await makeEngine({ store: deps.store });
    const choices = await next.readChoices(id);
    expect(choices.siteAccess).toBe(name);
    expect(JSON.stringify(choices)).not.toContain('two herons');
    await expect(publish(next, id)).rejects.toMatchObject({ code: 'publish/was-locked' });
    await publishToMap(next, id, { allowOpen: true });
    expect((await next.readChoices(id)).siteAccess).toBe('open');
    await publish(next, id);
  });

  it.each([undefined, ...LOCKED.map(([, lock]) => lock)])(
    'is not decided by a preview, which returns the files with the bytes of a first answer',
    async (lock) => {
      const { engine, id } = await makeSite();
      const options = { collectionId: id, jobId: 'preview', mask: false, app: APP, lock };
      const { preview, entries, blob } = await engine.publish({ ...options, preview: true });
      const files = preview?.files ?? new Map<string, Blob>();
      expect([entries, blob, (await engine.readChoices(id)).siteAccess]).toEqual([files.size, undefined, undefined]);
      const collection = [...files].filter(([path]) => path.startsWith('collection/'));
      const total = collection.reduce((sum, [, { size }]) => sum + size, 0);
      expect(preview?.firstAnswerBytes).toBeGreaterThan(files.get('collection/manifest.json')?.size ?? 0);
      expect(preview?.firstAnswerBytes).toBeLessThanOrEqual(total);
      if (lock !== undefined) return;
      const published = await publish(engine, id);
      expect([...files.keys()].sort()).toEqual([...published.keys()].sort());
      for (const [path, file] of files) expect(new Uint8Array(await file.arrayBuffer())).toEqual(published.get(path));
    },
  );

  it('does not change when the search box of a locked site is published, which needs consent', async () => {
    const { engine, id } = await makeSite();
    await publish(engine, id, { key: KEY });
    const app = [...APP, { path: 'quire-search.js', bytes: new Blob(['box()']) }];
    const options = { collectionId: id, jobId: 'search', mask: false, app, form: 'search' } as const;
    await expect(engine.publish(options)).rejects.toMatchObject({ code: 'publish/was-locked' });
    const { blob, fileName } = await engine.publish({ ...options, allowOpen: true });
    expect(fileName).toMatch(/-search\.zip$/);
    const names = readZip(new Uint8Array(await (blob as Blob).arrayBuffer())).entries.map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith('quire/collection/'))).toEqual(['quire/quire-search.js']);
    expect((await engine.readChoices(id)).siteAccess).toBe('link');
  });

  it('was the link where an earlier release stored a key, and locked where a later one stored something new', async () => {
    const { engine, id, deps } = await makeSite();
    await engine.writeChoices(id, { publishKey: KEY });
    expect((await engine.readChoices(id)).siteAccess).toBe('link');
    await deps.store.records.put('settings', `${id}/choices/site-access`, 'team');
    expect((await engine.readChoices(id)).siteAccess).toBe('passphrase');
    await expect(publish(engine, id)).rejects.toMatchObject({ code: 'publish/was-locked' });
  });

  it('is still locked after an open publish that failed, and nothing is published when it cannot be read', async () => {
    const { engine, id, deps } = await makeSite();
    await publish(engine, id, { key: KEY });
    const broken = { path: 'x', bytes: { arrayBuffer: () => Promise.reject(new Error('gone')) } as unknown as Blob };
    await expect(publishToMap(engine, id, { app: [broken], allowOpen: true })).rejects.toThrow('gone');
    expect((await engine.readChoices(id)).siteAccess).toBe('link');
    const { records } = deps.store;
    const { get } = records;
    records.get = (table, key) =>
      key.endsWith('site-access') ? Promise.reject(new AppError('store/unavailable', 'refused', {})) : get(table, key);
    await expect(publishToMap(engine, id, { allowOpen: true })).rejects.toMatchObject({ code: 'store/unavailable' });
  });
});

describe('the files of a published folder', () => {
  it('of an open website are the app, the collection, its pages and its own llms.txt', async () => {
    const { engine, id } = await makeSite();
    const files = await publish(engine, id);
    const names = [...files.keys()].sort().filter((name) => !/^collection\/\w+-[0-9a-f]{16}\.bin$/.test(name));
    const own = ['llms-full.txt', 'llms.txt', 'pages/a-md.html', 'pages/a-md.md', 'pages/index.html'];
    expect(names).toEqual(['404.html', 'assets/app.js', 'collection/manifest.json', 'index.html', ...own]);
    expect(Buffer.from(files.get('llms.txt') as Uint8Array).toString()).toContain('(pages/a-md.md)');
    expect(Buffer.from(files.get('index.html') as Uint8Array).toString()).toContain(
      'rel="describedby" href="./llms.txt"',
    );
    expect(readText(files)).toContain(SENTENCE);
  });

  it.each(LOCKED)('of a website locked by %s are the app and random names, and name no llms.txt', async (_, lock) => {
    const { engine, id } = await makeSite();
    const files = await publish(engine, id, lock);
    const names = [...files.keys()].sort().filter((name) => !/^collection\/[0-9a-f]{32}\.bin$/.test(name));
    expect(names).toEqual(['assets/app.js', 'collection/manifest.json', 'index.html']);
    expect(readText(files)).not.toMatch(/kingfisher|Birds|a\.md|llms\.txt/);
  });

  it('are in zips whose names tell an open website from a locked one', async () => {
    const { engine, id } = await makeSite();
    const toName = async (lock?: PublishLock) =>
      (await engine.publish({ collectionId: id, jobId: 'zip', mask: true, lock })).fileName;
    expect(await toName()).toBe('made-site.zip');
    expect(await toName({ key: KEY })).toBe('made-site-locked.zip');
  });
});
