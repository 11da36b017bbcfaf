import 'fake-indexeddb/auto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
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

/** Format 3 ranks in another order: the files are the same, and each query that found something finds something. */
function expectAlike(now: ReleaseAnswers, before: ReleaseAnswers): void {
  expect(now.files).toEqual(before.files);
  const found = ({ hits }: ReleaseAnswers) => Object.keys(hits).filter((query) => hits[query]?.length);
  expect(found(now)).toEqual(found(before));
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

    it('includes a database that is re-indexed from what it stores, with its selections and snapshots', async () => {
      const id = await getId();
      expect(await store.verify(id)).toEqual([]);
      await engine.changeSettings(id, {}, 'renew');
      // Format 3 has a kind of its own for TypeScript.
      const files = answers.files.map((file) => file.replace('.ts java_script', '.ts type_script'));
      expectAlike(await askRelease(engine, id), { ...answers, files });
      expect((await engine.readChoices(id)).selections).toEqual(CHOICES.selections);
      const snapshots = (await engine.listSnapshots(id)).toSorted((a, b) => b.generation - a.generation);
      const diff = await engine.diffSnapshots(id, snapshots.at(-1)?.id ?? '', snapshots[0]?.id ?? '');
      expect(new Set(diff.changes.map(({ path }) => path))).toEqual(
        // Pages have another reader since (decision 305).
        new Set(['guide/part-3.md', 'guide/part-5.md', 'guide/added.md', 'pages/pilot.html']),
      );
    });

    it('includes an export that imports', async () => {
      const fresh = (await makeEngine()).engine;
      const file = new Blob([new Uint8Array(read('unmasked.zip'))]);
      const { id } = await fresh.importCollection({ file, name: 'harbour', jobId: 'import' });
      expectAlike(await askRelease(fresh, id), answers);
      expect(Object.values((await fresh.readChoices(id)).selections)).toMatchObject(Object.values(CHOICES.selections));
    });

    it('includes a published folder that answers', async () => {
      const names = listFiles(join(folder, 'published'));
      const host = await startStaticHost(
        new Map(names.map((name) => [name, new Uint8Array(read(`published/${name}`))])),
      );
      const fresh = await makeReader();
      const { id } = await fresh.openPublished(host.url);
      expectAlike(await askRelease(fresh, id), answers);
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
