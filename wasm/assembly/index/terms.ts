// Surface forms and their counts, per chunk and field: the `terms` section of a leaf (docs/formats/segment.md).
import { Buffer } from '../memory/arena';
import { copyShort } from '../memory/copy-short';
import { RECORD_HEAD, Table } from '../memory/hash-table';
import { SHORT, ShortKeys } from '../memory/short-keys';
import { decodeJsonText, hasBackslash } from '../text/json-text';
import { putVarint } from '../memory/varint';
import { composeKey, KEY, KEY_LINK, KEY_SYMBOL, KEY_TITLE, lastSegments } from '../text/name-key';
import { FORM, formLength, isJoiner, isWordByte, nextForm, unitsOf } from '../text/tokenize';
import { CASE_BIT, DIGIT_0, HYPHEN, LF, LOWER_A, UNDERSCORE } from '../text/characters';

/** Beyond this many forms or spellings the memory of words seen before is dropped at the next leaf; what is written never depends on it. */
const MAX_REMEMBERED: i32 = 1 << 19;

// Form records after their head: units with the mark of its language above them, stamp and number in the leaf, stamp and place in the current cells.
const UNITS: usize = 12;
const LEAF_STAMP: usize = 16;
const LOCAL: usize = 20;
const CELL_STAMP: usize = 24;
const CELL: usize = 28;
const FORM_RECORD: i32 = 32;
const MARK_SHIFT: i32 = 8;
const UNITS_MASK: i32 = 255;

// A spelling: what it means, with the units of its form in the high byte; stamp and place of its cell, number of its form in the leaf. Text is folded and
// split once per distinct spelling. A short one has a cell of its own; the merge adds up what belongs to one form.
const MEANING: usize = 0;
const SPELLING_STAMP: usize = 4;
const SPELLING_CELL: usize = 8;
const SPELLING_LOCAL: usize = 12;
const SPELLING_BYTES: i32 = 16;
/** Meanings: not known yet, no form, several forms, or a form plus FIRST_FORM. */
const UNKNOWN: i32 = 0;
const NO_FORM: i32 = 1;
const SEVERAL_FORMS: i32 = 2;
const FIRST_FORM: i32 = 3;
const MEANING_BITS: i32 = 24;
/** Longest spelling that is remembered; up to SHORT each has a cell of its own. */
const LONG: i32 = 64;

@lazy const shortSpellings: ShortKeys = changetype<ShortKeys>(memory.data(12, 16));
@lazy const spellings: Table = changetype<Table>(memory.data(40, 16));
@lazy const forms: Table = changetype<Table>(memory.data(40, 16));
/** Cells [number of the form in the leaf, tf] of the current chunk (body, heading, symbol) and of the file (title). */
@lazy const CELLS: usize = memory.data(64, 16);
const SYMBOL: i32 = 2;
const TITLE: i32 = 3;
/** Words that tell a language, by the order in which they were given. */
@lazy const languageWords: Table = changetype<Table>(memory.data(40, 16));
/** Marks of the leaf's first forms as u32: a text has most of its function words among its first words. */
@lazy const marks: Buffer = changetype<Buffer>(memory.data(12, 16));
const MARKED_FORMS: i32 = 500;
@lazy const localForms: Buffer = changetype<Buffer>(memory.data(12, 16));
@lazy const written: Buffer = changetype<Buffer>(memory.data(12, 16));

/** A copy of text that lies at the very end of memory. */
@lazy const padded: Buffer = changetype<Buffer>(memory.data(12, 16));

let leafStamp: i32 = 0;
/** One per chunk and field. */
let cellStamp: i32 = 0;
/** Cells with a later stamp belong to this leaf. */
let firstStamp: i32 = 0;
/** Chunk the stamp belongs to. */
let stampedChunk: i32 = 0;
let localCount: i32 = 0;
let chunkCount: i32 = 0;
let chunkOpen: bool = false;
let bodyLength: i32 = 0;
let field: i32 = 0;

