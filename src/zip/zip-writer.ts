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
  return new Writer(sink);
}

class Writer implements ZipWriter {
  readonly #out: BufferedOutput;
  readonly #directory: Uint8Array[] = [];
  #directoryBytes = 0;
  #lastName: Uint8Array = new Uint8Array(0);

  constructor(sink: ZipSink) {
    this.#out = createBuffered(sink);
  }

  get entryCount(): number {
    return this.#directory.length;
  }

  get writtenBytes(): number {
    return this.#out.length;
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const encodedName = this.#acceptName(name);
    const deflated = bytes.length > 0 ? deflate(bytes) : bytes;
    const isStored = deflated.length >= bytes.length;
    const data = isStored ? bytes : deflated;
    const record: ZipRecord = {
      name: encodedName,
      method: isStored ? 0 : 8,
      crc: crc32(bytes),
      size: bytes.length,
      storedSize: data.length,
      offset: this.#out.length,
      streamed: false,
    };
    await this.#out.write(localHeader(record));
    await this.#out.write(data);
    this.#addToDirectory(record);
  }

  async addStream(name: string, blocks: AsyncIterable<Uint8Array>): Promise<void> {
    const source = blocks[Symbol.asyncIterator]();
    const head = await readUpTo(source, WHOLE_BYTES);
    if (head.length <= WHOLE_BYTES) return this.add(name, head);
    const entry = new StreamedEntry(this.#acceptName(name), this.#out);
    await pushInBlocks(head, source, (block, isLast) => entry.push(block, isLast));
    this.#addToDirectory(await entry.finish());
  }

  async finish(): Promise<void> {
    const directoryOffset = this.#out.length;
    for (const bytes of this.#directory) await this.#out.write(bytes);
    const entries = this.#directory.length;
    await this.#out.write(endRecords({ entries, directoryBytes: this.#directoryBytes, directoryOffset }));
    await this.#out.flush();
  }

  #acceptName(name: string): Uint8Array {
    const bytes = toUtf8(name);
    if (compareBytes(bytes, this.#lastName) <= 0)
      throw new AppError('app/unexpected', 'zip entries out of order', { name });
    this.#lastName = bytes;
    return bytes;
  }

  #addToDirectory(record: ZipRecord): void {
    const bytes = centralRecord(record);
    this.#directory.push(bytes);
    this.#directoryBytes += bytes.length;
  }
}

/** Its sizes stand in the header before it if it ends while its compressed bytes are still held back, else behind it. */
class StreamedEntry {
  readonly #name: Uint8Array;
  readonly #out: BufferedOutput;
  readonly #offset: number;
  readonly #deflater = createDeflater((bytes) => this.#fresh.push(bytes));
  /** What came out of the deflater since the last push. */
  #fresh: Uint8Array[] = [];
  /** Undefined once the header without sizes is written. */
  #held: Uint8Array[] | undefined = [];
  #crc = 0;
  #size = 0;
  #storedSize = 0;

  constructor(name: Uint8Array, out: BufferedOutput) {
    this.#name = name;
    this.#out = out;
    this.#offset = out.length;
  }

  async push(block: Uint8Array, isLast: boolean): Promise<void> {
    this.#crc = crc32(block, this.#crc);
    this.#size += block.length;
    this.#deflater.push(block, isLast);
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const bytes of fresh) {
      this.#storedSize += bytes.length;
      if (this.#held) this.#held.push(bytes);
      else await this.#out.write(bytes);
    }
    if (this.#held && this.#storedSize >= HELD_BYTES) await this.#release(true);
  }

  async finish(): Promise<ZipRecord> {
    if (this.#held) {
      await this.#release(false);
      return this.#toRecord(false);
    }
    const record = this.#toRecord(true);
    await this.#out.write(dataDescriptor(record));
    return record;
  }

  /** Writes the header and everything held back. */
  async #release(streamed: boolean): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    await this.#out.write(localHeader(this.#toRecord(streamed)));
    for (const bytes of held) await this.#out.write(bytes);
  }

  #toRecord(streamed: boolean): ZipRecord {
    return {
      name: this.#name,
      method: 8,
      crc: this.#crc,
      size: this.#size,
      storedSize: this.#storedSize,
      offset: this.#offset,
      streamed,
    };
  }
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
interface BufferedOutput {
  readonly length: number;
  write(bytes: Uint8Array): Promise<void>;
  flush(): Promise<void>;
}

function createBuffered(sink: ZipSink): BufferedOutput {
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
