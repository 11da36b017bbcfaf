import type { Span } from '../lib/span.ts';
import type { IndexRow, PutBytes, Records, StoreBackend, StoreChange, StoredFile } from './contract.ts';

/** Named places of a commit, in order. Tests stop or kill the process there. */
export type CommitStep = 'after-pack' | 'after-flush' | 'before-pointer' | 'after-pointer' | 'in-sweep';
export type OnStep = (step: CommitStep) => void | Promise<void>;

/** Where the bytes of stored files live. Names are new for every file and never reused. */
export interface Shelf {
  readonly where: StoreBackend;
  create(collectionId: string, name: string): Promise<ShelfWriter>;
  /** `store/not-found` when it is not there. */
  open(collectionId: string, file: StoredFile): Promise<ShelfFile>;
  remove(collectionId: string, name: string): Promise<void>;
  listNames(collectionId: string): Promise<readonly string[]>;
  /** Every collection that has a file here, with or without a row. */
  listCollectionIds(): Promise<readonly string[]>;
  /** The collection has no row any more: what is left beside its files goes too. */
  forget(collectionId: string): Promise<void>;
}

export interface ShelfWriter {
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file's bytes and gives the hash of the payload. */
  seal(): Promise<string>;
  /** After it the file survives a crash and no handle is open. */
  flush(): Promise<void>;
  /** Closes and removes; safe at any time. */
  discard(): Promise<void>;
}

/** All reads verify; `store/damaged` names the file. */
export interface ShelfFile {
  readSpans(spans: readonly Span[], put: PutBytes): Promise<void>;
  read(startByte: number, endByte: number): Promise<Uint8Array>;
  readAll(): Promise<Uint8Array>;
  /** It will be read soon, and is held until `close`. */
  prepare?(): Promise<void>;
  /** Nothing of the file is held any more; it may be read again. */
  close?(): void;
}

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

export interface Locks {
  /** Waits for the lock, or gives undefined at once when `ifAvailable` and it is taken. */
  take(name: string, options: { readonly shared?: boolean; readonly ifAvailable: true }): Promise<Release | undefined>;
  /** Rejects with the signal's reason when that comes first. */
  take(name: string, options?: { readonly shared?: boolean; readonly signal?: AbortSignal }): Promise<Release>;
  /** Names of held locks that begin with the prefix, in all tabs. */
  listHeld(prefix: string): Promise<readonly string[]>;
}
export type Release = () => void;

export interface ChangeFeed {
  tell(change: StoreChange): void;
  subscribe(listener: (change: StoreChange) => void): () => void;
  close(): void;
}

/** What makes a store: rows, shelves (the first takes new files), locks and a feed. */
export interface StoreParts {
  readonly rows: Rows;
  readonly shelves: readonly [Shelf, ...Shelf[]];
  readonly locks: Locks;
  readonly feed: ChangeFeed;
  readonly fallbackReason?: string;
  readonly onStep?: OnStep;
}
