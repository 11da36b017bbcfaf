const WRITE_BYTES = 1 << 18;

/** Where the bytes of a zip go. It may keep or transfer what it is given. */
export interface ZipSink {
  write(bytes: Uint8Array): Promise<void>;
}

/** Many small pieces become few writes. */
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
    // The sink may keep or transfer what it was given.
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

/** A view into a larger buffer must not take the rest of it along: other entries lie there. */
function toOwn(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
