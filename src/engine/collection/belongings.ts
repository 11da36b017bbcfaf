import { type ScopableRecords, scopeRecords } from '../../lib/scope-records.ts';
import type { SourceName } from '../../model/source-key.ts';
import { RECORD_TABLES, type RecordTable, type Store } from '../../store/contract.ts';
import { TEXTS, toCopiedTextsKey } from '../replaced/texts-key.ts';
import { BASKET, CURRENT, RULES, SELECTIONS } from './choices.ts';

/** Records of one collection: keys are its own business, and nobody else has them. */
export type OwnRecords = ScopableRecords<RecordTable>;

/**
 * The one owner of what is kept beside collections: folder handles, choices, snapshots, jobs, events, pages and options of sites, notes of checks
 * and damage. All of it lies under the id of its collection, so hiding and restoring a collection touches none of it, and what belongs to one
 * whose row is gone goes at the next start.
 */
export interface Belongings {
  of(collectionId: string): OwnRecords;
  /** What a copy with these sources needs to be synced and crawled as the original is; and the texts it has replaced; histories and consent stay with the original. */
  readForCopy(collectionId: string, sourceIds: readonly string[]): Promise<readonly Belonging[]>;
  /** Gives it to the copy, whose turn the caller has: without a row and a turn it would be swept. */
  giveTo(collectionId: string, belongings: readonly Belonging[]): Promise<void>;
  /**
   * Of a source that was removed: one that is added later may get the same id. Its pages and the jobs of its crawls are left to the crawler,
   * which removes them when a site is added under that id.
   */
  removeOf(source: SourceName): Promise<void>;
  /** Of every collection that has no row any more, so that nobody can restore it. */
  removeAbandoned(): Promise<void>;
}

/** One record, with its key inside its collection. */
export interface Belonging {
  readonly table: RecordTable;
  readonly key: string;
  readonly value: unknown;
}

const toSourceId = (key: string): string => key.split('/')[0] as string;

/** Where what is copied lies, by table and beginning of the key; the rest of the key begins with the source it belongs to, if it does. */
const COPIED: readonly {
  readonly table: RecordTable;
  readonly prefix: string;
  readonly isOfSource: boolean;
  readonly toCopiedKey?: (key: string) => string;
}[] = [
  { table: 'handles', prefix: '', isOfSource: true },
  { table: 'settings', prefix: BASKET, isOfSource: false },
  { table: 'settings', prefix: SELECTIONS, isOfSource: false },
  { table: 'settings', prefix: CURRENT, isOfSource: false },
  { table: 'settings', prefix: RULES, isOfSource: true },
  { table: 'sources', prefix: '', isOfSource: true },
  { table: 'pages', prefix: 'row/', isOfSource: true },
  { table: 'snapshots', prefix: TEXTS, isOfSource: false, toCopiedKey: toCopiedTextsKey },
];

/** Ids of collections look like this; whatever else begins a key is not ours to remove. */
const COLLECTION_ID = /^[0-9a-f]{16}$/;

export function createBelongings(store: Pick<Store, 'records' | 'listIds' | 'acquireTurn'>): Belongings {
  const { records } = store;
  const of = (collectionId: string): OwnRecords => scopeRecords<RecordTable>(records, collectionId);

  /** A collection that is being made has no row yet; whoever makes it has its turn. */
  async function removeIfAbandoned(owner: string): Promise<void> {
    const release = await store.acquireTurn(owner, { action: 'repair', waitMs: 0 }).catch(() => undefined);
    if (release === undefined) return;
    try {
      if ((await store.listIds()).includes(owner)) return;
      for (const table of RECORD_TABLES) await records.deletePrefix(table, `${owner}/`);
    } finally {
      release();
    }
  }

  return {
    of,
    async readForCopy(collectionId, sourceIds) {
      const found: Belonging[] = [];
      for (const { table, prefix, isOfSource, toCopiedKey = (key: string) => key } of COPIED) {
        for (const [key, value] of await of(collectionId).list(table, { prefix }))
          if (!isOfSource || sourceIds.includes(toSourceId(key.slice(prefix.length))))
            found.push({ table, key: toCopiedKey(key), value });
      }
      return found;
    },
    async giveTo(collectionId, belongings) {
      for (const table of RECORD_TABLES) {
        const own = belongings.filter((one) => one.table === table);
        if (own.length > 0)
          await of(collectionId).putMany(
            table,
            own.map(({ key, value }) => [key, value] as const),
          );
      }
    },
    async removeOf({ collectionId, sourceId }) {
      for (const { table, prefix, isOfSource } of COPIED)
        if (isOfSource) await of(collectionId).delete(table, prefix + sourceId);
    },
    async removeAbandoned() {
      const owners = new Set<string>();
      for (const table of RECORD_TABLES)
        for (const key of await records.listKeys(table, '')) owners.add(key.split('/')[0] as string);
      // Asked for after the keys: what got its row meanwhile is not abandoned.
      const known = new Set(await store.listIds());
      for (const owner of owners) if (!known.has(owner) && COLLECTION_ID.test(owner)) await removeIfAbandoned(owner);
    },
  };
}
