import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { RECORD_TABLES } from '../../../../src/store/contract.ts';
import { createIdbStore } from '../../../../src/store/create-store.ts';
import { MIGRATIONS } from '../../../../src/store/records/migrations.ts';
import { openDatabase } from '../../../../src/store/records/open-database.ts';
import { type Dump, restoreDump } from '../../../support/restore-dump.ts';

const dumps = new URL('./dumps/', import.meta.url);
const databaseName = 'dumped';
afterEach(() => deleteDB(databaseName));

describe('migrations', () => {
  for (const name of readdirSync(dumps)) {
    const dump = JSON.parse(readFileSync(new URL(name, dumps), 'utf8')) as Dump;

    it(`open the database dump ${name} with everything in it`, async () => {
      await restoreDump(databaseName, dump);
      const store = await createIdbStore({ databaseName });
      const [collection] = await store.listCollections();
      expect(collection).toMatchObject({ id: 'col-1', name: 'Docs', generation: 2, index_id: 'f00d' });
      expect(await store.verify('col-1')).toEqual([]);
      const generation = await store.openGeneration('col-1');
      const [file] = generation.row.files;
      expect(new TextDecoder().decode(file && (await generation.readAll(file)))).toBe('kept by an earlier release');
      generation.release();
      expect(await store.records.get('settings', 'theme')).toBe('dark');
      expect(await store.records.list('events', { prefix: 'job-1/' })).toEqual([['job-1/0001', { what: 'started' }]]);
      await store.close();
    });

    it(`upgrade ${name} to a future version, one step at a time`, async () => {
      await restoreDump(databaseName, dump);
      const steps: string[] = [];
      const database = await openDatabase({
        name: databaseName,
        migrations: [
          ...MIGRATIONS,
          async (_, transaction) => {
            steps.push('rename');
            const collections = transaction.objectStore('collections');
            const row = await collections.get('col-1');
            await collections.put?.({ ...row, name: 'Migrated' });
          },
          (db) => {
            steps.push('create');
            db.createObjectStore('tags');
          },
        ],
      });
      const db = await database.connect();
      expect(steps).toEqual(['rename', 'create']);
      expect(await db.get('collections', 'col-1')).toMatchObject({ name: 'Migrated', index_id: 'f00d' });
      expect(await db.get('settings', 'theme')).toBe('dark');
      database.close();
    });
  }

  it('keep the old version if one of them fails', async () => {
    (await openDatabase({ name: databaseName })).close();
    const failing = openDatabase({
      name: databaseName,
      migrations: [
        ...MIGRATIONS,
        (db) => {
          db.createObjectStore('half-done');
          throw new Error('a bug');
        },
      ],
    });
    await expect(failing).rejects.toMatchObject({ code: 'store/unavailable' });
    const db = await openDB(databaseName);
    expect(db.version).toBe(MIGRATIONS.length);
    expect([...db.objectStoreNames]).not.toContain('half-done');
    db.close();
  });

  it('create every table of the contract', async () => {
    const database = await openDatabase({ name: databaseName });
    const names = [...(await database.connect()).objectStoreNames];
    expect(names.sort()).toEqual(['collections', 'files', 'indexes', ...RECORD_TABLES].sort());
    database.close();
  });
});
