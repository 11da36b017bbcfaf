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
