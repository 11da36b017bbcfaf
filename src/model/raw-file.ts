/** Metadata of a page. No times: artifacts must not depend on the clock [E1]. */
export interface PageMeta {
  readonly title?: string;
  readonly description?: string;
  readonly source_url?: string;
}

/** A place from which any thread can read a file. Files of a folder share its handle: one per file would cost more than its bytes. */
export interface FilePlace {
  readonly folder: FileSystemDirectoryHandle;
  readonly name: string;
}

/** A file found by a scan, not read yet. `path` is normalised (`/`, NFC, relative), `rawName` is the path as given by the source. */
export interface FoundFile {
  readonly path: string;
  readonly rawName: string;
  readonly size: number;
  /** Decides only what must be hashed again, never what is in the collection. */
  readonly mtimeMs?: number;
  readonly meta?: PageMeta;
  /** Absent if only the scanning thread can read it. */
  readonly place?: FilePlace;
  /** Rejects with AppError `source/unreadable` or `source/permission`. */
  read(): Promise<Uint8Array>;
}
