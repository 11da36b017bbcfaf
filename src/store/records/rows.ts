import type { IndexRow, Records, StoredFile } from '../contract.ts';

export interface Hidden {
  /** The session that deleted it: as long as the session is open, it can undo that. */
  readonly session: string;
}

/** A collection as it is stored. */
export interface KeptRow {
  readonly row: IndexRow;
  readonly hidden?: Hidden;
  /** The collection has a row, but its index has none. */
  readonly indexMissing?: boolean;
}

export interface Rows {
  /** A newer release created the database: it is read, never changed. */
  readonly newer: boolean;
  readonly records: Records;
  find(collectionId: string): Promise<KeptRow | undefined>;
  list(): Promise<readonly KeptRow[]>;
  /** Includes those whose row cannot be read: their files must not be removed. */
  listIds(): Promise<readonly string[]>;
  /** One transaction: `decide` gets the current row and returns the next one (undefined: none). Errors it throws are passed on. */
  change(
    collectionId: string,
    decide: (kept: KeptRow | undefined) => KeptRow | undefined,
    options?: { readonly durable?: boolean; readonly newFiles?: readonly StoredFile[] },
  ): Promise<KeptRow | undefined>;
  close(): void;
}
