import type { Span } from '../../lib/span.ts';
import type { PutBytes, StoreBackend, StoredFile } from '../contract.ts';

/** Storage for the bytes of files. Every file gets a new name; names are never reused. */
export interface FileBackend {
  readonly where: StoreBackend;
  /** A write that finds no room is tried again as long as `makeRoom` returns true. */
  create(collectionId: string, name: string, makeRoom: MakeRoom): Promise<BackendWriter>;
  /** Throws `store/not-found` if the file does not exist. */
  open(collectionId: string, file: StoredFile): Promise<BackendFile>;
  remove(collectionId: string, name: string): Promise<void>;
  listNames(collectionId: string): Promise<readonly string[]>;
  /** Every collection with a file here, with or without a row. */
  listCollectionIds(): Promise<readonly string[]>;
  /** Removes what remains of a collection without a row besides its files, such as its directory. */
  removeLeftovers(collectionId: string): Promise<void>;
}

/** Frees space on a full disk; false when nothing is left to remove. */
export type MakeRoom = () => Promise<boolean>;

export interface BackendWriter {
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Writes the rest of the file's bytes and returns the hash of the payload. */
  seal(): Promise<string>;
  /** Makes the file survive a crash and closes its handle. */
  flush(): Promise<void>;
  /** Closes and removes the file; safe at any time. */
  discard(): Promise<void>;
}

/** A file whose reads are all verified; `store/damaged` names the file. */
export interface BackendFile {
  readSpans(spans: readonly Span[], put: PutBytes): Promise<void>;
  read(startByte: number, endByte: number): Promise<Uint8Array>;
  readAll(): Promise<Uint8Array>;
}

/** The bytes of a stored file, not yet verified. */
export interface ByteSource {
  /** The caller closes what it opens. */
  open(): Promise<OpenBytes>;
}

interface OpenFile {
  readonly size: number;
  close(): void;
}

/** Bytes that can be read synchronously. */
export interface NearBytes extends OpenFile {
  /** Fills `target` with the bytes from `startByte` on and returns how many it read. */
  readInto(target: Uint8Array<ArrayBuffer>, startByte: number): number;
}

interface FarBytes extends OpenFile {
  read(startByte: number, endByte: number): Promise<Uint8Array>;
}

export type OpenBytes = NearBytes | FarBytes;

export function createBlobSource(blob: Blob): ByteSource {
  const bytes: FarBytes = {
    size: blob.size,
    read: async (startByte, endByte) => new Uint8Array(await blob.slice(startByte, endByte).arrayBuffer()),
    close: () => {},
  };
  return { open: async () => bytes };
}
