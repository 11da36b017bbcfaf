import 'fake-indexeddb/auto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { deleteDB } from 'idb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createIdbStore } from '../../../src/store/create-store.ts';
import { makeEngine } from '../../support/make-engine.ts';
import { type Dump, restoreDump } from '../../support/restore-dump.ts';
import { startStaticHost } from '../../support/static-host.ts';
import { makeReader } from '../publish/published-engine.ts';
import { askRelease, type ReleaseAnswers, writeOutputs } from './ask-release.ts';
import { CHOICES } from './release-content.ts';

const home = import.meta.dirname;
const releases = readdirSync(home).filter((name) => statSync(join(home, name)).isDirectory());

/**
 * Outputs whose bytes changed since then on purpose: rc.1 published the name of the folder if it was the only source; packs of both cited documents
 * by line, and so did `llm.md`.
 */
const CHANGED: Readonly<Record<string, RegExp>> = {
  '1.0.0-rc.1': /^(?:published\/|pack\.md$)/,
  '1.0.0-rc.2': /^(?:published\/|pack\.md$)/,
};

const GUIDE = 'llm.md';

/** Names of entries with different bytes: the file itself, or entries of a zip. The guide of a zip may say more than before. */
function listChanged(name: string, before: Buffer, now: Uint8Array): string[] {
  if (before.equals(now)) return [];
  if (!name.endsWith('.zip')) return [name];
  const [old, made] = [unzipSync(new Uint8Array(before)), unzipSync(now)];
  const names = new Set([...Object.keys(old), ...Object.keys(made)]);
  return [...names].filter((entry) => entry !== GUIDE && !Buffer.from(old[entry] ?? []).equals(made[entry] ?? Buffer.of(0)));
}

it('the version being built has stored its outputs', () => {
  const { version } = JSON.parse(readFileSync(resolve(home, '../../../package.json'), 'utf8')) as { version: string };
  expect(releases).toContain(version);
});

for (const release of releases) {
  describe(`output of ${release}`, () => {
    const folder = join(home, release);
    const read = (name: string) => readFileSync(join(folder, name));
    const answers = JSON.parse(read('answers.json').toString()) as ReleaseAnswers;
    const databaseName = `release-${release}`;
    let store: Store;
    let engine: Engine;

    beforeAll(async () => {
      await restoreDump(databaseName, JSON.parse(gunzipSync(read('database.json.gz')).toString()) as Dump);
      store = await createIdbStore({ databaseName });
      engine = (await makeEngine({ store })).engine;
    });
    afterAll(async () => {
      await store.close();
      await deleteDB(databaseName);
    });

    async function getId(): Promise<string> {
      const [collection] = await engine.listCollections();
      return collection?.id ?? '';
    }

    it('includes a database that opens completely, with the same answers and selections', async () => {
      const id = await getId();
      expect(await store.verify(id)).toEqual([]);
      expect(await askRelease(engine, id)).toEqual(answers);
      expect((await engine.readChoices(id)).selections).toEqual(CHOICES.selections);
      const [newest, oldest] = (await engine.listSnapshots(id)).toSorted((a, b) => b.generation - a.generation);
      const diff = await engine.diffSnapshots(id, oldest?.id ?? '', newest?.id ?? '');
      expect(new Set(diff.changes.map(({ path }) => path))).toEqual(
        new Set(['guide/part-3.md', 'guide/part-5.md', 'guide/added.md']),
      );
    });

    it('[E2] is written with the same bytes again: full, compact, delta, pack and published', async () => {
      const outputs = await writeOutputs(engine, await getId());
      const isSame = (name: string): boolean => CHANGED[release]?.test(name) !== true;
      const kept = listFiles(folder).filter((name) => !['answers.json', 'database.json.gz'].includes(name) && isSame(name));
      expect([...outputs.keys()].filter(isSame).sort()).toEqual(kept);
      expect(kept.flatMap((name) => listChanged(name, read(name), outputs.get(name) as Uint8Array))).toEqual([]);
    });

    it('includes an export that imports with the same index and answers', async () => {
      const fresh = (await makeEngine()).engine;
      const file = new Blob([new Uint8Array(read('unmasked.zip'))]);
      const { id } = await fresh.importCollection({ file, name: 'harbour', jobId: 'import' });
      expect(await askRelease(fresh, id)).toEqual(answers);
      expect(Object.values((await fresh.readChoices(id)).selections)).toMatchObject(Object.values(CHOICES.selections));
    });

    it('includes a published folder that answers the same', async () => {
      const names = listFiles(join(folder, 'published'));
      const host = await startStaticHost(
        new Map(names.map((name) => [name, new Uint8Array(read(`published/${name}`))])),
      );
      const fresh = await makeReader();
      const { id } = await fresh.openPublished(host.url);
      const { hits, files } = await askRelease(fresh, id);
      expect({ hits, files }).toEqual({ hits: answers.hits, files: answers.files });
      await host.close();
    });
  });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
