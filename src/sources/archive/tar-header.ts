import { fromUtf8 } from '../../lib/bytes.ts';
import { decodeEntryName } from '../../zip/zip-entry.ts';

export interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly linkName: string;
}

/** Recognises a tar by the checksum of its header, its only mark: the sum of all bytes, with the checksum field counted as spaces. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < 512) return false;
  let sum = 0;
  for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 32 : (block[i] as number);
  return sum === parseNumber(block.subarray(148, 156));
}

export function parseTarHeader(block: Uint8Array): TarHeader {
  const name = parseText(block.subarray(0, 100));
  // GNU writes `ustar  ` and uses the space of the POSIX prefix for other things.
  const isPosix = fromUtf8(block.subarray(257, 263)) === 'ustar\0';
  const prefix = isPosix ? parseText(block.subarray(345, 500)) : '';
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size: parseNumber(block.subarray(124, 136)),
    type: String.fromCharCode(block[156] as number),
    linkName: parseText(block.subarray(157, 257)),
  };
}

function parseText(field: Uint8Array): string {
  const end = field.indexOf(0);
  return decodeEntryName(end < 0 ? field : field.subarray(0, end));
}

/** Octal, or base 256 if the first bit is set (files over 8 GB). */
function parseNumber(field: Uint8Array): number {
  if (((field[0] as number) & 0x80) !== 0) {
    let value = (field[0] as number) & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    return value;
  }
  const digits = /^[\s\0]*([0-7]+)/.exec(fromUtf8(field))?.[1];
  return digits === undefined ? 0 : Number.parseInt(digits, 8);
}

/** Records `length key=value\n`; the length counts bytes. */
export function parsePax(bytes: Uint8Array): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const length = space < 0 ? 0 : Number(fromUtf8(bytes.subarray(at, space)));
    if (!Number.isInteger(length) || length <= space - at) break;
    const record = fromUtf8(bytes.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}
