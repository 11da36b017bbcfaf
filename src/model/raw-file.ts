/** Metadata of a page. No times: artifacts must not depend on the clock [E1]. */
export interface PageMeta {
  readonly title?: string;
  readonly description?: string;
  readonly source_url?: string;
}

/** A path and its bytes: the engine sees nothing else [E1]. `path` is normalised (`/`, NFC, relative). */
export interface RawFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly meta?: PageMeta;
}

/** A place from which any thread can read a file. Only the folder's handle is sent: one per file would cost more than its bytes. */
export interface FilePlace {
  readonly folder: FileSystemDirectoryHandle;
  readonly name: string;
}

/** Bytes of a file within a shared buffer: a view would be larger than most small files. */
export interface PrefetchedBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Recreates a file of the folder, so that only its name and numbers need to be kept. */
export interface ScannedFolder {
  file(found: FoundFile): ScannedFile;
}

/** `name` as given by the source. */
export interface FoundFile extends Pick<ScannedFile, 'path' | 'size' | 'mtimeMs' | 'ahead'> {
  readonly name: string;
}

/** A file found by a scan, not read yet. `rawName` is the path as given by the source (before NFC). */
export interface ScannedFile {
  readonly path: string;
  readonly rawName: string;
  readonly size: number;
  /** Decides only what must be hashed again, never what is in the collection. */
  readonly mtimeMs?: number;
  readonly meta?: PageMeta;
  /** Its bytes, if the scan already read them. */
  readonly ahead?: PrefetchedBytes | undefined;
  /** Absent if only the scanning thread can read it. */
  readonly place?: FilePlace | undefined;
  /** Absent if the file itself is kept. */
  readonly folder?: ScannedFolder | undefined;
  /** Rejects with AppError `source/unreadable` or `source/permission`. */
  read(): Promise<Uint8Array>;
}
