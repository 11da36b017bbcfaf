const WRITE_BYTES = 1 << 18;

/** Destination of a zip's bytes. It may keep or transfer them. */
export interface ZipSink {
  write(bytes: Uint8Array): Promise<void>;
}

/** Collects many small pieces into few writes. */
export interface BufferedOutput {
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  flush(): Promise<void>;
}

export function createBufferedOutput(sink: ZipSink): BufferedOutput {
  let buffer = new Uint8Array(WRITE_BYTES);
  let used = 0;
  let length = 0;

  async function flush(): Promise<void> {
    if (used === 0) return;
    const full = buffer.subarray(0, used);
    // The sink may keep or transfer the old buffer.
    buffer = new Uint8Array(WRITE_BYTES);
    used = 0;
    await sink.write(full);
  }

  return {
    get length() {
      return length;
    },
    async write(bytes) {
      length += bytes.length;
      if (used + bytes.length > WRITE_BYTES) await flush();
      if (bytes.length > WRITE_BYTES) return sink.write(toOwn(bytes));
      buffer.set(bytes, used);
      used += bytes.length;
    },
    flush,
  };
}

/** Copies a view of a larger buffer: the sink would keep the whole buffer, with other entries in it. */
function toOwn(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
