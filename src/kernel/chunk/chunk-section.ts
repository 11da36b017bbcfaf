import { ByteReader } from '../../lib/byte-reader.ts';
import type { ByteWriter } from '../../lib/byte-writer.ts';
import { fromShortUtf8 } from '../../lib/bytes.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { AppError } from '../../model/app-error.ts';
import { decodeAddress } from '../../places/address.ts';
import type { ChunkPlace, ChunkRow } from '../contract.ts';

export const DIGEST_BYTES = 32;
export const HAS = {
  part: 1,
  path: 2,
  headings: 4,
  symbol: 8,
  symbols: 16,
  address: 32,
  ownHeading: 64,
  context: 128,
} as const;
const EMPTY: readonly string[] = [];

/** Tables that rows refer to by index. */
export interface RowParts {
  readonly count: number;
  readonly string: (index: number) => string;
  readonly digest: (chunk: number) => Uint8Array;
}

export function decodeChunkSection(section: Uint8Array): ChunkRow[] {
  const reader = new ByteReader(section);
  const count = reader.count(DIGEST_BYTES);
  const strings: string[] = new Array(reader.count());
  for (let i = 0; i < strings.length; i++) strings[i] = reader.text();
  const digests = section.length - count * DIGEST_BYTES;
  return decodeRows(reader, {
    count,
    string: (index) => strings[index] ?? '',
    digest: (chunk) => section.subarray(digests + chunk * DIGEST_BYTES, digests + (chunk + 1) * DIGEST_BYTES),
  });
}

/** Decodes rows and occurrences; with `only`, skips every other row. */
export function decodeRows(reader: ByteReader, parts: RowParts, only?: number): ChunkRow[] {
  const rows: Mutable<ChunkRow>[] = [];
  const place = { end: 0, line: 0, startLine: 0 };
  for (let i = 0; i < parts.count; i++) {
    if (only === undefined || only === i) rows.push(readRow(reader, parts, place, i));
    else skipRow(reader, place);
  }
  readOccurrences(reader, parts.count, (index, occurrence) => {
    const row = only === undefined ? rows[index] : index === only ? rows[0] : undefined;
    if (row) row.occurrence = occurrence;
  });
  return rows;
}

function readRow(
  reader: ByteReader,
  { string, digest }: RowParts,
  place: { end: number; line: number },
  index: number,
): Mutable<ChunkRow> {
  const startByte = place.end + reader.uint();
  place.end = startByte + reader.uint();
  const endByte = place.end;
  const startLine = place.line + reader.zigzag();
  place.line = startLine + reader.zigzag();
  const chars = endByte - startByte - reader.uint();
  const bodyLength = reader.uint();
  const flags = reader.u8();
  const part = flags & HAS.part ? reader.uint() : 1;
  const parts = flags & HAS.part ? reader.uint() : 1;
  const headingPath = flags & HAS.path ? readNames(reader, string) : EMPTY;
  const otherHeadings = flags & HAS.headings ? readNames(reader, string) : EMPTY;
  const symbol = flags & HAS.symbol ? string(reader.uint()) : '';
  const symbols = flags & HAS.symbols ? readNames(reader, string) : EMPTY;
  const { address, places } = decodeAddress(flags & HAS.address ? string(reader.uint()) : '', startLine);
  const context = flags & HAS.context ? readNames(reader, string) : EMPTY;
  const headings = flags & HAS.ownHeading ? [headingPath.at(-1) ?? '', ...otherHeadings] : otherHeadings;
  return {
    startByte,
    endByte,
    startLine,
    endLine: place.line,
    chars,
    contentHash: digest(index),
    occurrence: 0,
    part,
    parts,
    headingPath,
    headings,
    symbol,
    symbols,
    address,
    places,
    context,
    bodyLength,
  };
}

function readNames(reader: ByteReader, string: RowParts['string']): readonly string[] {
  const list: string[] = [];
  for (let left = reader.count(); left > 0; left--) list.push(string(reader.uint()));
  return list;
}

