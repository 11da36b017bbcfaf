// Surface forms and their counts, per chunk and field: the `terms` section of a leaf (docs/formats/segment.md).
import { Buffer } from './arena';
import { Table } from './dictionary';
import { decodeJsonText, hasBackslash } from './json-text';
import { findLong, LONG, NO_FORM, rememberLong, runsFree, runsOpen, SEVERAL_FORMS, shortRuns } from './raw-runs';
import { SHORT, UNKNOWN } from './short-keys';
import { FORM, formLength, isJoiner, isWordByte, nextForm, unitsOf } from './tokenize';

/** Beyond this many forms the memory of words seen before is dropped at the next leaf; what is written never depends on it. */
const MAX_REMEMBERED: i32 = 1 << 19;

// Form records after their head: units, stamp and number in the leaf, stamp and place in the current cells.
const UNITS: usize = 12;
const LEAF_STAMP: usize = 16;
const LOCAL: usize = 20;
const CELL_STAMP: usize = 24;
const CELL: usize = 28;
const FORM_RECORD: i32 = 32;

// @ts-ignore: decorator
@lazy const forms: Table = changetype<Table>(memory.data(48, 16));
/** Cells [form, tf] of the current chunk: body, heading, symbol. */
// @ts-ignore: decorator
@lazy const CELLS: usize = memory.data(48, 16);
// @ts-ignore: decorator
@lazy const localForms: Buffer = changetype<Buffer>(memory.data(12, 16));
// @ts-ignore: decorator
@lazy const written: Buffer = changetype<Buffer>(memory.data(12, 16));

/** A copy of text that lies at the very end of memory. */
// @ts-ignore: decorator
@lazy const padded: Buffer = changetype<Buffer>(memory.data(12, 16));

let leafStamp: i32 = 0;
let cellStamp: i32 = 0;
let localCount: i32 = 0;
let chunkCount: i32 = 0;
let chunkOpen: bool = false;
let bodyLength: i32 = 0;
let field: i32 = 0;

/** Begins a leaf. Fields: 0 body, 1 heading, 2 symbol or title. */
export function termsBegin(stemming: i32): void {
  if (forms.slots == 0) openTables();
  else if (forms.count > MAX_REMEMBERED) {
    forms.free();
    runsFree();
    openTables();
  }
  leafStamp += 1;
  localCount = 0;
  chunkCount = 0;
  chunkOpen = false;
  localForms.clear();
  written.clear();
  for (let f = 0; f < 3; f++) cellsOf(f).clear();
}

function openTables(): void {
  forms.open(FORM_RECORD, 1 << 15);
  runsOpen();
}

// @ts-ignore: decorator
@inline function cellsOf(f: i32): Buffer {
  return changetype<Buffer>(CELLS + <usize>(f << 4));
}

/** Starts the next chunk. */
export function termsChunk(): void {
  if (chunkOpen) writeChunk();
  chunkOpen = true;
  chunkCount += 1;
  bodyLength = 0;
}

/** Text of the current chunk; may be called several times per field. */
export function termsText(toField: i32, ptr: usize, length: i32, decodeJsonEscapes: i32): void {
  field = toField;
  // A form met in another field gets a second cell; the merge adds them up.
  cellStamp += 1;
  if (decodeJsonEscapes != 0 && hasBackslash(ptr, length)) {
    let decoded = decodeJsonText(ptr, length);
    ptr = decoded.ptr;
    length = decoded.length;
  }
  // Whole blocks are read: near the end of memory the text is moved to where 64 more bytes exist.
  if (ASC_FEATURE_SIMD && ptr + <usize>length + 64 > (<usize>memory.size()) << 16) {
    padded.clear();
    memory.copy(padded.reserve(length + 64), ptr, <usize>length);
    ptr = padded.ptr;
  }
  scan(ptr, ptr + <usize>length);
}

/** Body tokens of the current chunk so far. */
export function termsBodyLength(): i32 {
  return bodyLength;
}

/** Appends the terms section of the leaf. */
export function termsWrite(out: Buffer): void {
  if (chunkOpen) writeChunk();
  chunkOpen = false;
  out.varint(localCount);
  out.varint(localForms.length);
  out.bytes(localForms.ptr, localForms.length);
  out.varint(chunkCount);
  out.bytes(written.ptr, written.length);
}

// @ts-ignore: decorator
@lazy const section: Buffer = changetype<Buffer>(memory.data(12, 16));

/** The terms section alone, for records that are no files; `termsSize` is its length. */
export function termsTake(): usize {
  section.clear();
  termsWrite(section);
  return section.ptr;
}

export function termsSize(): i32 {
  return section.length;
}

function writeChunk(): void {
  for (let f = 0; f < 3; f++) {
    let cells = cellsOf(f);
    let count = cells.length >> 3;
    written.varint(count);
    let to = written.reserve(count * 10);
    let start = to;
    for (let i = 0; i < count; i++) {
      let cell = cells.ptr + <usize>(i << 3);
      let tf = load<u32>(cell, 4);
      to = putVarint(to, (<u32>localOf(load<i32>(cell)) << 1) | <u32>(tf > 1));
      if (tf > 1) to = putVarint(to, tf);
    }
    written.length += <i32>(to - start);
    cells.clear();
  }
}

// @ts-ignore: decorator
@inline export function putVarint(to: usize, value: u32): usize {
  while (value >= 128) {
    store<u8>(to, (value & 127) | 128);
    value >>>= 7;
    to += 1;
  }
  store<u8>(to, value);
  return to + 1;
}

