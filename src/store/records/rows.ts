import type { IndexRow, Records, StoredFile } from '../contract.ts';

export interface Hidden {
  /** The session that deleted it; it can undo the deletion while it is open. */
  readonly session: string;
  /** ISO time; until then it can be restored in later sessions too. */
  readonly keptUntil?: string | undefined;
}

export interface StoredRow {
  readonly row: IndexRow;
  readonly hidden?: Hidden;
  /** The collection has its own row but no index row. */
  readonly indexMissing?: boolean;
}

export interface Rows {
  /** True if a newer release created the database: it can be read, not changed. */
  readonly newer: boolean;
  readonly records: Records;
  find(collectionId: string): Promise<StoredRow | undefined>;
  list(): Promise<readonly StoredRow[]>;
  /** Includes collections with unreadable rows: their files must not be removed. */
  listIds(): Promise<readonly string[]>;
  /** One transaction: `decide` gets the current row and returns the next one, or undefined to delete it. Its errors are passed on. */
  change(
    collectionId: string,
    decide: (kept: StoredRow | undefined) => StoredRow | undefined,
    options?: { readonly durable?: boolean; readonly newFiles?: readonly StoredFile[] },
  ): Promise<StoredRow | undefined>;
  close(): void;
}
