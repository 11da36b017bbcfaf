import { type EntryDamage, type EntryReader, ZipEntryError } from '../../zip/entry-reader.ts';
import type { ZipEntry } from '../../zip/zip-entry.ts';
import type { FileBytes } from '../directory-like.ts';
import { damagedEntry } from './archive-entry.ts';

/** One entry, expanded on demand. */
export class ZipFile implements FileBytes {
  readonly size: number;
  readonly #reader: EntryReader;
  readonly #entry: ZipEntry;

  constructor(reader: EntryReader, entry: ZipEntry) {
    this.size = entry.size;
    this.#reader = reader;
    this.#entry = entry;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    try {
      return toOwnBuffer(await this.#reader.read(this.#entry));
    } catch (error) {
      if (!(error instanceof ZipEntryError)) throw error;
      throw damagedEntry(MESSAGES[error.damage], this.#entry.name);
    }
  }
}

const MESSAGES: Readonly<Record<EntryDamage, string>> = {
  encrypted: 'the entry is encrypted',
  'unknown-method': 'the compression of the entry is not supported',
  outside: 'the entry lies outside the archive',
  'no-header': 'the entry has no header where it should be',
  'cut-off': 'the entry is cut off',
  'bad-deflate': 'the compressed bytes of the entry are damaged',
  'too-long': 'the entry does not have the size it says',
  'too-short': 'the entry does not have the size it says',
  'wrong-checksum': 'the checksum of the entry does not match',
};

function toOwnBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  return (isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer;
}