/** Begins a leaf. Fields: 0 body, 1 heading, 2 symbol, 3 the title of the file, which comes when all chunks are done. */
export function termsBegin(): void {
  if (forms.slots == 0 || max(forms.count, spellings.count + shortSpellings.count) > MAX_REMEMBERED) openTables();
  leafStamp += 1;
  firstStamp = cellStamp;
  stampedChunk = 0;
  localCount = 0;
  chunkCount = 0;
  chunkOpen = false;
  field = -1;
  marks.clear();
  localForms.clear();
  written.clear();
  for (let f = 0; f <= TITLE; f++) cellsOf(f).clear();
}

function openTables(): void {
  forms.free();
  spellings.free();
  forms.open(FORM_RECORD, 1 << 15);
  spellings.open(RECORD_HEAD + SPELLING_BYTES, 1 << 14);
  if (ASC_FEATURE_SIMD) shortSpellings.open(1 << 14);
}

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
  enterField(toField);
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

/** A symbol begins in the current chunk: it is found by its own name, and by that and the one it belongs to. */
export function termsDefinition(name: usize, length: i32): void {
  let own = lastSegments(name, length, 1);
  countKey(SYMBOL, KEY_SYMBOL, name + <usize>own, length - own);
  let qualified = lastSegments(name, length, 2);
  if (own > 0) countKey(SYMBOL, KEY_SYMBOL, name + <usize>qualified, length - qualified);
}

/** A name of the file, when all chunks are done. One is its title, whose words are a field; of others only the whole counts. */
export function termsTitle(name: usize, length: i32, isTitle: bool): void {
  countKey(TITLE, KEY_TITLE, name, length);
  if (isTitle) termsText(TITLE, name, length, 0);
}

/** The name of a file that this one links to, when all chunks are done. */
export function termsLink(name: usize, length: i32): void {
  countKey(TITLE, KEY_LINK, name, length);
}

function countKey(toField: i32, kind: u8, name: usize, length: i32): void {
  let size = composeKey(kind, name, length);
  if (size == 0) return;
  enterField(toField);
  count(internForm(KEY, size));
}

function enterField(toField: i32): void {
  if (toField != field || stampedChunk != chunkCount) cellStamp += 1;
  field = toField;
  stampedChunk = chunkCount;
}

/** Body tokens of the current chunk so far. */
export function termsBodyLength(): i32 {
  return bodyLength;
}

/** Appends the terms section of the leaf. */
export function termsWrite(out: Buffer): void {
  if (chunkOpen) writeChunk();
  chunkOpen = false;
  writeCells(TITLE);
  out.varint(localCount);
  out.varint(localForms.length);
  out.bytes(localForms.ptr, localForms.length);
  out.varint(chunkCount);
  out.bytes(written.ptr, written.length);
}

@lazy const section: Buffer = changetype<Buffer>(memory.data(12, 16));

/** Builds only the terms section, for records that are not files; `termsSize` is its length. */
export function termsTake(): usize {
  section.clear();
  termsWrite(section);
  return section.ptr;
}

export function termsSize(): i32 {
  return section.length;
}

function writeChunk(): void {
  for (let f = 0; f < TITLE; f++) writeCells(f);
}

function writeCells(f: i32): void {
  let cells = cellsOf(f);
  let count = cells.length >> 3;
  written.varint(count);
  let to = written.reserve(count * 10);
  let start = to;
  for (let i = 0; i < count; i++) {
    let cell = cells.ptr + <usize>(i << 3);
    let tf = load<u32>(cell, 4);
    to = putVarint(to, (load<u32>(cell) << 1) | <u32>(tf > 1));
    if (tf > 1) to = putVarint(to, tf);
  }
  written.length += <i32>(to - start);
  cells.clear();
}

