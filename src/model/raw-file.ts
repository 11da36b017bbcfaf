/** What is known about a page beside its text. No times: artifacts must not depend on the clock [E1]. */
export interface PageMeta {
  readonly title?: string;
  readonly description?: string;
  readonly source_url?: string;
}

/** A path and its bytes: all that the engine may look at [E1]. `path` is normalised (`/`, NFC, relative). */
export interface RawFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly meta?: PageMeta;
}

/** What a scan says of one file before it is read. `rawName` is the path as the source gave it (before NFC). */
export interface ScannedFile {
  readonly path: string;
  readonly rawName: string;
  readonly size: number;
  /** Decides only what must be hashed again, never what is in the collection. */
  readonly mtimeMs?: number;
  readonly meta?: PageMeta;
  /** Rejects with AppError `source/unreadable` or `source/permission`. */
  read(): Promise<Uint8Array>;
}
