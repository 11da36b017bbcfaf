import { compareBytes, concatBytes, toUtf8 } from '../lib/bytes.ts';
import { createDeflater, deflate } from '../lib/deflate.ts';
import { AppError } from '../model/app-error.ts';
import { crc32 } from './crc32.ts';
import { centralRecord, dataDescriptor, endRecords, localHeader, type ZipRecord } from './zip-records.ts';

/** Entries up to this size are deflated whole; larger streams in blocks of exactly BLOCK_BYTES, because slicing shapes the output. */
const WHOLE_BYTES = 1 << 20;
const BLOCK_BYTES = 1 << 16;
/** Compressed bytes of a stream held back in the hope that its sizes still fit into the header before it. */
const HELD_BYTES = 4 << 20;
const WRITE_BYTES = 1 << 18;

/** Where the bytes of a zip go. It may keep or transfer what it is given. */
export interface ZipSink {
  write(bytes: Uint8Array): Promise<void>;
}

export interface ZipWriter {
  readonly entryCount: number;
  readonly writtenBytes: number;
  /** Names must come in ascending byte order. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** For entries of unknown length; memory stays bounded. */
  addStream(name: string, blocks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes the directory. Closing the sink is the caller's. */
  finish(): Promise<void>;
}

/** A zip whose bytes depend on nothing but names and contents: constant DOS time, pinned deflate, no host attributes [E2]. */
export function createZipWriter(sink: ZipSink): ZipWriter {
  const out = createBuffered(sink);
  const directory: Uint8Array[] = [];
  let directoryBytes = 0;
  let lastName: Uint8Array = new Uint8Array(0);

  function begin(name: string): Uint8Array {
    const bytes = toUtf8(name);
    if (compareBytes(bytes, lastName) <= 0) throw new AppError('app/unexpected', 'zip entries out of order', { name });
    lastName = bytes;
    return bytes;
  }

  function record(entry: ZipRecord): void {
    const bytes = centralRecord(entry);
    directory.push(bytes);
    directoryBytes += bytes.length;
  }

  async function add(name: string, bytes: Uint8Array): Promise<void> {
    const entry = { name: begin(name), crc: crc32(bytes), size: bytes.length, offset: out.length, streamed: false };
    const deflated = bytes.length > 0 ? deflate(bytes) : bytes;
    const stored = deflated.length >= bytes.length;
    const data = stored ? bytes : deflated;
    const whole: ZipRecord = { ...entry, method: stored ? 0 : 8, packedSize: data.length };
    await out.write(localHeader(whole));
    await out.write(data);
    record(whole);
  }

  async function addStream(name: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
    const source = blocks[Symbol.asyncIterator]();
    const head = await readUpTo(source, WHOLE_BYTES);
    if (head.length <= WHOLE_BYTES) return add(name, head);

    const entryName = begin(name);
    const offset = out.length;
    let held: Uint8Array[] | undefined = [];
    let heldBytes = 0;
    let packedSize = 0;
    let fresh: Uint8Array[] = [];
    const deflater = createDeflater((bytes) => fresh.push(bytes));
    const unknown = { name: entryName, method: 8, crc: 0, size: 0, packedSize: 0, offset, streamed: true } as const;
    let crc = 0;
    let size = 0;

    async function push(block: Uint8Array, isLast: boolean): Promise<void> {
      crc = crc32(block, crc);
      size += block.length;
      deflater.push(block, isLast);
      for (const bytes of fresh) {
        packedSize += bytes.length;
        if (held) {
          held.push(bytes);
          heldBytes += bytes.length;
        } else await out.write(bytes);
      }
      fresh = [];
      if (!held || heldBytes < HELD_BYTES) return;
      await out.write(localHeader(unknown));
      for (const bytes of held) await out.write(bytes);
      held = undefined;
    }

    await pushInBlocks(head, source, push);
    const entry: ZipRecord = {
      name: entryName,
      method: 8,
      crc,
      size,
      packedSize,
      offset,
      streamed: held === undefined,
    };
    if (held) {
      await out.write(localHeader(entry));
      for (const bytes of held) await out.write(bytes);
    } else await out.write(dataDescriptor(entry));
    record(entry);
  }

  async function finish(): Promise<void> {
    const offset = out.length;
    for (const bytes of directory) await out.write(bytes);
    await out.write(endRecords({ entries: directory.length, directoryBytes, directoryOffset: offset }));
    await out.flush();
  }

  return {
    get entryCount() {
      return directory.length;
    },
    get writtenBytes() {
      return out.length;
    },
    add,
    addStream,
    finish,
  };
}

/** At least `limit + 1` bytes unless the source ends before. */
async function readUpTo(source: AsyncIterator<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length <= limit) {
    const next = await source.next();
    if (next.done) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return concatBytes(parts);
}

async function pushInBlocks(
  head: Uint8Array,
  source: AsyncIterator<Uint8Array>,
  push: (block: Uint8Array, isLast: boolean) => Promise<void>,
): Promise<void> {
  let waiting = head;
  for (;;) {
    let at = 0;
    // The last full block waits too: only the end of the source tells which block is the last.
    for (; waiting.length - at > BLOCK_BYTES; at += BLOCK_BYTES)
      await push(waiting.subarray(at, at + BLOCK_BYTES), false);
    const next = await source.next();
    if (next.done) return push(waiting.subarray(at), true);
    waiting = concatBytes([waiting.subarray(at), next.value]);
  }
}

/** Many small pieces become few writes. */
function createBuffered(sink: ZipSink): {
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  flush(): Promise<void>;
} {
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
      if (bytes.length > WRITE_BYTES) return sink.write(bytes);
      buffer.set(bytes, used);
      used += bytes.length;
    },
    flush,
  };
}