function localOf(form: i32): i32 {
  let record = forms.record(form);
  if (load<i32>(record, LEAF_STAMP) == leafStamp) return load<i32>(record, LOCAL);
  store<i32>(record, leafStamp, LEAF_STAMP);
  store<i32>(record, localCount, LOCAL);
  let length = load<i32>(record, 4);
  let to = localForms.reserve(length + 1);
  store<u8>(to, length);
  copyForm(to + 1, forms.bytesPtr + load<u32>(record), length);
  localForms.length += length + 1;
  localCount += 1;
  return localCount - 1;
}

/** Forms are short: a call costs more than the copy. */
// @ts-ignore: decorator
@inline function copyForm(to: usize, from: usize, length: i32): void {
  for (let i = 0; i < length; i++) store<u8>(to + <usize>i, load<u8>(from + <usize>i));
}

/** Splits at ASCII that is no letter or digit; one joiner between two word bytes does not split. */
function scan(p: usize, end: usize): void {
  if (ASC_FEATURE_SIMD) {
    scanBlocks(p, end);
    return;
  }
  while (p < end) {
    while (p < end && !isWordByte(load<u8>(p))) p += 1;
    if (p == end) return;
    let start = p;
    do {
      p += 1;
      while (p < end && isWordByte(load<u8>(p))) p += 1;
    } while (p + 1 < end && isJoiner(load<u8>(p)) && isWordByte(load<u8>(p, 1)));
    countRun(start, p);
  }
}

/** Bit i says whether byte i of the 64 at `p` belongs to a word. */
// @ts-ignore: decorator
@inline function wordMask(p: usize): u64 {
  return <u64>mask16(p) | (<u64>mask16(p + 16) << 16) | (<u64>mask16(p + 32) << 32) | (<u64>mask16(p + 48) << 48);
}

// @ts-ignore: decorator
@inline function mask16(p: usize): u32 {
  let v = v128.load(p);
  let lower = v128.or(v, i8x16.splat(0x20));
  let letter = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(26));
  let digit = i8x16.lt_u(i8x16.sub(v, i8x16.splat(0x30)), i8x16.splat(10));
  return i8x16.bitmask(v128.or(v128.or(letter, digit), v));
}

function scanBlocks(p: usize, end: usize): void {
  /** Start of a run that has not ended: it reaches the end of a block, or a joiner follows it. */
  let open: usize = 0;
  let running = false;
  for (; p < end; p += 64) {
    let mask = wordMask(p);
    let left = end - p;
    if (left < 64) mask &= (<u64>1 << <u64>left) - 1;
    if (running) {
      let length = ctz(~mask);
      if (length == 64) continue;
      running = false;
      if (endsAt(p + <usize>length, end)) {
        countRun(open, p + <usize>length);
        open = 0;
      }
      mask &= ~(<u64>0) << length;
    }
    while (mask != 0) {
      let first = ctz(mask);
      let after = first + ctz(~(mask >>> first));
      if (open == 0) open = p + <usize>first;
      if (after >= 64) {
        running = true;
        break;
      }
      if (endsAt(p + <usize>after, end)) {
        countRun(open, p + <usize>after);
        open = 0;
      }
      mask &= ~(<u64>0) << after;
    }
  }
  if (open != 0) countRun(open, end);
}

/** False where a joiner and another word byte follow. */
// @ts-ignore: decorator
@inline function endsAt(stop: usize, end: usize): bool {
  return stop + 1 >= end || !isJoiner(load<u8>(stop)) || !isWordByte(load<u8>(stop, 1));
}

// @ts-ignore: decorator
@inline function countRun(start: usize, stop: usize): void {
  let length = <i32>(stop - start);
  if (length <= SHORT) {
    let form = shortRuns.find(start, length);
    if (form >= 0) count(form);
    else if (form != NO_FORM) countUnusual(start, stop, form);
  } else countLong(start, stop);
}

function countLong(start: usize, stop: usize): void {
  let length = <i32>(stop - start);
  let form = length <= LONG ? findLong(start, length) : SEVERAL_FORMS;
  if (form >= 0) count(form);
  else if (form != NO_FORM) countUnusual(start, stop, form);
}

function countUnusual(start: usize, stop: usize, known: i32): void {
  let found = 0;
  let first = 0;
  for (let p = start; p < stop; ) {
    p = nextForm(p, stop);
    if (formLength == 0) break;
    let form = internForm();
    if (found == 0) first = form;
    found += 1;
    count(form);
  }
  if (known != UNKNOWN) return;
  let meaning = found == 0 ? NO_FORM : found == 1 ? first : SEVERAL_FORMS;
  if (<i32>(stop - start) <= SHORT) shortRuns.remember(meaning);
  else rememberLong(meaning);
}

function internForm(): i32 {
  let before = forms.count;
  let form = forms.intern(FORM, formLength);
  if (form == before) store<i32>(forms.record(form), unitsOf(FORM, formLength), UNITS);
  return form;
}

// @ts-ignore: decorator
@inline function count(form: i32): void {
  let record = forms.recordsPtr + (<usize>form << 5);
  if (field == 0) bodyLength += load<i32>(record, UNITS);
  let cells = cellsOf(field);
  if (load<i32>(record, CELL_STAMP) == cellStamp) {
    let cell = cells.ptr + load<u32>(record, CELL);
    store<u32>(cell, load<u32>(cell) + 1);
    return;
  }
  store<i32>(record, cellStamp, CELL_STAMP);
  store<i32>(record, cells.length + 4, CELL);
  if (cells.length + 8 > cells.capacity) cells.reserve(4096);
  let to = cells.ptr + <usize>cells.length;
  store<i32>(to, form);
  store<i32>(to, 1, 4);
  cells.length += 8;
}