function localOf(form: i32): i32 {
  let record = forms.record(form);
  if (load<i32>(record, LEAF_STAMP) == leafStamp) return load<i32>(record, LOCAL);
  store<i32>(record, leafStamp, LEAF_STAMP);
  store<i32>(record, localCount, LOCAL);
  let length = load<i32>(record, 4);
  let to = localForms.reserve(length + 17);
  store<u8>(to, length);
  copyShort(to + 1, forms.bytesPtr + load<u32>(record), length);
  localForms.length += length + 1;
  let mark = load<i32>(record, UNITS) >>> MARK_SHIFT;
  if (mark != 0 && localCount < MARKED_FORMS) marks.u32(mark);
  localCount += 1;
  return localCount - 1;
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

/** Bit i: byte i of the 64 at `p` belongs to a word. */
@inline function wordMask(p: usize): u64 {
  return <u64>words16(p) | (<u64>words16(p + 16) << 16) | (<u64>words16(p + 32) << 32) | (<u64>words16(p + 48) << 48);
}

@inline function words16(p: usize): u32 {
  let v = v128.load(p);
  let lower = v128.or(v, i8x16.splat(<i8>CASE_BIT));
  let letter = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(<i8>LOWER_A)), i8x16.splat(26));
  let digit = i8x16.lt_u(i8x16.sub(v, i8x16.splat(<i8>DIGIT_0)), i8x16.splat(10));
  return i8x16.bitmask(v128.or(v128.or(letter, digit), v));
}

/** Bit i: byte i of the 64 at `p` is a joiner. */
@inline function joinerMask(p: usize): u64 {
  return <u64>joiners16(p) | (<u64>joiners16(p + 16) << 16) | (<u64>joiners16(p + 32) << 32) | (<u64>joiners16(p + 48) << 48);
}

@inline function joiners16(p: usize): u32 {
  let v = v128.load(p);
  return i8x16.bitmask(v128.or(i8x16.eq(v, i8x16.splat(<i8>HYPHEN)), i8x16.eq(v, i8x16.splat(<i8>UNDERSCORE))));
}

function scanBlocks(p: usize, end: usize): void {
  /** Start of the run that reaches the end of the block before. */
  let open: usize = 0;
  let wordBefore: u64 = 0;
  let runBefore: u64 = 0;
  for (; p < end; p += 64) {
    let word = wordMask(p);
    let left = end - p;
    let wordAfter: u64 = 0;
    if (left < 64) word &= (<u64>1 << <u64>left) - 1;
    else if (left > 64 && isWordByte(load<u8>(p, 64))) wordAfter = 0x8000000000000000;
    let run = word | (joinerMask(p) & ((word << 1) | wordBefore) & ((word >>> 1) | wordAfter));
    let shifted = (run << 1) | runBefore;
    let starts = run & ~shifted;
    let stops = shifted & ~run;
    if (runBefore != 0) {
      if (stops == 0) {
        wordBefore = word >>> 63;
        continue;
      }
      countRun(open, p + <usize>ctz(stops));
      stops &= stops - 1;
    }
    while (stops != 0) {
      countRun(p + <usize>ctz(starts), p + <usize>ctz(stops));
      starts &= starts - 1;
      stops &= stops - 1;
    }
    if (starts != 0) open = p + <usize>ctz(starts);
    wordBefore = word >>> 63;
    runBefore = run >>> 63;
  }
  if (runBefore != 0) countRun(open, end);
}

function countRun(start: usize, stop: usize): void {
  let length = <i32>(stop - start);
  if (length > LONG) {
    countForms(start, stop);
    return;
  }
  let spelling = ASC_FEATURE_SIMD && length <= SHORT ? shortSpellings.find(start, length) : spellings.record(spellings.intern(start, length)) + RECORD_HEAD;
  // Learnt before it is counted, so that a leaf does not depend on what was known before.
  if (load<i32>(spelling, MEANING) == UNKNOWN) learn(spelling, start, stop);
  let meaning = load<i32>(spelling, MEANING) & ((1 << MEANING_BITS) - 1);
  if (meaning == SEVERAL_FORMS) countForms(start, stop);
  else if (meaning != NO_FORM && length > SHORT) count(meaning - FIRST_FORM);
  else if (meaning != NO_FORM) countSpelling(spelling, meaning - FIRST_FORM);
}

