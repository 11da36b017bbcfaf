import type { Span } from '../lib/span.ts';
import type { PublishedFile } from './format/layout.ts';

/**
 * Where a published collection lies: any server of files. Runs in the thread that may reach it, so what it answers is not verified yet.
 * Errors name the file: `publish/unreachable`, `publish/missing`, `publish/cut-off`, `publish/stalled`, `publish/no-ranges`.
 */
export interface Host {
  /** The newest one, asked for again each time. */
  readManifest(): Promise<Uint8Array>;
  /** In the order of the spans. `again`: what was answered before was wrong, so no cache may answer. */
  readSpans(file: PublishedFile, spans: readonly Span[], options?: { readonly again?: boolean }): Promise<Uint8Array[]>;
  traffic(): Promise<Traffic>;
  /** Where verified bytes stay from one visit to the next; absent where there is no such place. */
  readonly kept?: KeptBytes;
}

/** Bytes of files whose names carry hashes, on this device. What it answers is verified again, and it never is the reason of an error. */
export interface KeptBytes {
  read(file: string, span: Span): Promise<Uint8Array | undefined>;
  write(file: string, span: Span, bytes: Uint8Array): void;
  /** Drops what is of other files: those of an older publish. */
  keepOnly(files: readonly string[]): void;
}

/** What was asked of a host so far. */
export interface Traffic {
  readonly requests: number;
  /** Of bodies, as far as they were read. */
  readonly bytes: number;
  /** The longest chain of requests of which each began when the one before had been answered. */
  readonly roundTrips: number;
  /** The host ignores ranges, or compresses what it is asked a range of: whole files are read. */
  readonly wholeFiles: boolean;
}

/** Opens a host by the address of its `collection/` folder. */
export type OpenHost = (address: string) => Host;
