import type { Kernel, LeafFacts } from '../kernel/contract.ts';
import type { Priorities } from '../lib/async/priorities.ts';
import type { AppError } from '../model/app-error.ts';
import type { Incomplete } from '../model/incomplete.ts';
import type { Colours } from '../model/outputs/colours.ts';
import type { FilePlace, PageMeta, PrefetchedBytes } from '../model/raw-file.ts';
import type { Settings } from '../model/settings.ts';
import type { OpenHost } from '../publish/contract.ts';
import type { ScanOptions } from '../sources/contract.ts';
import type { Store } from '../store/contract.ts';
import type { ScanBatch } from './scan/scan-wire.ts';

/** Dependencies of an engine, chosen by the composition (worker, page, harness). */
export interface EngineDeps {
  readonly kernel: Kernel;
  readonly store: Store;
  readonly leafMaker: LeafMaker;
  /** Absent: the engine's own thread walks folders. */
  readonly folderScanner?: FolderScanner;
  /** Absent: published collections cannot be opened. */
  readonly openHost?: OpenHost;
  /** Shared with other background work in the engine's thread. Absent: the engine creates its own. */
  readonly priorities?: Priorities;
  readonly where: 'worker' | 'main thread';
  readonly whereReason?: string;
  /** `kept` if no search runs during a job: checkpoints then only bound memory. */
  readonly checkpoints?: 'searchable' | 'kept';
  /** Monotonic clock that decides when a checkpoint is due. Absent: `performance.now`. */
  readonly now?: () => number;
}

/** Turns raw files into leaves, here or in a pool of ingest workers, with the same results [E2]. */
export interface LeafMaker {
  /** 0 when leaves are made in the engine's own thread. */
  readonly workers: number;
  /**
   * Takes ownership of `bytes` (they are transferred to a worker). Rejects with `thread/worker-died` if the worker ended, was terminated for being
   * silent too long, or after `signal` aborted.
   */
  make(task: LeafTask, signal?: AbortSignal): Promise<LeafResult>;
  /**
   * Also reads the files, in the thread that makes the leaves. All tasks share settings and limit; results come in order and can be iterated
   * once. Absent: the caller reads files.
   */
  makeAll?(tasks: readonly FileTask[], signal?: AbortSignal): Promise<Iterable<Settled>>;
  /** Finds the syntax colours of code; none if the language has no grammar. Rejects with `read/grammar-missing`. Absent: no colours. */
  findColours?(language: string, text: string): Promise<Colours>;
  /** Frees memory while no work is left. Resolves when it is free. */
  rest?(): Promise<void>;
}

/** Walks a picked folder, preferably in a thread that ends afterwards: the browser then frees what it keeps for each handle. */
export interface FolderScanner {
  /** Calls `take` with one batch at a time; the walk ends if it throws. */
  scanFolder(folder: FileSystemDirectoryHandle, rules: ScanRules, take: TakeBatch): Promise<ScanEnd>;
}

export type ScanRules = Omit<ScanOptions, 'signal'>;

export type TakeBatch = (batch: ScanBatch) => Promise<void>;

export interface ScanEnd {
  readonly files: number;
  /** Whether something could not be read. */
  readonly incomplete: boolean;
}

export type ReadingLeafMaker = LeafMaker & Required<Pick<LeafMaker, 'makeAll'>>;

export interface LeafTask {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly settings: Settings;
  readonly meta?: PageMeta;
  /** Chunks code as text for now, which takes a tenth of the time; a later step makes its outline. */
  readonly outlineLater?: boolean;
  /** Lets a slow file be read later if others wait for its worker: `make` then rejects with `thread/worker-died`. */
  readonly canWait?: boolean;
}

/** A file the engine's thread has not read. */
export interface FileTask extends Omit<LeafTask, 'bytes'> {
  /** The place to read it from, or the bytes read during the scan. */
  readonly from: FilePlace | PrefetchedBytes;
  /** Size found by the scan. */
  readonly size: number;
  readonly maxBytes: number;
  /** Hash of the stored file; equal bytes need no new leaf. */
  readonly knownHash?: Uint8Array;
}

export type FileOutcome =
  | { readonly type: 'made'; readonly bytes: number; readonly result: LeafResult }
  | { readonly type: 'unchanged' }
  | { readonly type: 'too-large'; readonly bytes: number }
  /** The reader had to be terminated. */
  | { readonly type: 'unfinished' }
  | { readonly type: 'unreadable'; readonly message: string; readonly isArchiveEntry: boolean };

/** Outcome of one file in a batch. */
export type Settled = { readonly outcome: FileOutcome } | { readonly error: AppError };

export interface LeafResult {
  readonly leaf: Uint8Array;
  readonly contents: Uint8Array;
  readonly fileHash: Uint8Array;
  /** Facts from the maker, so that the engine need not decode leaves. */
  readonly facts: LeafFacts;
  /** The file's original bytes, if they differ from the contents (CRLF, BOM, HTML, images). */
  readonly original?: Uint8Array;
  /** Set while the outline is missing. */
  readonly incomplete?: Incomplete;
}
