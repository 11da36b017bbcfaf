import { compareBytes, toUtf8 } from '../lib/bytes.ts';
import { deflate } from '../lib/deflate.ts';
import { AppError } from '../model/app-error.ts';
import { type BufferedOutput, createBufferedOutput, type ZipSink } from './buffered-output.ts';
import { crc32 } from './crc32.ts';
import { cutBlocks, readUpTo } from './entry-blocks.ts';
import { StreamedEntry } from './streamed-entry.ts';
import { centralRecord, endRecords, localHeader, type ZipRecord } from './zip-records.ts';

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
  readonly #directory: Uint8Array[] = [];
  #directoryBytes = 0;
  #lastName: Uint8Array = new Uint8Array(0);

  constructor(sink: ZipSink) {
    this.#out = createBufferedOutput(sink);
  }

  get entryCount(): number {
    return this.#directory.length;
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
