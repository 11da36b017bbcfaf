import { BlobWindow } from '../lib/blob-window.ts';
import { Inflate, inflateSync } from '../lib/deflate.ts';
import { crc32 } from './crc32.ts';
import { LOCAL_HEADER, type ZipEntry } from './zip-entry.ts';

export type EntryDamage =
  | NonNullable<ZipEntry['problem']>
  | 'outside'
  | 'no-header'
  | 'bad-deflate'
  | 'too-long'
  | 'too-short'
  | 'wrong-checksum';

/** Damage of one entry; callers convert it to their own error. */
export class ZipEntryError extends Error {
  override readonly name = 'ZipEntryError';
  constructor(
    readonly damage: EntryDamage,
    readonly entry: ZipEntry,
  ) {
    super(damage);
  }
}

const HEADER_BYTES = 30;
/** Room for a local extra field, so that most entries need one read. */
const SPARE_BYTES = 256;
/** Input per push. A bomb expands a thousandfold, so this bounds the output of one push. */
const PUSH_BYTES = 1 << 15;
/** Entries up to this declared size are expanded at once: most are small, and a stream needs a 32 KB window. */
const WHOLE_BYTES = 1 << 20;

/**
 * Reads entries and checks them against header, size and CRC; `ZipEntryError` says what is wrong. Neighbours share one window, so reading in the
 * order of offsets is fastest.
 */
export class EntryReader {
  readonly #window: BlobWindow;
  readonly #archiveBytes: number;

  constructor(blob: Blob) {
    this.#window = new BlobWindow(blob);
    this.#archiveBytes = blob.size;
  }

  /** Allocates `entry.size` bytes, which is only a claim until the entry is read: check it against a limit first. */
  async read(entry: ZipEntry): Promise<Uint8Array> {
    refuseUnreadable(entry);
    const stored = await this.#readStored(entry);
    const bytes = entry.method === 0 ? stored : inflateWhole(stored, entry);
    checkWhole(entry, bytes.length, crc32(bytes));
    return bytes;
  }

  /** Yields the entry in pieces; compares size and CRC after the last one. */
  async *stream(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    refuseUnreadable(entry);
    if (entry.method === 8 && entry.size <= WHOLE_BYTES && entry.storedSize <= WHOLE_BYTES) {
      const bytes = inflateWhole(await this.#readStored(entry), entry, entry.size + 1);
      checkWhole(entry, bytes.length, crc32(bytes));
      yield bytes;
      return;
    }
    const header = await this.#window.read(entry.offset, HEADER_BYTES);
    const start = entry.offset + findDataStart(header, entry);
    if (start + entry.storedSize > this.#archiveBytes) throw new ZipEntryError('cut-off', entry);
    let size = 0;
    let crc = 0;
    for await (const piece of this.#expand(entry, start)) {
      size += piece.length;
      // Stops a bomb before its output is kept anywhere.
      if (size > entry.size) throw new ZipEntryError('too-long', entry);
      crc = crc32(piece, crc);
      yield piece;
    }
    checkWhole(entry, size, crc);
  }

  async #readStored(entry: ZipEntry): Promise<Uint8Array> {
    const { offset, nameBytes, storedSize } = entry;
    const bytes = await this.#window.read(offset, HEADER_BYTES + nameBytes + SPARE_BYTES + storedSize);
    const start = findDataStart(bytes, entry);
    if (start + storedSize <= bytes.length) return bytes.subarray(start, start + storedSize);
    const again = await this.#window.read(offset + start, storedSize);
    if (again.length < storedSize) throw new ZipEntryError('cut-off', entry);
    return again;
  }

  async *#expand(entry: ZipEntry, start: number): AsyncGenerator<Uint8Array> {
    let pieces: Uint8Array[] = [];
    const inflater = entry.method === 8 ? new Inflate((piece) => pieces.push(piece)) : undefined;
    for (let at = 0; at < entry.storedSize; at += PUSH_BYTES) {
      const length = Math.min(PUSH_BYTES, entry.storedSize - at);
      const stored = await this.#window.read(start + at, length);
      if (!inflater) {
        yield stored;
        continue;
      }
      try {
        inflater.push(stored, at + length === entry.storedSize);
      } catch {
        throw new ZipEntryError('bad-deflate', entry);
      }
      yield* pieces;
      pieces = [];
    }
  }
}

function refuseUnreadable(entry: ZipEntry): void {
  if (entry.problem !== undefined) throw new ZipEntryError(entry.problem, entry);
}

/** Uses the lengths in the local header: the directory may have a different extra field. */
function findDataStart(header: Uint8Array, entry: ZipEntry): number {
  if (header.length < HEADER_BYTES) throw new ZipEntryError('outside', entry);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== LOCAL_HEADER) throw new ZipEntryError('no-header', entry);
  return HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

/** One byte more than declared reveals an entry that is too long. */
function inflateWhole(stored: Uint8Array, entry: ZipEntry, maxBytes = entry.size): Uint8Array {
  try {
    // fflate never grows a given buffer, so an entry that lies about its size costs no memory.
    return inflateSync(stored, { out: new Uint8Array(maxBytes) });
  } catch {
    throw new ZipEntryError('bad-deflate', entry);
  }
}

function checkWhole(entry: ZipEntry, size: number, crc: number): void {
  if (size !== entry.size) throw new ZipEntryError(size > entry.size ? 'too-long' : 'too-short', entry);
  if (crc !== entry.crc) throw new ZipEntryError('wrong-checksum', entry);
}
