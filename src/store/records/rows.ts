import type { IndexRow, Records, StoredFile } from '../contract.ts';

export interface Hidden {
  /** The session that hid it: as long as it lives, it may bring the collection back. */
  readonly session: string;
}

/** A collection as the rows keep it. */
export interface KeptRow {
  readonly row: IndexRow;
  readonly hidden?: Hidden;
  /** The collection is there, its index row is not. */
  readonly halfDeleted?: boolean;
}

export interface Rows {
  /** A newer release made the database: it is read, never changed. */
  readonly newer: boolean;
  readonly records: Records;
  find(collectionId: string): Promise<KeptRow | undefined>;
  list(): Promise<readonly KeptRow[]>;
  /** Also those whose row cannot be read: their files are not ours to remove. */
  listIds(): Promise<readonly string[]>;
  /** One transaction: `decide` gets what is there and gives what shall be there (undefined: nothing). What it throws, is thrown. */
  change(
    collectionId: string,
    decide: (kept: KeptRow | undefined) => KeptRow | undefined,
    options?: { readonly durable?: boolean; readonly newFiles?: readonly StoredFile[] },
  ): Promise<KeptRow | undefined>;
  close(): void;
}
