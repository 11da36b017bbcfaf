import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { ReadFile } from '../../model/cut.ts';
import { findDeclared } from './find-declared.ts';
import { SINGLE_BYTE } from './single-byte.ts';

/** Decodes a file that is not valid UTF-8, so that old texts are searchable. Files with many control characters are not text. */
export function readLegacy(path: string, bytes: Uint8Array): ReadFile {
  const { sequences, invalid, controls } = countBytes(bytes);
  if (controls > bytes.length * MAX_CONTROLS) return { bytes: new Uint8Array(), refused: 'binary' };
  if (sequences > 0 && invalid <= sequences * MAX_INVALID) return toRead(path, fromUtf8(bytes), 'utf-8');
  const declared = findDeclared(path, bytes);
  const text = declared === undefined ? undefined : decodeAs(bytes, declared);
  return text === undefined || declared === undefined
    ? toRead(path, decodeSingle(bytes, SINGLE_BYTE['windows-1252'] as string), 'windows-1252')
    : toRead(path, text, declared);
}

/** Share of all bytes: compressed data has one in nine, text an occasional form feed. */
const MAX_CONTROLS = 0.01;
/** Invalid bytes per valid multi-byte character: other encodings rarely produce such a character by chance. */
const MAX_INVALID = 0.5;

function toRead(path: string, text: string, encoding: string): ReadFile {
  const message =
    encoding === 'utf-8'
      ? 'Some bytes of the file are not UTF-8 and became U+FFFD.'
      : `The file is not UTF-8 and was read as ${encoding}.`;
  return { bytes: toUtf8(text), warnings: [{ path, code: 'encoding', message }] };
}

interface Counts {
  /** Multi-byte characters. */
  sequences: number;
  /** Bytes that belong to no character. */
  invalid: number;
  controls: number;
}

function countBytes(bytes: Uint8Array): Counts {
  const counts: Counts = { sequences: 0, invalid: 0, controls: 0 };
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      if (isControl(byte)) counts.controls++;
      at++;
      continue;
    }
    const length = sequenceLength(bytes, at);
    if (length > 0) counts.sequences++;
    else if (isCutOff(bytes, at)) return counts;
    else counts.invalid++;
    at += Math.max(length, 1);
  }
  return counts;
}

/** Tabs, line ends, form feeds, backspaces, terminal escapes and the DOS end-of-file byte occur in texts. */
function isControl(byte: number): boolean {
  return byte === 127 || (byte < 32 && (byte < 8 || byte > 13) && byte !== 26 && byte !== 27);
}

/** Returns the length of the character that begins here; 0 if none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const second = bytes[at + 1] ?? 0;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < low || second > high) return 0;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** A file may end within its last character. */
function isCutOff(bytes: Uint8Array, at: number): boolean {
  const left = bytes.length - at;
  return left < 4 && at > 0 && (bytes[at] as number) >= 0xc2 && sequenceLength(pad(bytes.subarray(at)), 0) > left;
}

function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(4).fill(0x80);
  padded.set(bytes);
  return padded;
}

/** Returns undefined for an unknown encoding. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'utf-8') return fromUtf8(bytes);
  const table = SINGLE_BYTE[encoding];
  if (table !== undefined) return decodeSingle(bytes, table);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}

/** More arguments at once would overflow the stack. */
const PIECE = 8_192;

function decodeSingle(bytes: Uint8Array, table: string): string {
  const from = 256 - table.length;
  const units = new Uint16Array(Math.min(bytes.length, PIECE));
  let text = '';
  for (let start = 0; start < bytes.length; start += PIECE) {
    const end = Math.min(start + PIECE, bytes.length);
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      units[at - start] = byte < from ? byte : table.charCodeAt(byte - from);
    }
    text += String.fromCharCode.apply(null, units.subarray(0, end - start) as unknown as number[]);
  }
  return text;
}
