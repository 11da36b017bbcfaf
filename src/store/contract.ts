import type { Span } from '../lib/span.ts';
import type { Collection } from '../model/collection.ts';

export type StoreBackend = 'opfs' | 'idb' | 'memory';
export type StoredFileRole = 'leaves' | 'contents' | 'assets' | 'segment' | 'table' | 'files';

/** One stored file: append-only bundle, segment, chunk table or file table. Immutable once its commit is published. */
export interface StoredFile {
  readonly name: string;
  readonly role: StoredFileRole;
  /** Payload length, without the header. */
  readonly length: number;
  /** Hash of the payload's block hashes, hex (docs/formats/store.md). Empty in memory, where nothing outlives the process. */
  readonly hash: string;
  readonly where: StoreBackend;
  /** Shard number for `segment` and `table`. */
  readonly shard?: number;
}

/** The one row a collection is: what the pointer transaction writes. */
export interface IndexRow {
  readonly collection: Collection;
  readonly generation: number;
  readonly formatVersion: number;
  readonly files: readonly StoredFile[];
}

/**
 * Keeps collections. One contract, three backends (OPFS, IndexedDB blobs, memory).
 * Errors: `store/quota`, `store/unavailable`, `store/newer-format`, `store/damaged`, `store/not-found`, `store/busy`.
 */
export interface Store {
  readonly backend: StoreBackend;
  /** Why a better backend is not used; shown to the person. */
  readonly fallbackReason?: string;

  listCollections(): Promise<readonly Collection[]>;
  /** Holds a shared lock on the generation until `release`; the sweeper leaves its files alone. */
  openGeneration(collectionId: string): Promise<Generation>;
  /**
   * The same for what is read at once: `read` begins while the lock is waited for, and is called again when there was a newer generation.
   * Whoever releases what it made releases the generation.
   */
  openEarly<T extends { release(): void }>(
    collectionId: string,
    read: (generation: Generation) => Promise<T>,
  ): Promise<T>;
  /** Every collection there is a row of: those that are hidden, and those this build cannot read, too. */
  listIds(): Promise<readonly string[]>;
  /**
   * Waits until nobody changes the collection, in any tab, and keeps others away until what it answers is called, or its thread ends.
   * `store/busy` says in `running` what is still being done after `waitMs`; rejects with the reason of `signal` when that comes first.
   */
  acquireTurn(collectionId: string, options: TurnOptions): Promise<() => void>;
  /** Waits for the write lock of the collection. One commit at a time across tabs. */
  beginCommit(collectionId: string): Promise<Commit>;
  /** Metadata only (name, sources' state): no new generation. `change` runs inside a transaction, so it may run while a commit is open. */
  updateCollection(collectionId: string, change: (collection: Collection) => Collection): Promise<Collection>;
  /** Hides the collection; `sweep` at the next start removes it, `undelete` brings it back. */
  deleteCollection(collectionId: string): Promise<void>;
  undeleteCollection(collectionId: string): Promise<void>;
  /** Removes files no row points to and no reader holds, and deleted collections hidden before this start. */
  sweep(): Promise<{ readonly removedFiles: number }>;
  /** Told when any tab commits, renames or deletes. Returns the unsubscribe function. */
  subscribe(listener: (change: StoreChange) => void): () => void;

  /** Small structured-cloneable values by key: settings, handles, jobs, snapshots, crawl state. */
  readonly records: Records;

  usage(): Promise<StorageUse>;
  /** Asks the browser to keep the data; at a moment the person has shown they want it kept. */
  persist(): Promise<boolean>;
  /** Reads every byte of a generation and compares hashes. Names what is damaged. */
  verify(collectionId: string): Promise<readonly StoredFile[]>;
  close(): Promise<void>;
}

export interface TurnOptions {
  /** What is being done, for those who wait. */
  readonly action: string;
  /** Absent: as long as it takes. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Called once, with what is being done, when there is something to wait for. */
  readonly onWait?: (running: string) => void;
}

