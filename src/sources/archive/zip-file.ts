import type { BlobWindow } from '../../lib/blob-window.ts';
import { inflateSync } from '../../lib/deflate.ts';
import { crc32 } from '../../zip/crc32.ts';
import type { FileBytes } from '../directory-like.ts';
import { damagedEntry } from './archive-entry.ts';

export interface ZipEntryPlace {
  readonly rawPath: string;
  readonly method: number;
  readonly crc: number;
  readonly storedBytes: number;
  readonly expandedBytes: number;
  /** Of the local header, whose own lengths decide where the bytes begin. */
  readonly offset: number;
  readonly nameLength: number;
}

const LOCAL = 0x04034b50;
const HEADER_BYTES = 30;
/** Room for a local extra field, so that most entries are had with one read. */
const SPARE_BYTES = 256;

/** One entry, expanded when asked for and checked against its size and CRC. */
export class ZipFile implements FileBytes {
  readonly size: number;
  readonly #window: BlobWindow;
  readonly #place: ZipEntryPlace;

  constructor(window: BlobWindow, place: ZipEntryPlace) {
    this.size = place.expandedBytes;
    this.#window = window;
    this.#place = place;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const stored = await this.#readStored();
    const bytes = this.#place.method === 0 ? stored : this.#inflate(stored);
    if (bytes.length !== this.size) throw this.#damaged('the entry does not have the size it says');
    if (crc32(bytes) !== this.#place.crc) throw this.#damaged('the checksum of the entry does not match');
    return toOwnBuffer(bytes);
  }

  async #readStored(): Promise<Uint8Array> {
    const { offset, nameLength, storedBytes } = this.#place;
    const bytes = await this.#window.read(offset, HEADER_BYTES + nameLength + SPARE_BYTES + storedBytes);
    if (bytes.length < HEADER_BYTES) throw this.#damaged('the entry lies outside the archive');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.getUint32(0, true) !== LOCAL) throw this.#damaged('the entry has no header where it should be');
    const start = HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
    if (start + storedBytes <= bytes.length) return bytes.subarray(start, start + storedBytes);
    const again = await this.#window.read(offset + start, storedBytes);
    if (again.length < storedBytes) throw this.#damaged('the entry is cut off');
    return again;
  }

  #inflate(stored: Uint8Array): Uint8Array {
    try {
      // With a buffer of its own size fflate never grows it: an entry that lies about its size costs no memory.
      return inflateSync(stored, { out: new Uint8Array(this.size) });
    } catch {
      throw this.#damaged('the compressed bytes of the entry are damaged');
    }
  }

  #damaged(message: string): Error {
    return damagedEntry(message, this.#place.rawPath);
  }
}

function toOwnBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  return (isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer;
}