/** Decodes only the places of the rows: a comparison needs them for every chunk of both states. */
export function decodePlaces(
  reader: ByteReader,
  count: number,
  digest: (chunk: number) => Uint8Array,
): readonly ChunkPlace[] {
  const places: Mutable<ChunkPlace>[] = [];
  const place = { end: 0, line: 0, startLine: 0 };
  for (let i = 0; i < count; i++) {
    skipRow(reader, place);
    places.push({ startLine: place.startLine, endLine: place.line, contentHash: digest(i), occurrence: 0 });
  }
  readOccurrences(reader, count, (index, occurrence) => {
    const found = places[index];
    if (found !== undefined) found.occurrence = occurrence;
  });
  return places;
}

/** Visits the chunks whose text occurred earlier in the file. */
function readOccurrences(reader: ByteReader, rows: number, visit: (index: number, occurrence: number) => void): void {
  let index = 0;
  for (let left = rows === 0 ? 0 : reader.count(); left > 0; left--) {
    index += reader.uint();
    visit(index, reader.uint());
  }
}

/** Skips a row, reading only the fields that the next one depends on. Returns the offset of its flags. */
export function skipRow(reader: ByteReader, place: { end: number; line: number; startLine: number }): number {
  place.end += reader.uint();
  place.end += reader.uint();
  place.startLine = place.line + reader.zigzag();
  place.line = place.startLine + reader.zigzag();
  reader.skipUints(2); // chars, length of the body
  const flagsAt = reader.at;
  const flags = reader.u8();
  if (flags & HAS.part) reader.skipUints(2);
  if (flags & HAS.path) reader.skipUints(reader.count());
  if (flags & HAS.headings) reader.skipUints(reader.count());
  if (flags & HAS.symbol) reader.skipUints(1);
  if (flags & HAS.symbols) reader.skipUints(reader.count());
  if (flags & HAS.address) reader.skipUints(1);
  if (flags & HAS.context) reader.skipUints(reader.count());
  return flagsAt;
}

/** Reads the strings of a chunk table, each stored as the length of the prefix shared with the previous one, and the rest. */
export function openStrings(bytes: Uint8Array, count: number): (index: number) => string {
  const shared = new Uint32Array(count);
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  const reader = new ByteReader(bytes);
  let scanned = 0;
  const known = new Map<number, string>();
  return (index) => {
    let text = known.get(index);
    if (text === undefined) {
      scanTo(Math.min(index + 1, count));
      text = index < count ? decode(index) : '';
      known.set(index, text);
    }
    return text;
  };

  /** Stops early: a caller that reads one row needs few strings. */
  function scanTo(end: number): void {
    for (; scanned < end; scanned++) {
      shared[scanned] = reader.uint();
      starts[scanned] = reader.skip(reader.uint());
      ends[scanned] = reader.at;
    }
  }

  function decode(index: number): string {
    const restBytes = (i: number): number => (ends[i] as number) - (starts[i] as number);
    let missing = (shared[index] as number) + restBytes(index);
    if (missing > bytes.length) throw new AppError('store/damaged', 'a name is longer than all of them', { index });
    const text = new Uint8Array(missing);
    for (let i = index; missing > 0 && i >= 0; i--) {
      const from = shared[i] as number;
      if (from >= missing) continue;
      const start = starts[i] as number;
      text.set(bytes.subarray(start, start + missing - from), from);
      missing = from;
    }
    return fromShortUtf8(text);
  }
}

/** Copies the strings at the reader, each without the prefix shared with the previous one. */
export function shareStrings(reader: ByteReader, count: number, out: ByteWriter): void {
  const { bytes } = reader;
  let before = 0;
  let beforeBytes = 0;
  for (let i = 0; i < count; i++) {
    const length = reader.uint();
    const start = reader.skip(length);
    let same = 0;
    while (same < length && same < beforeBytes && bytes[before + same] === bytes[start + same]) same++;
    out.uint(same);
    out.uint(length - same);
    out.part(bytes, start + same, start + length);
    before = start;
    beforeBytes = length;
  }
}