export interface Generation {
  readonly row: IndexRow;
  /**
   * Verified by block of 16 KB; `store/damaged` names the file. Half-open span of the payload. The bytes may be a view of what the store
   * holds: they are not to be written to or transferred.
   */
  read(file: StoredFile, startByte: number, endByte: number): Promise<Uint8Array>;
  /** Several spans, in the order of their bytes, with one look at the file: less work than a read for each, and nothing is copied. */
  readSpans(file: StoredFile, spans: readonly Span[], put: PutBytes): Promise<void>;
  /** The whole payload, hash verified. */
  readAll(file: StoredFile): Promise<Uint8Array>;
  /** Frees what `readAll` gave: nobody may look at it any more. */
  giveBack(file: StoredFile, bytes: Uint8Array): void;
  /** Files of these roles will be read soon, and are opened meanwhile; those first that are named first. */
  expectReads(roles: readonly StoredFileRole[]): void;
  /** Nothing is read for a while: what is open is closed. */
  settle(): void;
  release(): void;
}

/**
 * Gets a span, or a piece of one: where it begins, and which of the spans asked for it is. The bytes are lent: once the call has returned
 * they are something else.
 */
export type PutBytes = (bytes: Uint8Array, startByte: number, span: number) => void;

export interface Commit {
  /** The row this commit starts from; undefined for a new collection. */
  readonly base: IndexRow | undefined;
  /** Writes an append-only bundle in pieces; nothing is visible before `publish`. */
  createFile(role: StoredFileRole, shard?: number): Promise<FileWriter>;
  /**
   * Flush → hash → one strict transaction moves the pointer → old files swept. `store/quota` leaves the previous state. Fields of the
   * collection that are as in `base` keep what `updateCollection` made of them meanwhile; `generation` and `storedBytes` are filled in.
   */
  publish(row: Omit<IndexRow, 'generation'>): Promise<IndexRow>;
  /** Removes what was written. Safe after publish (does nothing). */
  abort(): Promise<void>;
}

export interface FileWriter {
  /** That of the stored file it becomes. */
  readonly name: string;
  /** Bytes written so far: the offset of the next write in the payload. */
  readonly length: number;
  /** The bytes belong to the store from now on: the memory backend keeps them without a copy. */
  write(bytes: Uint8Array): Promise<void>;
  /** The bytes may be used again once the promise has settled. */
  writeLent(bytes: Uint8Array): Promise<void>;
  /** The whole buffer is the store's, which frees what it does not keep: there may be no other view of it. */
  give(bytes: Uint8Array): Promise<void>;
  /** The file can be read through the commit's row after publish. */
  finish(): Promise<StoredFile>;
}

/** Tables of small records; `list` is in key order, newest first with `reverse`, pages by key. */
export interface Records {
  get<T>(table: RecordTable, key: string): Promise<T | undefined>;
  put(table: RecordTable, key: string, value: unknown): Promise<void>;
  putMany(table: RecordTable, entries: readonly (readonly [string, unknown])[]): Promise<void>;
  delete(table: RecordTable, key: string): Promise<void>;
  deletePrefix(table: RecordTable, prefix: string): Promise<void>;
  list<T>(
    table: RecordTable,
    options: { prefix: string; after?: string; limit?: number; reverse?: boolean },
  ): Promise<readonly (readonly [string, T])[]>;
  /** Without the values, which may be large. In order. */
  listKeys(table: RecordTable, prefix: string): Promise<readonly string[]>;
}
export type RecordTable = 'settings' | 'handles' | 'sources' | 'jobs' | 'events' | 'snapshots' | 'pages';

export interface StoreChange {
  readonly collectionId: string;
  readonly what: 'commit' | 'update' | 'delete' | 'undelete';
  readonly generation?: number;
}

export interface StorageUse {
  readonly backend: StoreBackend;
  readonly usedBytes: number;
  /** 0 where the browser does not say. */
  readonly quotaBytes: number;
  readonly persisted: boolean;
  readonly perCollection: readonly { readonly id: string; readonly bytes: number }[];
}
