import { Buffer, scratchAlloc } from '../memory/arena';
import { Cut, cutAt, cutCount, WHAT_FIELD, WHAT_HEADING } from './cuts';
import { Chunk, chunkAt, chunkCount } from './chunker';
import { RECORD_HEAD, Table } from '../memory/hash-table';
import { sha256Spans } from '../memory/sha256';
import { putNumber, strings, writeStrings } from './strings';
import { termsBodyLength, termsChunk, termsDefinition, termsLink, termsText, termsTitle } from '../index/terms';
import { LF, LOWER_A } from '../text/characters';
import { lineStart } from '../text/lines';
import { lastSegments } from '../text/name-key';
import { textPtr } from '../text/utf8';

// The sections `chunks` and `outline` of a leaf (docs/formats/leaf.md).

@lazy const HAS_PART: i32 = 1;
@lazy const HAS_PATH: i32 = 2;
@lazy const HAS_HEADINGS: i32 = 4;
@lazy const HAS_SYMBOL: i32 = 8;
@lazy const HAS_SYMBOLS: i32 = 16;
@lazy const HAS_ADDRESS: i32 = 32;
/** The first of its headings is the last of its path. */
@lazy const HAS_OWN_HEADING: i32 = 64;

const rows = changetype<Buffer>(memory.data(12));
const ids = changetype<Buffer>(memory.data(12));
let sourceLines: usize = 0;
let sourceLineCount: i32 = 0;
let hasPlaces: bool = false;

export function rowsFree(): void {
  rows.free();
  joined.free();
  ids.free();
  seen.free();
  repeats.free();
}

/** u32 source line (1-based) on which each text line begins, then those on which they end; or 0. */
export function setSourceLines(ptr: usize, count: i32): void {
  sourceLines = ptr;
  sourceLineCount = count;
}

/** Chunks of a document keep every page they hold, with its line. */
export function keepPlaces(wanted: bool): void {
  hasPlaces = wanted;
}

/** 1-based line of the source. */
export function outerLine(line: i32): i32 {
  if (sourceLines == 0) return line + 1;
  if (sourceLineCount == 0) return 1;
  return load<i32>(sourceLines + (<usize>(line < sourceLineCount ? line : sourceLineCount - 1) << 2));
}

/** 1-based line of the source on which a line ends. */
function outerLast(line: i32): i32 {
  if (sourceLines == 0 || sourceLineCount == 0) return outerLine(line);
  return load<i32>(sourceLines + (<usize>(sourceLineCount + (line < sourceLineCount ? line : sourceLineCount - 1)) << 2));
}

/** Writes the section and feeds the terms of every chunk. Returns the sum of token estimates. */
export function writeChunks(out: Buffer, jsonEscapes: i32): i32 {
  rows.clear();
  let tokens = 0;
  let end = 0;
  let line = 0;
  let cursor = 0;
  for (let i = 0; i < chunkCount; i++) {
    let chunk = chunkAt(i);
    while (cursor < cutCount && cutAt(cursor).line < firstOwnLine(chunk)) cursor += 1;
    termsChunk();
    termsText(0, textPtr + <usize>chunk.start, chunk.end - chunk.start, jsonEscapes);
    let first = outerLine(chunk.firstLine);
    let last = outerLast(chunk.lastLine);
    rows.varint(chunk.start - end);
    rows.varint(chunk.end - chunk.start);
    rows.varint(zigzag(first - line));
    rows.varint(zigzag(last - first));
    rows.varint(chunk.end - chunk.start - chunk.points);
    writeNames(chunk, cursor);
    end = chunk.end;
    line = last;
    tokens += estimateTokens(chunk.end - chunk.start, chunk.points);
  }
  out.varint(chunkCount);
  writeStrings(out);
  out.bytes(rows.ptr, rows.length);
  writeHashes(out);
  return tokens;
}

/** The same as `src/lib/estimate-tokens.ts`. */
function estimateTokens(bytes: i32, points: i32): i32 {
  return (points + 2 * max(0, bytes - 2 * points) + 3) >> 2;
}

/** Names what begins on a split line after its first piece only: in a one-line file every piece would repeat all names. */
function firstOwnLine(chunk: Chunk): i32 {
  return chunk.start > lineStart(chunk.firstLine) ? chunk.firstLine + 1 : chunk.firstLine;
}

@inline function zigzag(value: i32): u32 {
  return <u32>(value << 1 ^ value >> 31);
}

