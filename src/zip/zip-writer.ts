import { createOrderedWork, type OrderedWork } from '../lib/async/ordered-work.ts';
import { compareBytes, toUtf8 } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import { type BufferedOutput, createBufferedOutput, type ZipSink } from './buffered-output.ts';
import { type DeflatedEntry, deflateEntry, type EntryDeflater, localDeflater } from './entry-deflater.ts';
import { cutPieces, readUpTo } from './entry-pieces.ts';
import { StreamedEntry } from './streamed-entry.ts';
import { centralRecord, endRecords, localHeader, type ZipRecord } from './zip-records.ts';

/** Entries up to this size are deflated whole, larger streams in blocks: that shapes the output. */
const WHOLE_BYTES = 1 << 20;
/** So much is deflated before workers are started: exports of a few files end here. */
const BYTES_WITHOUT_WORKERS = 1 << 20;
/** A worker takes tens of milliseconds for a batch. */
const BATCH_BYTES = 1 << 18;
const BATCH_ENTRIES = 256;
/** Beside one for each worker: one is on its way there, one on its way back. */
const MORE_BATCHES = 2;
/** A larger entry stays in this thread: a worker would get a copy of it. */
const MAX_SENT_BYTES = 8 << 20;

export interface ZipWriterOptions {
  /** Unset: this thread deflates. */
  readonly deflater?: EntryDeflater | undefined;
  /** Once it aborted, calls reject with its reason instead of waiting for workers. */
  readonly signal?: AbortSignal | undefined;
}

export interface ZipWriter {
  /** Those that were added; the last of them may still be under way. */
  readonly entryCount: number;
  readonly writtenBytes: number;
  /** Names must come in ascending byte order. The bytes must not change before `finish`. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** For entries of unknown length; memory stays bounded. `readBytes` is called again, and must give the same bytes, when a worker died. */
  addStream(name: string, readBytes: () => AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes the directory. Closing the sink is the caller's. */
  finish(): Promise<void>;
}

/** A zip whose bytes depend on nothing but names and contents: constant DOS time, pinned deflate, no host attributes [E2]. */
export function createZipWriter(sink: ZipSink, options: ZipWriterOptions = {}): ZipWriter {
  return new Writer(sink, options);
}

interface NamedBytes {
  readonly name: Uint8Array;
  readonly bytes: Uint8Array;
}

class Writer implements ZipWriter {
  readonly #out: BufferedOutput;
  readonly #deflater: EntryDeflater;
  readonly #work: OrderedWork;
  readonly #directory: Uint8Array[] = [];
  #directoryBytes = 0;
  #lastName: Uint8Array = new Uint8Array(0);
  #entryCount = 0;
  #addedBytes = 0;
  /** Entries that no worker was given yet. */
  #batch: NamedBytes[] = [];
  #batchBytes = 0;

  constructor(sink: ZipSink, { deflater = localDeflater, signal }: ZipWriterOptions) {
    this.#out = createBufferedOutput(sink);
    this.#deflater = deflater;
    const maxWeight = () => (deflater.workers === 0 ? 0 : (deflater.workers + MORE_BATCHES) * BATCH_BYTES);
    this.#work = createOrderedWork({ maxWeight, signal });
  }

  get entryCount(): number {
    return this.#entryCount;
  }

  get writtenBytes(): number {
    return this.#out.length;
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const entry = { name: this.#acceptName(name), bytes };
    this.#addedBytes += bytes.length;
    if (!this.#isForWorkers(entry)) {
      if (this.#batch.length > 0) await this.#sendBatch();
      return this.#deflateHere([entry]);
    }
    this.#batch.push(entry);
    this.#batchBytes += bytes.length;
    if (this.#batchBytes >= BATCH_BYTES || this.#batch.length >= BATCH_ENTRIES) await this.#sendBatch();
  }

  async addStream(name: string, readBytes: () => AsyncIterable<Uint8Array>): Promise<void> {
    const source = readBytes()[Symbol.asyncIterator]();
    const head = await readUpTo(source, WHOLE_BYTES);
    if (head.length <= WHOLE_BYTES) return this.add(name, head);
    this.#addedBytes += head.length;
    await this.#sendBatch();
    const readPieces = () => cutPieces(readBytes()[Symbol.asyncIterator]());
    const entry = new StreamedEntry({ name: this.#acceptName(name), out: this.#out, readPieces });
    const stream = this.#deflater.openStream();
    try {
      for await (const piece of cutPieces(source, head)) {
        if (entry.isComplete) break;
        await this.#work.begin(
          piece.bytes.length,
          () => stream.push(piece).catch(() => undefined),
          async (result) => {
            const record = await entry.write(piece, result);
            if (record) this.#addToDirectory(record);
          },
        );
      }
    } finally {
      stream.close();
    }
  }

  async finish(): Promise<void> {
    await this.#sendBatch();
    await this.#work.finish();
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
    this.#entryCount++;
    return bytes;
  }

  #isForWorkers({ bytes }: NamedBytes): boolean {
    const { workers, isReady } = this.#deflater;
    if (workers === 0 || bytes.length > MAX_SENT_BYTES) return false;
    return isReady || this.#addedBytes > BYTES_WITHOUT_WORKERS;
  }

  async #sendBatch(): Promise<void> {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    const bytes = this.#batchBytes;
    this.#batch = [];
    this.#batchBytes = 0;
    // Workers that have enough to do are not waited for.
    if (!(await this.#work.hasRoom(bytes))) return this.#deflateHere(batch);
    const contents = batch.map((entry) => entry.bytes);
    const deflate = async () => {
      const results = await this.#deflater.deflateEntries(contents);
      return batch.map((entry, i) => toWholeEntry(entry, results[i] as DeflatedEntry));
    };
    await this.#work.begin(bytes, deflate, (entries) => this.#write(entries));
  }

  async #deflateHere(batch: readonly NamedBytes[]): Promise<void> {
    const entries = batch.map((entry) => toWholeEntry(entry, deflateEntry(entry.bytes)));
    if (this.#work.isIdle) return this.#write(entries);
    const bytes = entries.reduce((sum, { data }) => sum + data.length, 0);
    await this.#work.begin(
      bytes,
      async () => entries,
      () => this.#write(entries),
    );
  }

  async #write(entries: readonly WholeEntry[]): Promise<void> {
    for (const { name, size, crc, isStored, data } of entries) {
      const record: ZipRecord = {
        name,
        method: isStored ? 0 : 8,
        crc,
        size,
        storedSize: data.length,
        offset: this.#out.length,
        streamed: false,
      };
      await this.#out.write(localHeader(record));
      await this.#out.write(data);
      this.#addToDirectory(record);
    }
  }

  #addToDirectory(record: ZipRecord): void {
    const bytes = centralRecord(record);
    this.#directory.push(bytes);
    this.#directoryBytes += bytes.length;
  }
}

/** All that is kept of an entry until its turn comes: its own bytes only where they are stored. */
interface WholeEntry {
  readonly name: Uint8Array;
  readonly size: number;
  readonly crc: number;
  readonly isStored: boolean;
  readonly data: Uint8Array;
}

function toWholeEntry({ name, bytes }: NamedBytes, { crc, deflated }: DeflatedEntry): WholeEntry {
  return { name, size: bytes.length, crc, isStored: deflated === undefined, data: deflated ?? bytes };
}
