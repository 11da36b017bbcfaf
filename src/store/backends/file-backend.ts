import type { Span } from '../../lib/span.ts';
import type { PutBytes, StoreBackend, StoredFile } from '../contract.ts';

/** Where the bytes of stored files live. Names are new for every file and never reused. */
export interface Shelf {
  readonly where: StoreBackend;
  create(collectionId: string, name: string): Promise<ShelfWriter>;
  /** `store/not-found` when it is not there. */
  open(collectionId: string, file: StoredFile): Promise<ShelfFile>;
  remove(collectionId: string, name: string): Promise<void>;
  listNames(collectionId: string): Promise<readonly string[]>;
  /** Every collection that has a file here, with or without a row. */
  listCollectionIds(): Promise<readonly string[]>;
  /** The collection has no row any more: what is left beside its files goes too. */
  forget(collectionId: string): Promise<void>;
}

export interface ShelfWriter {
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file's bytes and gives the hash of the payload. */
  seal(): Promise<string>;
  /** After it the file survives a crash and no handle is open. */
  flush(): Promise<void>;
  /** Closes and removes; safe at any time. */
  discard(): Promise<void>;
}

/** All reads verify; `store/damaged` names the file. */
export interface ShelfFile {
  readSpans(spans: readonly Span[], put: PutBytes): Promise<void>;
  read(startByte: number, endByte: number): Promise<Uint8Array>;
  readAll(): Promise<Uint8Array>;
  /** It will be read soon, and is held until `close`. */
  prepare?(): Promise<void>;
  /** Nothing of the file is held any more; it may be read again. */
  close?(): void;
}
