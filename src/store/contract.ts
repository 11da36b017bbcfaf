import type { ScopableRecords } from '../lib/scope-records.ts';
import type { Span } from '../lib/span.ts';
import type { Collection, DeletedCollection } from '../model/collection.ts';

export type StoreBackend = 'opfs' | 'idb' | 'memory' | 'disk';
export type StoredFileRole = 'leaves' | 'contents' | 'assets' | 'segment' | 'table' | 'files';

/** One stored file: append-only bundle, segment, chunk table or file table. Immutable once committed. */
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

/** The one row of a collection, written by the pointer transaction of a commit. */
export interface IndexRow {
  readonly collection: Collection;
  readonly generation: number;
  readonly formatVersion: number;
  readonly files: readonly StoredFile[];
}

/**
 * Stores collections. One contract, four backends: OPFS, IndexedDB blobs, memory, and a folder under Node.
 * Errors: `store/quota`, `store/unavailable`, `store/newer-format`, `store/damaged`, `store/not-found`, `store/busy`.
 */
export interface Store {
  readonly backend: StoreBackend;
  /** Why a better backend is not used; shown to the user. */
  readonly fallbackReason?: string;

  listCollections(): Promise<readonly Collection[]>;
  /** Holds a shared lock on the generation until `release`; sweeps keep its files. */
  openGeneration(collectionId: string): Promise<Generation>;
  /** Every collection with a row, including deleted ones and those this build cannot read. */
  listIds(): Promise<readonly string[]>;
  /**
   * Waits until nothing changes the collection in any tab, then holds the lock until the returned function is called or the thread ends. After
   * `waitMs` it rejects with `store/busy`, whose `running` names the current action; when `signal` aborts first, with its reason.
   */
  acquireWriteLock(collectionId: string, options: WriteLockOptions): Promise<() => void>;
  /**
   * Waits for the commit lock of the collection: one commit at a time across tabs. A new collection starts with `firstGeneration`, 1 if unset: a
   * restored one keeps its own, which its snapshots and file names refer to.
   */
  beginCommit(collectionId: string, firstGeneration?: number): Promise<Commit>;
  /** Changes metadata (name, state of sources) without a new generation. `change` runs inside a transaction, even while a commit is open. */
  updateCollection(collectionId: string, change: (collection: Collection) => Collection): Promise<Collection>;
  /** Hides the collection; `sweep` at the next start after `keptUntil` removes it, `undelete` brings it back. */
  deleteCollection(collectionId: string, options?: { readonly keptUntil?: string }): Promise<void>;
  /** Lists deleted collections with a `keptUntil`, newest first. */
  listDeleted(): Promise<readonly DeletedCollection[]>;
  /** Removes a deleted collection now; while a reader holds it, the next sweep does. `store/not-found` if it is not deleted. */
  purgeCollection(collectionId: string): Promise<void>;
  undeleteCollection(collectionId: string): Promise<void>;
  /** Removes files no row points to and no reader holds, and deleted collections hidden before this start. */
  sweep(): Promise<{ readonly removedFiles: number }>;
  /** Calls the listener when any tab commits, renames or deletes. Returns the unsubscribe function. */
  subscribe(listener: (change: StoreChange) => void): () => void;

  /** Small structured-cloneable values by key: settings, handles, jobs, snapshots, crawl state. */
  readonly records: Records;

  usage(): Promise<StorageUse>;
  /** Asks the browser to keep the data. Call it once the user has shown that they want that. */
  persist(): Promise<boolean>;
  /** Reads every byte of a generation and compares hashes. Returns the damaged files. */
  verify(collectionId: string): Promise<readonly StoredFile[]>;
  close(): Promise<void>;
}

export interface WriteLockOptions {
  /** Current action, shown in tabs that wait. */
  readonly action: string;
  /** Absent: no timeout. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Called once with the current action if the lock is not free. */
  readonly onWait?: (running: string) => void;
}

export interface Generation {
  readonly row: IndexRow;
  /**
   * Reads a half-open span of the payload, verified in blocks of 16 KB; `store/damaged` names the file. The bytes may be a view of the store's
   * own memory: do not write to them or transfer them.
   */
  read(file: StoredFile, startByte: number, endByte: number): Promise<Uint8Array>;
  /** Reads several spans in one pass over the file, in byte order: faster than separate reads, and without a copy. */
  readSpans(file: StoredFile, spans: readonly Span[], put: PutBytes): Promise<void>;
  /** The whole payload, hash verified. */
  readAll(file: StoredFile): Promise<Uint8Array>;
  release(): void;
}

/**
 * Gets a span or a piece of one, its offset, and the index of the requested span. The bytes are lent: they are overwritten after the call.
 */
export type PutBytes = (bytes: Uint8Array, startByte: number, span: number) => void;

export interface Commit {
  /** The row this commit starts from; undefined for a new collection. */
  readonly base: IndexRow | undefined;
  /** Writes an append-only bundle in pieces; nothing is visible before `commit`. A restored file keeps its name; `store/damaged` for a bad one. */
  createFile(role: StoredFileRole, shard?: number, name?: string): Promise<FileWriter>;
  /**
   * Flushes, hashes, moves the pointer in one strict transaction, then sweeps old files. `store/quota` leaves the previous state. Fields equal
   * to `base` keep any change that `updateCollection` made meanwhile; `generation` and `storedBytes` are filled in.
   */
  commit(row: Omit<IndexRow, 'generation'>): Promise<IndexRow>;
  /** Removes the written files. Does nothing after `commit`. */
  abort(): Promise<void>;
}

export interface FileWriter {
  readonly name: string;
  /** Bytes written so far: the offset of the next write in the payload. */
  readonly length: number;
  /** The caller may reuse the bytes once the promise has settled. */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file, which can be read through the row after `commit`. */
  finish(): Promise<StoredFile>;
}

export type Records = ScopableRecords<RecordTable>;
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
  /** 0 if the browser does not report it. */
  readonly quotaBytes: number;
  readonly persisted: boolean;
  readonly perCollection: readonly { readonly id: string; readonly bytes: number }[];
}
