import { ByteWriter } from '../lib/byte-writer.ts';
import { compareBytes, concatBytes, toUtf8 } from '../lib/bytes.ts';
import { createDeflater, deflate } from '../lib/deflate.ts';
import { AppError } from '../model/app-error.ts';
import { crc32 } from './crc32.ts';
import {
  CENTRAL_RECORD,
  DATA_DESCRIPTOR,
  END_RECORD,
  END_RECORD_64,
  END_RECORD_64_LOCATOR,
  LOCAL_HEADER,
} from './zip-entry.ts';

/** Entries up to this size are deflated whole, larger streams in blocks: that shapes the output. */
const WHOLE_BYTES = 1 << 20;

export interface ZipWriter {
  readonly entryCount: number;
  readonly writtenBytes: number;
  /** Names must come in ascending byte order. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** For entries of unknown length; memory stays bounded. */
  addStream(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes the directory. The caller closes the sink. */
  finish(): Promise<void>;
}

/** A zip whose bytes depend on nothing but names and contents: constant DOS time, pinned deflate, no host attributes [E2]. */
export function createZipWriter(sink: ZipSink): ZipWriter {
  return new Writer(sink);
}

class Writer implements ZipWriter {
  readonly #out: BufferedOutput;
  /** As bytes: an object for each of a million entries would take ten times as much. */
  readonly #directory = new ByteWriter();
  #entries = 0;
  #lastName: Uint8Array = new Uint8Array(0);

  constructor(sink: ZipSink) {
    this.#out = createBufferedOutput(sink);
  }

  get entryCount(): number {
    return this.#entries;
  }

