import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { ReadFile } from '../../model/cut.ts';
import { SINGLE_BYTE } from './single-byte.ts';
import { toEncoding } from './to-encoding.ts';

/** Decodes a file that is not valid UTF-8, so that old texts are searchable. Files with many control characters are not text. */
export function readLegacy(path: string, bytes: Uint8Array): ReadFile {
  const { letters, invalid, controls } = countSigns(bytes);
  if (controls > bytes.length * MAX_CONTROLS) return { bytes: new Uint8Array(), refused: 'binary' };
  if (letters > 0 && invalid <= letters * MAX_INVALID) return toRead(path, fromUtf8(bytes), 'utf-8');
  const declared = findDeclared(path, bytes);
  const text = declared === undefined ? undefined : decodeAs(bytes, declared);
  return text === undefined || declared === undefined
    ? toRead(path, decodeSingle(bytes, SINGLE_BYTE['windows-1252'] as string), 'windows-1252')
    : toRead(path, text, declared);
}

/** Share of all bytes: compressed data has one in nine, text an occasional form feed. */
const MAX_CONTROLS = 0.01;
/** Invalid sequences per valid multi-byte character: other encodings rarely produce such a character by chance. */
const MAX_INVALID = 0.5;

function toRead(path: string, text: string, encoding: string): ReadFile {
  const message =
    encoding === 'utf-8'
      ? 'Some bytes of the file are not UTF-8 and became U+FFFD.'
      : `The file is not UTF-8 and was read as ${encoding}.`;
  return { bytes: toUtf8(text), warnings: [{ path, code: 'encoding', message }] };
}

/** Counts multi-byte characters, invalid sequences and control characters. */
function countSigns(bytes: Uint8Array): { letters: number; invalid: number; controls: number } {
  const counts = { letters: 0, invalid: 0, controls: 0 };
  // As a stream: a file may end within its last character.
  for (const sign of new TextDecoder().decode(bytes, { stream: true })) {
    if (sign === '\ufffd') counts.invalid++;
    else if (sign > '\x7f') counts.letters++;
    else if (isControl(sign.charCodeAt(0))) counts.controls++;
  }
  return counts;
}

/** Tabs, line ends, form feeds, backspaces, terminal escapes and the DOS end-of-file byte occur in texts. */
function isControl(code: number): boolean {
  return code === 127 || (code < 32 && (code < 8 || code > 13) && code !== 26 && code !== 27);
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

function decodeSingle(bytes: Uint8Array, table: string): string {
  const from = 256 - table.length;
  let text = '';
  for (const byte of bytes) text += byte < from ? String.fromCharCode(byte) : table.charAt(byte - from);
  return text;
}

/** Browsers look this far. */
const HEAD_BYTES = 1_024;

/** Finds the encoding that a file declares: markup, a coding line of Python or Emacs, a translation catalogue. */
function findDeclared(path: string, bytes: Uint8Array): string | undefined {
  const head = toLatin(bytes.subarray(0, HEAD_BYTES));
  const [first = '', second = ''] = head.split('\n', 2);
  const label =
    XML.exec(head)?.[1] ??
    (/\.(?:x?html?|svg|xml)$/i.test(path) ? META.exec(head)?.[1] : undefined) ??
    (/\.css$/i.test(path) ? STYLE.exec(head)?.[1] : undefined) ??
    (/\.pot?$/i.test(path) ? CATALOGUE.exec(toLatin(bytes.subarray(0, HEAD_BYTES * 8)))?.[1] : undefined) ??
    findCodingLine(first) ??
    findCodingLine(second);
  return label === undefined ? undefined : toEncoding(label);
}

const XML = /^\s*<\?xml\s[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]+)/;
const META = /<meta\s[^>]{0,300}charset\s*=\s*["']?([\w.:-]+)/i;
const STYLE = /^@charset "([\w.:-]+)"/;
const CATALOGUE = /^"Content-Type:[^"\n]{0,100}charset=([\w.:-]+)/m;
/** `# -*- coding: latin-1 -*-`, `# vim: set fileencoding=cp1252 :`; without the Emacs marks it must be a comment. */
const CODING = /coding[:=][ \t]*([-\w.]+)/;

function findCodingLine(line: string): string | undefined {
  return line.includes('-*-') || /^[ \t\f]*(?:[#;%"]|\/\/|\/\*|--|\.\.)/.test(line)
    ? CODING.exec(line)?.[1]
    : undefined;
}

function toLatin(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
