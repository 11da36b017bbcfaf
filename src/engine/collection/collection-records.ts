import { type ScopableRecords, scopeRecords } from '../../lib/scope-records.ts';
import type { SourceName } from '../../model/source-key.ts';
import { RECORD_TABLES, type RecordTable, type Store } from '../../store/contract.ts';
import { TEXTS } from '../replaced/texts-key.ts';
import { ANSWERS, CURRENT, DETAILS, NOTES, PACK, QUESTIONS, RULES, SELECTIONS } from './choices.ts';

/** Prefix of recognised text, followed by the hash of its file, a slash and the page. */
export const RECOGNISED = 'ocr/';

/** Records of one collection, under keys inside its own scope. */
export type OwnRecords = ScopableRecords<RecordTable>;

/** One record, with its key inside its collection. */
export interface CollectionRecord {
  readonly table: RecordTable;
  readonly key: string;
  readonly value: unknown;
}

const toSourceId = (key: string): string => key.split('/')[0] as string;

/** Copied records by table and key prefix. If `isOfSource`, the rest of the key starts with the source's id. */
const COPIED: readonly { readonly table: RecordTable; readonly prefix: string; readonly isOfSource?: boolean }[] = [
  { table: 'handles', prefix: '', isOfSource: true },
  ...[SELECTIONS, CURRENT, PACK, QUESTIONS, ANSWERS, NOTES, DETAILS].map(
    (prefix) => ({ table: 'settings', prefix }) as const,
  ),
  { table: 'settings', prefix: RULES, isOfSource: true },
  { table: 'sources', prefix: '', isOfSource: true },
  { table: 'pages', prefix: 'row/', isOfSource: true },
  { table: 'pages', prefix: RECOGNISED },
  { table: 'snapshots', prefix: TEXTS },
];

/** Shape of a collection id: records under other keys are not ours to remove. */
export const COLLECTION_ID = /^[0-9a-f]{16}$/;

export function createCollectionRecords(store: Pick<Store, 'records' | 'listIds' | 'acquireWriteLock'>) {
  const { records } = store;
  const of = (collectionId: string): OwnRecords => scopeRecords<RecordTable>(records, collectionId);

  async function removeAll(owner: string): Promise<void> {
    for (const table of RECORD_TABLES) await records.deletePrefix(table, `${owner}/`);
  }

  /** A new collection has no row yet, but its creator holds its write lock. */
  async function removeIfAbandoned(owner: string): Promise<void> {
    const release = await store.acquireWriteLock(owner, { action: 'repair', waitMs: 0 }).catch(() => undefined);
    if (release === undefined) return;
    try {
      if (!(await store.listIds()).includes(owner)) await removeAll(owner);
    } finally {
      release();
    }
  }

  return {
    of,
    /** Removes all records of a collection without a row. The caller holds its write lock. */
    removeAll,
    /** Reads the records a copy with these sources needs for syncs and crawls, and the replaced texts. Histories and consent stay with the original. */
    async readForCopy(collectionId: string, sourceIds: readonly string[]): Promise<readonly CollectionRecord[]> {
      const found: CollectionRecord[] = [];
      for (const { table, prefix, isOfSource } of COPIED) {
        for (const [key, value] of await of(collectionId).list(table, { prefix }))
          if (!isOfSource || sourceIds.includes(toSourceId(key.slice(prefix.length))))
            found.push({ table, key, value });
      }
      return found;
    },
    /** Writes the records to the copy. The caller holds its write lock: without a row and a lock they would be swept. */
    async write(collectionId: string, written: readonly CollectionRecord[]): Promise<void> {
      for (const table of RECORD_TABLES) {
        const own = written.filter((one) => one.table === table);
        if (own.length > 0)
          await of(collectionId).putMany(
            table,
            own.map(({ key, value }) => [key, value] as const),
          );
      }
    },
    /**
     * Removes and returns the records of a source: one added later may get the same id. The crawler removes its pages and crawl jobs when a site is
     * added under that id.
     */
    async removeSource({ collectionId, sourceId }: SourceName): Promise<readonly CollectionRecord[]> {
      const found: CollectionRecord[] = [];
      for (const { table, prefix, isOfSource } of COPIED) {
        const key = prefix + sourceId;
        const value = isOfSource ? await of(collectionId).get(table, key) : undefined;
        if (value === undefined) continue;
        found.push({ table, key, value });
        await of(collectionId).delete(table, key);
      }
      return found;
    },
    /** Removes the records of every collection that has no row and so cannot be restored. */
    async removeAbandoned(): Promise<void> {
      const owners = new Set<string>();
      for (const table of RECORD_TABLES)
        for (const key of await records.listKeys(table, '')) owners.add(key.split('/')[0] as string);
      // Listed after the keys: a collection that got its row meanwhile is not abandoned.
      const known = new Set(await store.listIds());
      for (const owner of owners) if (!known.has(owner) && COLLECTION_ID.test(owner)) await removeIfAbandoned(owner);
    },
  };
}

/**
 * Owner of all records stored with collections: folder handles, choices, snapshots, jobs, events, pages and options of sites, notes of checks
 * and damage. Keys start with the collection's id, so hiding and restoring a collection changes none of them; the next start deletes the
 * records of collections whose row is gone.
 */
export type CollectionRecords = ReturnType<typeof createCollectionRecords>;