  get writtenBytes(): number {
    return this.#out.length;
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const own = this.#acceptName(name);
    const deflated = bytes.length === 0 ? bytes : deflate(bytes);
    const isStored = deflated.length >= bytes.length;
    const data = isStored ? bytes : deflated;
    const record: ZipRecord = {
      name: own,
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

  async addStream(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const source = bytes[Symbol.asyncIterator]();
    const head = await readUpTo(source, WHOLE_BYTES);
    if (head.length <= WHOLE_BYTES) return this.add(name, head);
    const entry = new StreamedEntry(this.#acceptName(name), this.#out);
    for await (const { bytes, isLast } of cutBlocks(head, source)) await entry.push(bytes, isLast);
    this.#addToDirectory(await entry.finish());
  }

  async finish(): Promise<void> {
    const directoryOffset = this.#out.length;
    const directory = this.#directory.view();
    for (let at = 0; at < directory.length; at += WRITE_BYTES)
      await this.#out.write(directory.subarray(at, at + WRITE_BYTES));
    const ends = { entries: this.#entries, directoryBytes: directory.length, directoryOffset };
    await this.#out.write(endRecords(ends));
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
    this.#directory.raw(centralRecord(record));
    this.#entries++;
  }
}

/** Compressed bytes of a stream held back in the hope that its sizes still fit into the header before it. */
const HELD_BYTES = 4 << 20;

/** Writes the sizes into the header before the data if the entry ends while its compressed bytes are still held back, otherwise after the data. */
class StreamedEntry {
  readonly #name: Uint8Array;
  readonly #out: BufferedOutput;
  readonly #offset: number;
  readonly #deflater = createDeflater((bytes) => this.#fresh.push(bytes));
  /** Output of the deflater since the last push. */
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

/** The slicing of a stream affects its deflated bytes, so this is part of the format [E2]. */
const BLOCK_BYTES = 1 << 16;

interface EntryBlock {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Reads at least `limit + 1` bytes unless the source ends before. */
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

/** Yields `head`, then the rest of the source. */
async function* cutBlocks(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<EntryBlock> {
  let waiting = head;
  for (;;) {
    let at = 0;
    // The last full block waits too: only the end of the source shows which block is the last.
    for (; waiting.length - at > BLOCK_BYTES; at += BLOCK_BYTES)
      yield { bytes: waiting.subarray(at, at + BLOCK_BYTES), isLast: false };
    const next = await source.next();
    if (next.done) {
      yield { bytes: waiting.subarray(at), isLast: true };
      return;
    }
    waiting = concatBytes([waiting.subarray(at), next.value]);
  }
}

const WRITE_BYTES = 1 << 18;

/** Destination of a zip's bytes. It may keep or transfer them. */
interface ZipSink {
  write(bytes: Uint8Array): Promise<void>;
}

function createBufferedOutput(sink: ZipSink) {
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
    async write(bytes: Uint8Array): Promise<void> {
      length += bytes.length;
      if (used + bytes.length > WRITE_BYTES) await flush();
      if (bytes.length > WRITE_BYTES) return sink.write(toOwn(bytes));
      buffer.set(bytes, used);
      used += bytes.length;
    },
    flush,
  };
}

/** Collects many small pieces into few writes. */
type BufferedOutput = ReturnType<typeof createBufferedOutput>;

/** Copies a view of a larger buffer: the sink would keep the whole buffer, with other entries in it. */
function toOwn(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** The records of PKWARE's APPNOTE 6.3 that this project writes. */

const MAX_32 = 0xffff_ffff;
const MAX_ENTRIES = 65_534;
/** 1 January 1980, 00:00:00: the zero of DOS time. */
const DOS_DATE = 0x0021;
const UTF8_FLAG = 0x0800;
const DESCRIPTOR_FLAG = 0x0008;

interface ZipRecord {
  readonly name: Uint8Array;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly size: number;
  readonly storedSize: number;
  readonly offset: number;
  /** Sizes and CRC follow the data. */
  readonly streamed: boolean;
}

function localHeader(entry: ZipRecord): Uint8Array {
  const extraBytes = entry.streamed ? 20 : 0;
  const record = new RecordBytes(30 + entry.name.length + extraBytes);
  record.u32(LOCAL_HEADER).u16(entry.streamed ? 45 : 20);
  writeShared(record, entry);
  const known = !entry.streamed;
  record.u32(known ? entry.crc : 0);
  record.u32(known ? entry.storedSize : MAX_32).u32(known ? entry.size : MAX_32);
  record.u16(entry.name.length).u16(extraBytes).bytes(entry.name);
  // Announces 8-byte sizes in the descriptor to readers that go front to back.
  if (entry.streamed) record.u16(1).u16(16).u64(0).u64(0);
  return record.done;
}

function dataDescriptor(entry: ZipRecord): Uint8Array {
  return new RecordBytes(24).u32(DATA_DESCRIPTOR).u32(entry.crc).u64(entry.storedSize).u64(entry.size).done;
}

function centralRecord(entry: ZipRecord): Uint8Array {
  const large = [entry.size, entry.storedSize, entry.offset].filter((value) => value >= MAX_32);
  const extraBytes = large.length > 0 ? 4 + 8 * large.length : 0;
  const version = entry.streamed || large.length > 0 ? 45 : 20;
  const record = new RecordBytes(46 + entry.name.length + extraBytes);
  record.u32(CENTRAL_RECORD).u16(version).u16(version);
  writeShared(record, entry);
  record.u32(entry.crc).u32(atMost32(entry.storedSize)).u32(atMost32(entry.size));
  record.u16(entry.name.length).u16(extraBytes).u16(0).u16(0).u16(0).u32(0).u32(atMost32(entry.offset));
  record.bytes(entry.name);
  if (large.length > 0) {
    record.u16(1).u16(8 * large.length);
    for (const value of large) record.u64(value);
  }
  return record.done;
}

/** Adds Zip64 records if 16 or 32 bits are too small. */
function endRecords(end: { entries: number; directoryBytes: number; directoryOffset: number }): Uint8Array {
  const { entries, directoryBytes, directoryOffset } = end;
  const isLarge = entries > MAX_ENTRIES || directoryBytes >= MAX_32 || directoryOffset >= MAX_32;
  const record = new RecordBytes((isLarge ? 56 + 20 : 0) + 22);
  if (isLarge) {
    record.u32(END_RECORD_64).u64(44).u16(45).u16(45).u32(0).u32(0);
    record.u64(entries).u64(entries).u64(directoryBytes).u64(directoryOffset);
    record
      .u32(END_RECORD_64_LOCATOR)
      .u32(0)
      .u64(directoryOffset + directoryBytes)
      .u32(1);
  }
  const count = entries > MAX_ENTRIES ? 0xffff : entries;
  record.u32(END_RECORD).u16(0).u16(0).u16(count).u16(count);
  record.u32(atMost32(directoryBytes)).u32(atMost32(directoryOffset)).u16(0);
  return record.done;
}

function writeShared(record: RecordBytes, entry: ZipRecord): void {
  record
    .u16(UTF8_FLAG | (entry.streamed ? DESCRIPTOR_FLAG : 0))
    .u16(entry.method)
    .u16(0)
    .u16(DOS_DATE);
}

function atMost32(value: number): number {
  return Math.min(value, MAX_32);
}

/** Writes little-endian numbers one after the other. */
class RecordBytes {
  readonly done: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.done = new Uint8Array(length);
    this.#view = new DataView(this.done.buffer);
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    return this.u16(value & 0xffff).u16(value >>> 16);
  }

  u64(value: number): this {
    return this.u32(value % 0x1_0000_0000).u32(Math.floor(value / 0x1_0000_0000));
  }

  bytes(value: Uint8Array): this {
    this.done.set(value, this.#at);
    this.#at += value.length;
    return this;
  }
}
