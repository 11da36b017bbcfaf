import { type ScopableRecords, scopeRecords } from '../../lib/scope-records.ts';
import type { SourceName } from '../../model/source-key.ts';
import type { RecordTable, Store } from '../../store/contract.ts';

/** Records of one collection: keys are its own business, and nobody else has them. */
export type OwnRecords = ScopableRecords<RecordTable>;

/**
 * The one owner of what is kept beside collections: folder handles, choices, snapshots, jobs, events, pages and options of sites, notes of checks
 * and damage. All of it lies under the id of its collection, so hiding and restoring a collection touches none of it, and what belongs to one
 * whose row is gone goes at the next start.
 */
export interface Belongings {
  of(collectionId: string): OwnRecords;
  /** Gives a copy what it needs to be synced and crawled as the original is; what is a history or a consent stays with the original. */
  copy(fromId: string, toId: string): Promise<void>;
  /** Of a source that was removed: one that is added later may get the same id. */
  removeOf(source: SourceName): Promise<void>;
  /** Of every collection that has no row any more, so that nobody can restore it. */
  removeAbandoned(): Promise<void>;
}

const TABLES: readonly RecordTable[] = ['settings', 'handles', 'sources', 'jobs', 'events', 'snapshots', 'pages'];

/** Where what is copied lies, by table and beginning of the key. */
const COPIED: readonly (readonly [RecordTable, string])[] = [
  ['handles', ''],
  ['settings', 'choices/basket'],
  ['settings', 'choices/rules/'],
  ['sources', ''],
  ['pages', 'row/'],
];

/** What a source has, as keys or beginnings of keys. Those of its crawls' jobs are known to the crawler, which removes them when it is added again. */
const toSourceKeys = (sourceId: string): readonly (readonly [RecordTable, string])[] => [
  ['handles', sourceId],
  ['settings', `choices/rules/${sourceId}`],
  ['sources', sourceId],
];

/** Ids of collections look like this; whatever else begins a key is not ours to remove. */
const COLLECTION_ID = /^[0-9a-f]{16}$/;

/** Values may be whole pages: only so many are in memory at once. */
const COPY_AT_ONCE = 200;

export function createBelongings(store: Pick<Store, 'records' | 'listIds'>): Belongings {
  const { records } = store;
  const of = (collectionId: string): OwnRecords => scopeRecords<RecordTable>(records, collectionId);

  async function copyTable(from: OwnRecords, to: OwnRecords, [table, prefix]: readonly [RecordTable, string]) {
    let after: string | undefined;
    for (;;) {
      const rows = await from.list(table, { prefix, limit: COPY_AT_ONCE, ...(after === undefined ? {} : { after }) });
      if (rows.length > 0) await to.putMany(table, rows);
      after = rows.at(-1)?.[0];
      if (rows.length < COPY_AT_ONCE) return;
    }
  }

  return {
    of,
    async copy(fromId, toId) {
      for (const place of COPIED) await copyTable(of(fromId), of(toId), place);
    },
    async removeOf({ collectionId, sourceId }) {
      for (const [table, key] of toSourceKeys(sourceId)) await of(collectionId).delete(table, key);
    },
    async removeAbandoned() {
      const owners = new Set<string>();
      for (const table of TABLES)
        for (const key of await records.listKeys(table, '')) owners.add(key.split('/')[0] as string);
      // Asked for after the keys: a collection has its row before it has anything else.
      const known = new Set(await store.listIds());
      for (const owner of owners) {
        if (known.has(owner) || !COLLECTION_ID.test(owner)) continue;
        for (const table of TABLES) await records.deletePrefix(table, `${owner}/`);
      }
    },
  };
}
