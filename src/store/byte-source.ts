/** The bytes of a stored file, before anything is verified. */
export interface ByteSource {
  /** Whoever opens closes: nothing of the file is held between reads. */
  open(): Promise<OpenBytes>;
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
