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

/** Where any thread can read a file from: a handle of the folder can be sent, one for each file would cost more than its bytes. */
export interface FilePlace {
  readonly folder: FileSystemDirectoryHandle;
  readonly name: string;
}

/** Bytes of a file among others: a view of them would be larger than most small files. */
export interface PrefetchedBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Gives a file of it again, so that nothing but its name and figures need be kept of it. */
export interface ScannedFolder {
  file(found: FoundFile): ScannedFile;
}

/** `name` as the source gave it. */
export interface FoundFile extends Pick<ScannedFile, 'path' | 'size' | 'mtimeMs' | 'ahead'> {
  readonly name: string;
}

/** What a scan says of one file before it is read. `rawName` is the path as the source gave it (before NFC). */
export interface ScannedFile {
  readonly path: string;
  readonly rawName: string;
  readonly size: number;
  /** Decides only what must be hashed again, never what is in the collection. */
  readonly mtimeMs?: number;
  readonly meta?: PageMeta;
  /** What it holds, where it was read with the scan. */
  readonly ahead?: PrefetchedBytes | undefined;
  /** Absent where only the thread that scanned can read it. */
  readonly place?: FilePlace | undefined;
  /** Absent where the file is kept anyway. */
  readonly folder?: ScannedFolder | undefined;
  /** Rejects with AppError `source/unreadable` or `source/permission`. */
  read(): Promise<Uint8Array>;
}
