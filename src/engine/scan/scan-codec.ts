import { toBaseName } from '../../lib/base-name.ts';
import type { ByteReader } from '../../lib/byte-reader.ts';
import type { ByteWriter } from '../../lib/byte-writer.ts';
import type { Mutable } from '../../lib/mutable.ts';
import type { FoundFile, ScannedFile, ScannedFolder } from '../../model/raw-file.ts';
import { PLAIN_NAMES, readFields, SCANNED, writeFields } from '../file-table/entry-codec.ts';

/** Marks the usual case: the path ends with the name. */
const SAME_NAME = '';

/** Writes a file that its folder can reopen; the folder is a number. Starts with the length and the bytes of its path. */
export function writeScanned(out: ByteWriter, file: ScannedFile, folder: number): void {
  const { path, size, mtimeMs = -1, ahead } = file;
  const name = toBaseName(file.rawName);
  writeFields(out, SCANNED, { relPath: path, bytes: size, mtimeMs }, PLAIN_NAMES);
  out.text(toBaseName(path) === name ? SAME_NAME : name);
  out.uint(folder);
  out.uint(ahead === undefined ? 0 : ahead.end - ahead.start + 1);
  if (ahead !== undefined) out.part(ahead.bytes, ahead.start, ahead.end);
}

/** `bytes` are the reader's: the file's prefetched bytes stay in them. */
export function readScanned(reader: ByteReader, bytes: Uint8Array, folders: readonly ScannedFolder[]): ScannedFile {
  const { relPath: path, bytes: size, mtimeMs } = readFields(reader, SCANNED, PLAIN_NAMES);
  const name = reader.text();
  const folder = folders[reader.uint()] as ScannedFolder;
  const found: Mutable<FoundFile> = { path, name: name === SAME_NAME ? toBaseName(path) : name, size };
  if (mtimeMs >= 0) found.mtimeMs = mtimeMs;
  const length = reader.uint() - 1;
  if (length >= 0) found.ahead = { bytes, start: reader.skip(length), end: reader.at };
  return folder.file(found);
}
