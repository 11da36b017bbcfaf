/** Metadata of a page. No times: artifacts must not depend on the clock [E1]. */
export interface PageMeta {
  readonly title?: string;
  readonly description?: string;
  readonly source_url?: string;
  /** As the page says; otherwise its words tell. */
  readonly language?: string;
}

/** A file found by a scan, not read yet. `path` is normalised (`/`, NFC, relative), `rawName` is the path as given by the source. */
export interface FoundFile {
  readonly path: string;
  readonly rawName: string;
  readonly size: number;
  /** Decides what must be hashed again and when the file was changed, never what is in the collection. */
  readonly mtimeMs?: number;
  readonly meta?: PageMeta;
  /** Opens it, to be read as one Blob with others; reading fails if it has changed since the scan. Absent if it must have a batch of its own. */
  openBlob?(): Promise<Blob | undefined>;
  /** Reads the current bytes. Rejects with AppError `source/unreadable` or `source/permission`. */
  read(): Promise<Uint8Array>;
}
