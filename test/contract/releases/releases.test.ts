import 'fake-indexeddb/auto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { deleteDB } from 'idb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createIdbStore } from '../../../src/store/create-store.ts';
import { makeEngine } from '../../support/make-engine.ts';
import { type Dump, restoreDump } from '../../support/restore-dump.ts';
import { startStaticHost } from '../../support/static-host.ts';
import { makeReader } from '../publish/published-engine.ts';
import { askRelease, type ReleaseAnswers } from './ask-release.ts';
import { CHOICES } from './release-content.ts';

const home = import.meta.dirname;
const releases = readdirSync(home).filter((name) => statSync(join(home, name)).isDirectory());

interface Release {
  readonly answers: ReleaseAnswers;
  readonly export: Uint8Array<ArrayBuffer>;
}

/** Expects the files of the release, their texts to the byte, and the same file as first hit. */
async function expectSame(engine: Engine, id: string, release: Release): Promise<void> {
  const now = await askRelease(engine, id);
  expect(now.files.map(toOldKind)).toEqual(release.answers.files.map(toOldKind));
  expect(listFirst(now)).toEqual(listFirst(release.answers));
  for (const [path, text] of readTexts(release.export)) {
    // Stored HTML is read again, by the reader of format 3.
    if (path.endsWith('.html')) continue;
    const answer = await engine.readFile(id, path);
    expect(answer?.chunks.map(({ content }) => content).join(''), path).toBe(text);
  }
}

/** TypeScript has a kind of its own since format 3. */
function toOldKind(file: string): string {
  return file.replace(/ type_script$/, ' java_script');
}

/** Files of the first hits: `c0001 <id> <path>:<lines> …`. */
function listFirst({ hits }: ReleaseAnswers): [query: string, path: string | undefined][] {
  return Object.keys(hits).map((query) => [query, hits[query]?.[0]?.split(' ')[2]?.replace(/:[^:]*$/, '')]);
}

/** Texts of the files of an export, which its chunks cover. */
function readTexts(zip: Uint8Array): Map<string, string> {
  const index = strFromU8(unzipSync(zip)['index.json'] as Uint8Array);
  const { chunks } = JSON.parse(index) as { chunks: { path: string; content: string }[] };
  const texts = new Map<string, string>();
  for (const { path, content } of chunks) texts.set(path, (texts.get(path) ?? '') + content);
  return texts;
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
    const released = { answers, export: new Uint8Array(read('unmasked.zip')) };
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

    it('includes a database that is re-indexed from what it stores, with its selections and snapshots', {
      timeout: 120_000,
    }, async () => {
      const id = await getId();
      expect(await store.verify(id)).toEqual([]);
      await engine.changeSettings(id, {}, 'renew');
      await expectSame(engine, id, released);
      expect((await engine.readChoices(id)).selections).toEqual(CHOICES.selections);
      const snapshots = (await engine.listSnapshots(id)).toSorted((a, b) => b.generation - a.generation);
      const diff = await engine.diffSnapshots(id, snapshots.at(-1)?.id ?? '', snapshots[0]?.id ?? '');
      expect(new Set(diff.changes.map(({ path }) => path))).toEqual(
        new Set([
          ...['guide/part-3.md', 'guide/part-5.md', 'guide/added.md'],
          // Pages have another reader since (decision 305).
          ...(release === '1.0.0-rc.2' ? ['pages/pilot.html'] : []),
        ]),
      );
    });

    it('includes an export that imports with the same texts', async () => {
      const fresh = (await makeEngine()).engine;
      const file = new Blob([released.export]);
      const { id } = await fresh.importCollection({ file, name: 'harbour', jobId: 'import' });
      await expectSame(fresh, id, released);
      expect(Object.values((await fresh.readChoices(id)).selections)).toMatchObject(Object.values(CHOICES.selections));
    });

    it('includes a published folder with the same texts', async () => {
      const names = listFiles(join(folder, 'published'));
      const host = await startStaticHost(
        new Map(names.map((name) => [name, new Uint8Array(read(`published/${name}`))])),
      );
      const fresh = await makeReader();
      const { id } = await fresh.openPublished(host.url);
      await expectSame(fresh, id, released);
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
