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
import type { EntryDeflater } from '../zip/entry-deflater.ts';
import type { ScanBatch } from './scan/scan-wire.ts';

/** What an engine is made of; the composition (worker, page, harness) decides which. */
export interface EngineDeps {
  readonly kernel: Kernel;
  readonly store: Store;
  readonly leafMaker: LeafMaker;
  /** Absent: the engine's own thread walks folders. */
  readonly folderScanner?: FolderScanner;
  /** Absent: the engine's own thread deflates exports. */
  readonly deflater?: EntryDeflater;
  /** Absent: nothing that was published can be opened. */
  readonly openHost?: OpenHost;
  /** Shared with whatever else runs unasked in the engine's thread. Absent: the engine has its own. */
  readonly priorities?: Priorities;
  readonly where: 'worker' | 'main thread';
  readonly whereReason?: string;
  /** `kept` where nobody searches while a job runs: checkpoints then only bound memory. */
  readonly checkpoints?: 'searchable' | 'kept';
  /** Decides when a checkpoint is due; never goes back. Absent: `performance.now`. */
  readonly now?: () => number;
}

/** Turns raw files into leaves: here, or in a pool of ingest workers. Results do not depend on which [E2]. */
export interface LeafMaker {
  /** 0 when leaves are made in the engine's own thread. */
  readonly workers: number;
  /**
   * `bytes` is given away (transferred to a worker). Rejects with `thread/worker-died` when the worker ended, or was ended because it was
   * silent for too long, or after `signal` aborted.
   */
  make(task: LeafTask, signal?: AbortSignal): Promise<LeafResult>;
  /**
   * Reads the files too, in the thread that makes the leaves. All have the same settings and limit; answers come in their order and can be gone
   * through once. Absent: files are read by whoever asks.
   */
  makeAll?(tasks: readonly FileTask[], signal?: AbortSignal): Promise<Iterable<Settled>>;
  /** What is what in a text of code. None where the language has no grammar. Rejects with `read/grammar-missing`. Absent: there are no colours. */
  findColours?(language: string, text: string): Promise<Colours>;
  /** There is nothing to make for a while. Resolves when what that frees is free. */
  rest?(): Promise<void>;
}

/** Walks a picked folder, if it can in a thread that ends afterwards: what a browser keeps for each handle it gave goes with it. */
export interface FolderScanner {
  /** `take` is called with one batch after the other; when it throws, the walk ends. */
  scanFolder(folder: FileSystemDirectoryHandle, rules: ScanRules, take: TakeBatch): Promise<ScanEnd>;
}

export type ScanRules = Omit<ScanOptions, 'signal'>;

export type TakeBatch = (batch: ScanBatch) => Promise<void>;

export interface ScanEnd {
  readonly files: number;
  /** Something could not be read. */
  readonly incomplete: boolean;
}

export type ReadingLeafMaker = LeafMaker & Required<Pick<LeafMaker, 'makeAll'>>;

export interface LeafTask {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly settings: Settings;
  readonly meta?: PageMeta;
  /** Code is cut as text for now, which takes a tenth of the time; its outline is made afterwards. */
  readonly outlineLater?: boolean;
}

/** A file that the engine's thread has not read. */
export interface FileTask extends Omit<LeafTask, 'bytes'> {
  /** Where it is to be read, or what was read with the scan. */
  readonly from: FilePlace | PrefetchedBytes;
  /** As it was scanned. */
  readonly size: number;
  readonly maxBytes: number;
  /** Of what is kept of it: with the same bytes nothing is to be made. */
  readonly knownHash?: Uint8Array;
}

export type FileOutcome =
  | { readonly type: 'made'; readonly bytes: number; readonly result: LeafResult }
  | { readonly type: 'unchanged' }
  | { readonly type: 'too-large'; readonly bytes: number }
  /** Whoever read it had to be ended. */
  | { readonly type: 'unfinished' }
  | { readonly type: 'unreadable'; readonly message: string; readonly isArchiveEntry: boolean };

/** What became of one file of several. */
export type Settled = { readonly outcome: FileOutcome } | { readonly error: AppError };

export interface LeafResult {
  readonly leaf: Uint8Array;
  readonly contents: Uint8Array;
  readonly fileHash: Uint8Array;
  /** Told by the maker so that the engine need not decode leaves. */
  readonly facts: LeafFacts;
  /** The file's own bytes, where contents differ from them (CRLF, BOM, HTML, images). */
  readonly original?: Uint8Array;
  /** Its outline is still to be made. */
  readonly incomplete?: Incomplete;
}
