/** The bytes of a stored file, before anything is verified. */
export interface ByteSource {
  /** Whoever opens closes. */
  open(): Promise<OpenBytes>;
  /** Begins what opening waits for. */
  prepare?(): Promise<void>;
  /** Lets go at once of what is held between reads. */
  close?(): void;
}

export interface OpenBytes {
  readonly size: number;
  read(startByte: number, endByte: number): Uint8Array | Promise<Uint8Array>;
  close(): void;
}

export function createBlobSource(blob: Blob): ByteSource {
  const bytes: OpenBytes = {
    size: blob.size,
    read: async (startByte, endByte) => new Uint8Array(await blob.slice(startByte, endByte).arrayBuffer()),
    close: () => {},
  };
  return { open: async () => bytes };
}
