/** The bytes of a stored file, before anything is verified. */
export interface ByteSource {
  /** Whoever opens closes. */
  open(): Promise<OpenBytes>;
  /** Begins what opening waits for, and keeps it until `close`. */
  prepare?(): Promise<void>;
  /** Lets go at once of what is held between reads. */
  close?(): void;
}

interface OpenFile {
  readonly size: number;
  close(): void;
}

/** Bytes that come at once. */
export interface NearBytes extends OpenFile {
  /** Fills `target` from there on and tells how many there were. */
  readInto(target: Uint8Array<ArrayBuffer>, startByte: number): number;
}

export interface FarBytes extends OpenFile {
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
