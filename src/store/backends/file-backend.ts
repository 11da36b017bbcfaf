import type { Span } from '../../lib/span.ts';
import type { PutBytes, StoreBackend, StoredFile } from '../contract.ts';

/** Where the bytes of stored files live. Names are new for every file and never reused. */
export interface FileBackend {
  readonly where: StoreBackend;
  create(collectionId: string, name: string): Promise<BackendWriter>;
  /** `store/not-found` when the file does not exist. */
  open(collectionId: string, file: StoredFile): Promise<BackendFile>;
  remove(collectionId: string, name: string): Promise<void>;
  listNames(collectionId: string): Promise<readonly string[]>;
  /** Every collection with a file here, whether or not it has a row. */
  listCollectionIds(): Promise<readonly string[]>;
  /** For a collection without a row: removes what remains besides its files, such as its directory. */
  removeLeftovers(collectionId: string): Promise<void>;
}

export interface BackendWriter {
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Writes the rest of the file's bytes and returns the hash of the payload. */
  seal(): Promise<string>;
  /** After it the file survives a crash and no handle is open. */
  flush(): Promise<void>;
  /** Closes and removes; safe at any time. */
  discard(): Promise<void>;
}

/** All reads verify; `store/damaged` names the file. */
export interface BackendFile {
  readSpans(spans: readonly Span[], put: PutBytes): Promise<void>;
  read(startByte: number, endByte: number): Promise<Uint8Array>;
  readAll(): Promise<Uint8Array>;
  /** Opens the file for reads that follow soon; it stays open until `close`. */
  prepare?(): Promise<void>;
  /** Closes the handle. The file can still be read: the next read opens it again. */
  close?(): void;
}