function writeNames(chunk: Chunk, cursor: i32): void {
  let own = chunk.cut < 0 ? changetype<Cut>(0) : cutAt(chunk.cut);
  let address = chunk.address;
  if (own != null && address == 0) address = joinedAddress(chunk, cursor, ownAddress(chunk, cursor, own));
  ids.clear();
  let pathCount = own == null ? 0 : pathIds(chunk.cut);
  let headingCount = 0;
  let symbolCount = 0;
  // Part 2 and later do not hold the line of their own heading or declaration, but belong to it.
  let carried = own != null && own.line < firstOwnLine(chunk);
  let symbol = own != null && own.what > WHAT_HEADING ? strings.intern(own.name, own.nameLength) : -1;
  if (carried && own.what == WHAT_HEADING) headingCount += pushName(own);
  for (let i = cursor; i < cutCount; i++) {
    let cut = cutAt(i);
    if (cut.line > chunk.lastLine) break;
    if (cut.what != WHAT_HEADING) continue;
    headingCount += pushName(cut);
    if (i != chunk.cut) termsText(1, cut.name, cut.nameLength, 0);
  }
  if (carried && own.what > WHAT_HEADING) symbolCount += pushSymbol(own);
  // Fields come last: labels show the first names.
  for (let fields = 0; fields < 2; fields++) {
    for (let i = cursor; i < cutCount; i++) {
      let cut = cutAt(i);
      if (cut.line > chunk.lastLine) break;
      if (cut.what <= WHAT_HEADING || <i32>(cut.what == WHAT_FIELD) != fields) continue;
      symbolCount += fields ? pushName(cut) : pushSymbol(cut);
      if (!fields || isConstant(cut.name, cut.nameLength)) termsDefinition(cut.name, cut.nameLength);
      if (symbol < 0) symbol = strings.intern(cut.name, cut.nameLength);
    }
  }
  rows.varint(termsBodyLength());
  let flags = chunk.parts > 1 ? HAS_PART : 0;
  if (pathCount) flags |= HAS_PATH;
  let at = ids.ptr;
  let hasOwn = pathCount > 0 && headingCount > 0 && load<i32>(at + (<usize>pathCount << 2)) == load<i32>(at + (<usize>(pathCount - 1) << 2));
  if (hasOwn) {
    flags |= HAS_OWN_HEADING;
    headingCount -= 1;
  }
  if (headingCount) flags |= HAS_HEADINGS;
  if (symbol >= 0) flags |= HAS_SYMBOL;
  if (symbolCount) flags |= HAS_SYMBOLS;
  if (address) flags |= HAS_ADDRESS;
  rows.u8(flags);
  if (flags & HAS_PART) {
    rows.varint(chunk.part);
    rows.varint(chunk.parts);
  }
  if (pathCount) at = writeIds(at, pathCount);
  if (hasOwn) at += 4;
  if (headingCount) at = writeIds(at, headingCount);
  if (symbol >= 0) rows.varint(symbol);
  if (symbolCount) writeIds(at, symbolCount);
  if (address) rows.varint(address - 1);
}

const joined = changetype<Buffer>(memory.data(12));

/** A later part of joined pages may begin on another page than the first of them. */
function ownAddress(chunk: Chunk, cursor: i32, own: Cut): i32 {
  if (!hasPlaces || own.line >= firstOwnLine(chunk)) return own.address;
  for (let i = cursor - 1; i >= 0 && cutAt(i).line >= own.line; i--) if (cutAt(i).address) return cutAt(i).address;
  return own.address;
}

/** `first…last` when a chunk holds several sections with addresses; of a document all of them, as src/model/places.ts decodes them. */
function joinedAddress(chunk: Chunk, cursor: i32, first: i32): i32 {
  let last = first;
  if (first == 0) return 0;
  joined.clear();
  putString(first);
  for (let i = cursor; i < cutCount && cutAt(i).line <= chunk.lastLine; i++) {
    let address = cutAt(i).address;
    if (address == 0 || address == last) continue;
    last = address;
    if (!hasPlaces) continue;
    joined.u8(0x1f);
    putNumber(joined, cutAt(i).line - chunk.firstLine);
    joined.u8(0x20);
    putString(last);
  }
  if (last == first && joined.length == strings.lengthOf(first - 1)) return first;
  if (!hasPlaces) {
    // …
    joined.u8(0xe2);
    joined.u8(0x80);
    joined.u8(0xa6);
    putString(last);
  }
  return strings.intern(joined.ptr, joined.length) + 1;
}

function putString(number: i32): void {
  joined.bytes(strings.textOf(number - 1), strings.lengthOf(number - 1));
}

function writeIds(at: usize, count: i32): usize {
  rows.varint(count);
  for (let i = 0; i < count; i++) {
    rows.varint(load<u32>(at));
    at += 4;
  }
  return at;
}

function pushName(cut: Cut): i32 {
  ids.u32(strings.intern(cut.name, cut.nameLength));
  return 1;
}

