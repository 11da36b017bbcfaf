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

/** The one row of a collection: what the pointer transaction writes. */
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
  /** Holds a shared lock on the generation until `release`; a sweep leaves its files alone. */
  openGeneration(collectionId: string): Promise<Generation>;
  /**
   * The same for data that is read at once: `read` starts while the lock is still pending, and is called again if there is a newer
   * generation. The result owns the generation: releasing it must release the generation.
   */
  openOptimistic<T extends { release(): void }>(
    collectionId: string,
    read: (generation: Generation) => Promise<T>,
  ): Promise<T>;
  /** Every collection with a row, including deleted ones and those this build cannot read. */
  listIds(): Promise<readonly string[]>;
  /**
   * Waits until nothing changes the collection in any tab, then keeps others out until the returned function is called or the thread ends.
   * After `waitMs` it rejects with `store/busy`, whose `running` says what is being done; when `signal` aborts first, with its reason.
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
  /** Calls the listener when any tab commits, renames or deletes. Returns the unsubscribe function. */
  subscribe(listener: (change: StoreChange) => void): () => void;

  /** Small structured-cloneable values by key: settings, handles, jobs, snapshots, crawl state. */
  readonly records: Records;

  usage(): Promise<StorageUse>;
  /** Asks the browser to keep the data. Call it when the person has shown that they want it kept. */
  persist(): Promise<boolean>;
  /** Reads every byte of a generation and compares hashes. Returns the damaged files. */
  verify(collectionId: string): Promise<readonly StoredFile[]>;
  close(): Promise<void>;
}

export interface TurnOptions {
  /** What is being done; shown to those who wait. */
  readonly action: string;
  /** Absent: waits as long as it takes. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Called once, with what is being done, when it has to wait. */
  readonly onWait?: (running: string) => void;
}

export interface Generation {
  readonly row: IndexRow;
  /**
   * A half-open span of the payload, verified by blocks of 16 KB; `store/damaged` names the file. The bytes may be a view of what the store
   * holds: do not write to them or transfer them.
   */
  read(file: StoredFile, startByte: number, endByte: number): Promise<Uint8Array>;
  /** Reads several spans in one pass over the file, in the order of their bytes: faster than one read each, and without a copy. */
  readSpans(file: StoredFile, spans: readonly Span[], put: PutBytes): Promise<void>;
  /** The whole payload, hash verified. */
  readAll(file: StoredFile): Promise<Uint8Array>;
  /** Frees the bytes that `readAll` returned: they must not be used any more. */
  giveBack(file: StoredFile, bytes: Uint8Array): void;
  /** Opens the files of these roles ahead of their first read, in the order of `roles`. */
  expectReads(roles: readonly StoredFileRole[]): void;
  /** Closes the handles that are open for reading. The next read opens its file again. */
  closeIdleHandles(): void;
  release(): void;
}

/**
 * Gets a span or a piece of one, its offset, and the index of the span that was asked for. The bytes are lent: they are overwritten once the
 * call has returned.
 */
export type PutBytes = (bytes: Uint8Array, startByte: number, span: number) => void;

export interface Commit {
  /** The row this commit starts from; undefined for a new collection. */
  readonly base: IndexRow | undefined;
  /** Writes an append-only bundle in pieces; nothing is visible before `publish`. */
  createFile(role: StoredFileRole, shard?: number): Promise<FileWriter>;
  /**
   * Flush → hash → one strict transaction moves the pointer → old files swept. `store/quota` leaves the previous state. Fields of the
   * collection that equal those of `base` keep what `updateCollection` made of them meanwhile; `generation` and `storedBytes` are filled in.
   */
  publish(row: Omit<IndexRow, 'generation'>): Promise<IndexRow>;
  /** Removes what was written. Safe after publish (does nothing). */
  abort(): Promise<void>;
}

export interface FileWriter {
  /** The name of the stored file it becomes. */
  readonly name: string;
  /** Bytes written so far: the offset of the next write in the payload. */
  readonly length: number;
  write(bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** The file can be read through the commit's row after publish. */
  finish(): Promise<StoredFile>;
}

export interface WriteOptions {
  /**
   * What the store may do with the memory of the bytes.
   * - Absent: they are lent. The caller may reuse them once the promise has settled, so the memory backend copies them.
   * - `view`: the store may keep them without a copy; the caller must not change them.
   * - `buffer`: the whole buffer belongs to the store, which frees it unless it keeps it; there must be no other view of it.
   */
  readonly owned?: 'view' | 'buffer';
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
export type RecordTable = (typeof RECORD_TABLES)[number];
export const RECORD_TABLES = ['settings', 'handles', 'sources', 'jobs', 'events', 'snapshots', 'pages'] as const;

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
