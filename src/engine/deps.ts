import type { Kernel, Leaf } from '../kernel/contract.ts';
import type { Priorities } from '../lib/async/priorities.ts';
import type { ErrorCode, ErrorDetails } from '../model/app-error.ts';
import type { Colours } from '../model/outputs/colours.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { RecognisedPage } from '../model/recognised.ts';
import type { Settings } from '../model/settings.ts';
import type { OpenHost } from '../publish/contract.ts';
import type { ScanOptions } from '../sources/contract.ts';
import type { Store } from '../store/contract.ts';

/** Dependencies of an engine, chosen by the composition (worker, page, harness). */
export interface EngineDeps {
  readonly kernel: Kernel;
  readonly store: Store;
  readonly leafMaker: LeafMaker;
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

/** Turns files into leaves, here or in a pool of ingest workers, with the same results [E2]. */
export interface LeafMaker {
  /** 0 when leaves are made in the engine's own thread. */
  readonly workers: number;
  /**
   * Returns the leaf of each file, in order. Takes ownership of the tasks' bytes. Rejects with `thread/worker-died` if the worker ended, was
   * terminated for being silent too long, or after `signal` aborted.
   */
  make(tasks: readonly FileTask[], signal?: AbortSignal): Promise<readonly (Leaf | NoLeaf)[]>;
  /** Finds the syntax colours of code; none if the language has no grammar. Rejects with `read/grammar-missing`. Absent: no colours. */
  findColours?(language: string, text: string): Promise<Colours>;
}

export type ScanRules = Omit<ScanOptions, 'signal'>;

/** A file to make a leaf of. */
export interface FileTask {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly settings: Settings;
  readonly meta?: PageMeta;
  /** The collection the file belongs to: its recognised text is used. */
  readonly collectionId?: string;
  /** Text recognised in its pictures. */
  readonly recognised?: readonly RecognisedPage[];
  /** Absent for a file that is already in the collection. */
  readonly maxBytes?: number;
  /** Hash of the stored file; equal bytes need no new leaf. */
  readonly knownHash?: Uint8Array;
  /** Chunks code as text for now, which takes a tenth of the time; a later step makes its outline. */
  readonly outlineLater?: boolean;
  /** Lets a slow file be read later if others wait for its worker: `make` then rejects with `thread/worker-died`. */
  readonly canWait?: boolean;
}

/** Why a file has no new leaf. Plain data: it crosses the wire. */
export type NoLeaf =
  | { readonly type: 'unchanged' }
  | { readonly type: 'too-large'; readonly bytes: number }
  /** The reader had to be terminated. */
  | { readonly type: 'unfinished' }
  | { readonly type: 'unreadable'; readonly message: string; readonly isArchiveEntry: boolean }
  | {
      readonly type: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
    };
