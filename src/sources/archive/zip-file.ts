import { type EntryDamage, type EntryReader, ZipEntryError } from '../../zip/entry-reader.ts';
import type { ZipEntry } from '../../zip/zip-entry.ts';
import { type FileBytes, toOwnBuffer } from '../directory-like.ts';
import { damagedEntry } from './archive-entry.ts';

/** Returns an entry that is expanded when it is read. */
export function toZipFile(reader: EntryReader, entry: ZipEntry): FileBytes {
  return {
    size: entry.size,
    async arrayBuffer() {
      try {
        return toOwnBuffer(await reader.read(entry));
      } catch (error) {
        if (!(error instanceof ZipEntryError)) throw error;
        throw damagedEntry(MESSAGES[error.damage], entry.name);
      }
    },
  };
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
