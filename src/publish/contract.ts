import type { Span } from '../lib/span.ts';
import type { PublishedFile } from './format/layout.ts';

/**
 * The server of a published collection: any file server. Runs in the thread that may reach it, so its responses are not verified yet. Errors name the
 * file: `publish/unreachable`, `publish/missing`, `publish/cut-off`, `publish/stalled`, `publish/no-ranges`.
 */
export interface Host {
  /** Fetches the newest manifest, every time. */
  readManifest(): Promise<Uint8Array>;
  /** Returns bytes in the order of the spans. `again`: an earlier response was wrong, so no cache may be used. */
  readSpans(file: PublishedFile, spans: readonly Span[], options?: { readonly again?: boolean }): Promise<Uint8Array[]>;
  traffic(): Promise<Traffic>;
  /** Verified bytes kept between visits; absent without a place for them. */
  readonly kept?: KeptBytes;
}

/** Bytes of files with hashes in their names, stored on this device. Its results are verified again, and it never causes an error. */
export interface KeptBytes {
  read(file: string, span: Span): Promise<Uint8Array | undefined>;
  write(file: string, span: Span, bytes: Uint8Array): void;
  /** Drops the bytes of other files, which belong to an older version. */
  keepOnly(files: readonly string[]): void;
}

export interface Traffic {
  readonly requests: number;
  /** Bytes of bodies that were read. */
  readonly bytes: number;
  /** The longest chain of requests in which each began after the previous response. */
  readonly roundTrips: number;
  /** The host ignores ranges, or compresses files that are requested by range: whole files are read. */
  readonly wholeFiles: boolean;
}

/** Opens a host by the address of its `collection/` folder. */
export type OpenHost = (address: string) => Host;

export type Sha256 = (bytes: Uint8Array) => Uint8Array;