/** `Headers.ACCEPT`: looked up by its name like a declaration. Other members have names that much else has too. */
function isConstant(name: usize, length: i32): bool {
  for (let i = lastSegments(name, length, 1); i < length; i++) {
    if (<u32>(load<u8>(name + <usize>i) - LOWER_A) < 26) return false;
  }
  return true;
}

function pushSymbol(cut: Cut): i32 {
  termsText(2, cut.name, cut.nameLength, 0);
  return pushName(cut);
}

@lazy const PATH: usize = memory.data(64, 4);

/** Ids of the heading path, outermost first; all of it is heading text of the chunk. */
function pathIds(index: i32): i32 {
  let depth = 0;
  let at = cutAt(index).what > WHAT_HEADING ? -1 : index;
  while (at >= 0 && depth < 16) {
    if (cutAt(at).what == WHAT_HEADING) {
      store<i32>(PATH + (<usize>depth << 2), at);
      depth += 1;
    }
    at = cutAt(at).parent;
  }
  for (let i = depth - 1; i >= 0; i--) {
    let cut = cutAt(load<i32>(PATH + (<usize>i << 2)));
    pushName(cut);
    termsText(1, cut.name, cut.nameLength, 0);
  }
  return depth;
}

/** Digests seen so far, each with the number of its chunks. */
@lazy const seen: Table = changetype<Table>(memory.data(40, 16));
const repeats = changetype<Buffer>(memory.data(12));

/** Occurrences of equal contents (few), then the digests. */
function writeHashes(out: Buffer): void {
  let digests = scratchAlloc(<usize>chunkCount << 5);
  let spans = scratchAlloc(<usize>chunkCount << 3);
  for (let i = 0; i < chunkCount; i++) {
    let chunk = chunkAt(i);
    store<usize>(spans + (<usize>i << 3), textPtr + <usize>chunk.start);
    store<i32>(spans + (<usize>i << 3), chunk.end - chunk.start, 4);
  }
  sha256Spans(spans, chunkCount, digests);
  let repeated = 0;
  let last = 0;
  seen.open(RECORD_HEAD + 4, 16);
  repeats.clear();
  for (let i = 0; i < chunkCount; i++) {
    let record = seen.record(seen.intern(digests + (<usize>i << 5), 32));
    let occurrence = load<i32>(record, RECORD_HEAD);
    store<i32>(record, occurrence + 1, RECORD_HEAD);
    if (occurrence == 0) continue;
    repeats.varint(i - last);
    repeats.varint(occurrence);
    last = i;
    repeated += 1;
  }
  out.varint(repeated);
  out.bytes(repeats.ptr, repeats.length);
  out.bytes(digests, chunkCount << 5);
}

/** Terms of the title; the first heading of level one is a name of the file too. */
export function feedTitle(title: usize, length: i32, heading: Cut): void {
  if (length > 0) termsTitle(title, length, true);
  if (heading != null && heading.name != title) termsTitle(heading.name, heading.nameLength, false);
}

/** Names with LF after each: other titles of the file, or names of files it links to. */
export function feedNames(from: usize, length: i32, areLinks: bool): void {
  let end = from + <usize>length;
  while (from < end) {
    let to = from;
    while (load<u8>(to) != LF) to += 1;
    if (areLinks) termsLink(from, <i32>(to - from));
    else termsTitle(from, <i32>(to - from), true);
    from = to + 1;
  }
}

export function writeOutline(out: Buffer): void {
  let headings = 0;
  for (let i = 0; i < cutCount; i++) if (cutAt(i).what == WHAT_HEADING) headings += 1;
  let symbols = 0;
  for (let i = 0; i < cutCount; i++) if (cutAt(i).what > WHAT_HEADING) symbols += 1;
  out.varint(headings);
  let line = 0;
  for (let i = 0; i < cutCount; i++) {
    let cut = cutAt(i);
    if (cut.what != WHAT_HEADING) continue;
    let at = outerLine(cut.line);
    out.u8(cut.level);
    out.varint(zigzag(at - line));
    writeName(out, cut);
    line = at;
  }
  out.varint(symbols);
  line = 0;
  for (let i = 0; i < cutCount; i++) {
    let cut = cutAt(i);
    if (cut.what <= WHAT_HEADING) continue;
    let at = outerLine(cut.symbolLine);
    out.u8(cut.what);
    out.varint(zigzag(at - line));
    out.varint(zigzag(outerLine(cut.endLine - 1) - at));
    writeName(out, cut);
    line = at;
  }
}

function writeName(out: Buffer, cut: Cut): void {
  out.varint(cut.nameLength);
  out.bytes(cut.name, cut.nameLength);
}