@inline function countSpelling(spelling: usize, form: i32): void {
  if (field == 0) bodyLength += load<i32>(spelling, MEANING) >>> MEANING_BITS;
  let stamp = load<i32>(spelling, SPELLING_STAMP);
  if (stamp == cellStamp) {
    let cell = cellsOf(field).ptr + load<u32>(spelling, SPELLING_CELL);
    store<u32>(cell, load<u32>(cell) + 1);
    return;
  }
  if (stamp <= firstStamp) store<i32>(spelling, localOf(form), SPELLING_LOCAL);
  store<i32>(spelling, cellStamp, SPELLING_STAMP);
  store<i32>(spelling, addCell(load<i32>(spelling, SPELLING_LOCAL)), SPELLING_CELL);
}

/** A cell of count 1; returns where its count is. */
@inline function addCell(local: i32): i32 {
  let cells = cellsOf(field);
  let at = cells.length;
  if (at + 8 > cells.capacity) cells.reserve(4096);
  let to = cells.ptr + <usize>at;
  store<i32>(to, local);
  store<i32>(to, 1, 4);
  cells.length = at + 8;
  return at + 4;
}

function learn(spelling: usize, start: usize, stop: usize): void {
  let found = 0;
  let first = 0;
  for (let p = start; p < stop; ) {
    p = nextForm(p, stop);
    if (formLength == 0) break;
    if (found == 0) first = internForm(FORM, formLength);
    found += 1;
  }
  if (found == 1) store<i32>(spelling, (first + FIRST_FORM) | ((load<i32>(forms.record(first), UNITS) & UNITS_MASK) << MEANING_BITS), MEANING);
  else store<i32>(spelling, found == 0 ? NO_FORM : SEVERAL_FORMS, MEANING);
}

function countForms(start: usize, stop: usize): void {
  for (let p = start; p < stop; ) {
    p = nextForm(p, stop);
    if (formLength == 0) return;
    count(internForm(FORM, formLength));
  }
}

function internForm(ptr: usize, length: i32): i32 {
  let before = forms.count;
  let form = forms.intern(ptr, length);
  if (form == before) store<i32>(forms.record(form), unitsOf(ptr, length) | (markOf(ptr, length) << MARK_SHIFT), UNITS);
  return form;
}

/** The number of a language's word from 1, or the first two bytes of a form in a script that tells its language; src/kernel/chunk/find-language.ts reads it. */
function markOf(form: usize, length: i32): i32 {
  let word = languageWords.find(form, length);
  if (word >= 0) return word + 1;
  let first = <i32>load<u8>(form);
  return first < 0xce ? 0 : (first << 8) | <i32>load<u8>(form, 1);
}

/** Words with LF after each, before the first leaf. */
export function termsLanguages(ptr: usize, length: i32): void {
  languageWords.open(RECORD_HEAD, 1 << 13);
  for (let end = ptr + <usize>length, from = ptr; ptr < end; ptr++) {
    if (load<u8>(ptr) != LF) continue;
    languageWords.intern(from, <i32>(ptr - from));
    from = ptr + 1;
  }
}

export function termsMarks(): usize {
  return marks.ptr;
}

export function termsMarksSize(): i32 {
  return marks.length;
}

@inline function count(form: i32): void {
  let record = forms.recordsPtr + (<usize>form << 5);
  if (field == 0) bodyLength += load<i32>(record, UNITS) & UNITS_MASK;
  if (load<i32>(record, CELL_STAMP) == cellStamp) {
    let cell = cellsOf(field).ptr + load<u32>(record, CELL);
    store<u32>(cell, load<u32>(cell) + 1);
    return;
  }
  store<i32>(record, cellStamp, CELL_STAMP);
  store<i32>(record, addCell(localOf(form)), CELL);
}
