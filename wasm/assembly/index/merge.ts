// Leaves of one shard to one segment. Forms are mapped to their terms once per distinct form; no text is read again.
import { Buffer } from '../memory/arena';
import { copyShort } from '../memory/copy-short';
import { equalBytes } from '../memory/hash-table';
import {
  FILES, fileLog, fileRows, FLAG_PLAIN, FLAG_WHOLE, FLAGS, lengths, LOG_TF, LOG_TITLE_BITS, ONLY, PATH_LOGGED, PATH_STAMP, PLAIN_TERM, TERMS, UNITS,
  WORD_RECORD, words,
} from './merge-words';
import { SHORT, ShortKeys } from '../memory/short-keys';
import { addPosting, growLists, listsFree, listsOpen } from './posting-lists';
import { writeSegment } from './write-segment';
import { stem } from '../text/stem';
import { FORM, formLength, nextForm, SEPARATOR, unitsOf } from '../text/tokenize';
import { numberEnd, readNumber } from '../memory/varint';
import { LOWER_A, LOWER_Z } from '../text/characters';

/** No form is longer (tokenize.ts). */
const MAX_FORM: i32 = 100;

/** [count, word…] */
@lazy const termLists: Buffer = changetype<Buffer>(memory.data(12, 16));
/** [only term or −1, units, word, 1] of short forms. */
@lazy const shortForms: ShortKeys = changetype<ShortKeys>(memory.data(12, 16));
/** [only term or −1, units, word] of each form of the current leaf. */
@lazy const localWords: Buffer = changetype<Buffer>(memory.data(12, 16));
@lazy const out: Buffer = changetype<Buffer>(memory.data(12, 16));
@lazy const PART: usize = memory.data(144, 16);

let stemming: bool = true;
let chunkTotal: i32 = 0;
let fileTotal: i32 = 0;

export function mergeBegin(withStemming: i32): void {
  if (words.slots != 0) mergeFree();
  words.open(WORD_RECORD, 1 << 14);
  if (ASC_FEATURE_SIMD) shortForms.open(1 << 14);
  listsOpen();
  stemming = withStemming != 0;
  chunkTotal = 0;
  fileTotal = 0;
}

/** Gives all memory of the merge back, the segment too. */
export function mergeFree(): void {
  words.free();
  shortForms.free();
  listsFree();
  termLists.free();
  fileLog.free();
  localWords.free();
  lengths.free();
  fileRows.free();
  out.free();
}

/**
 * Next file in path order. `terms` is the terms section of its leaf; `kind` picks the ranking parameters.
 * 0 when the section is damaged: then the merge must be given up.
 */
export function mergeFile(terms: usize, termsEnd: usize, path: usize, pathLength: i32, kind: i32): i32 {
  let formCount = <i32>readNumber(terms);
  readNumber(numberEnd);
  let p = numberEnd;
  // Everything takes a byte at least, so a count beyond what is left is damage and must not be reserved for.
  if (<u32>formCount > <u32>(termsEnd - p)) return 0;
  sectionEnd = termsEnd;
  localCount = <u32>formCount;
  localWords.clear();
  let local = localWords.reserve(formCount << 4);
  for (let i = 0; i < formCount; i++) {
    let length = <i32>load<u8>(p);
    if (length == 0 || length > MAX_FORM || p + <usize>length >= termsEnd) return 0;
    putLocal(local, p + 1, length);
    local += 16;
    p += 1 + <usize>length;
  }
  growLists(words.count);
  let chunkCount = <i32>readNumber(p);
  p = numberEnd;
  if (<u32>chunkCount > <u32>(termsEnd - p)) return 0;
  for (let i = 0; i < chunkCount; i++) {
    let to = lengths.reserve(12);
    for (let field = 0; field < 3; field++) {
      p = mergeField(p, field);
      if (p == 0) return 0;
      store<i32>(to + (<usize>field << 2), fieldLength);
    }
    lengths.length += 12;
    chunkTotal += 1;
  }
  if (!mergeTitle(p)) return 0;
  let row = fileRows.reserve(16);
  store<i32>(row, chunkCount);
  store<i32>(row, kind, 4);
  store<i32>(row, fieldLength, 12);
  mergePath(path, pathLength);
  store<i32>(row, fieldLength, 8);
  fileRows.length += 16;
  fileTotal += 1;
  return 1;
}

/** Writes [only term, units, word] of a form. */
@inline function putLocal(to: usize, ptr: usize, length: i32): void {
  // A damaged section may have zeros.
  if (ASC_FEATURE_SIMD && length <= SHORT && ptr + SHORT <= sectionEnd && load<u8>(ptr) != 0 && load<u8>(ptr + <usize>length - 1) != 0) {
    let known = shortForms.find(ptr, length);
    if (load<i32>(known, 12) == 0) {
      findLocal(known, ptr, length);
      store<i32>(known, 1, 12);
    }
    v128.store(to, v128.load(known));
  } else findLocal(to, ptr, length);
}

function findLocal(to: usize, ptr: usize, length: i32): void {
  let word = wordOf(ptr, length);
  let record = words.record(word);
  store<i32>(to, load<i32>(record, ONLY));
  store<i32>(to, load<i32>(record, UNITS), 4);
  store<i32>(to, word, 8);
}

/** The word of a form, its terms known. */
@inline function wordOf(ptr: usize, length: i32): i32 {
  let word = words.intern(ptr, length);
  if (load<i32>(words.record(word), TERMS) == 0) findTerms(word);
  return word;
}

let fieldLength: i32 = 0;
/** End and number of forms of the current terms section. */
let sectionEnd: usize = 0;
let localCount: u32 = 0;

/** Returns the position after the form, or 0 if the section is damaged. */
function mergeField(p: usize, field: i32): usize {
  let count = <i32>readNumber(p);
  p = numberEnd;
  fieldLength = 0;
  let end = sectionEnd;
  let locals = localCount;
  if (p > end || <u32>count > <u32>(end - p)) return 0;
  for (let i = 0; i < count; i++) {
    let head = readNumber(p);
    p = numberEnd;
    let tf: u32 = 1;
    if ((head & 1) != 0) {
      tf = readNumber(p);
      p = numberEnd;
    }
    if (p > end || head >>> 1 >= locals) return 0;
    let local = localWords.ptr + (<usize>(head >>> 1) << 4);
    fieldLength += <i32>tf * load<i32>(local, 4);
    let only = load<i32>(local);
    if (only >= 0) addPosting(only, chunkTotal, field, tf);
    else logTerms(load<i32>(local, 8), field, tf);
  }
  return p;
}

function logTerms(word: i32, field: i32, tf: u32): void {
  let list = termLists.ptr + <usize>(load<i32>(words.record(word), TERMS) - 1);
  let terms = load<i32>(list);
  for (let t = 1; t <= terms; t++) addPosting(load<i32>(list + (<usize>t << 2)), chunkTotal, field, tf);
}

/** The last cells of the section. False when they are damaged. */
function mergeTitle(p: usize): bool {
  let count = <i32>readNumber(p);
  p = numberEnd;
  fieldLength = 0;
  if (p > sectionEnd || <u32>count > <u32>(sectionEnd - p)) return false;
  for (let i = 0; i < count; i++) {
    let head = readNumber(p);
    p = numberEnd;
    let tf: u32 = 1;
    if ((head & 1) != 0) {
      tf = readNumber(p);
      p = numberEnd;
    }
    if (p > sectionEnd || head >>> 1 >= localCount) return false;
    let local = localWords.ptr + (<usize>(head >>> 1) << 4);
    fieldLength += <i32>tf * load<i32>(local, 4);
    logFile(load<i32>(local, 8), <i32>min<u32>(tf, 0xff) << LOG_TITLE_BITS);
  }
  return true;
}

function mergePath(path: usize, pathLength: i32): void {
  let end = path + <usize>pathLength;
  let length = 0;
  for (let p = path; p < end; ) {
    p = nextForm(p, end);
    if (formLength == 0) break;
    let word = wordOf(FORM, formLength);
    let record = words.record(word);
    length += load<i32>(record, UNITS);
    logFile(word, 1);
  }
  fieldLength = length;
}

/** The word occurs in the path or title of the file; `count` has the bits of that field. */
function logFile(word: i32, count: i32): void {
  let list = termLists.ptr + <usize>(load<i32>(words.record(word), TERMS) - 1);
  let terms = load<i32>(list);
  for (let t = 1; t <= terms; t++) logTerm(load<i32>(list + (<usize>t << 2)), count);
}

function logTerm(word: i32, count: i32): void {
  let record = words.record(word);
  if (load<i32>(record, PATH_STAMP) == fileTotal + 1) {
    let known = fileLog.ptr + load<u32>(record, PATH_LOGGED);
    store<i32>(known, load<i32>(known, LOG_TF) + count, LOG_TF);
    return;
  }
  store<i32>(record, fileTotal + 1, PATH_STAMP);
  store<i32>(record, fileLog.length, PATH_LOGGED);
  store<i32>(record, load<i32>(record, FILES) + 1, FILES);
  fileLog.u32(word);
  fileLog.u32(fileTotal);
  fileLog.u32(count);
}

/** Fills in which terms a form stands for: a plain word its stem; an identifier itself written together, and its parts as plain words; a key itself. */
function findTerms(word: i32): void {
  let length = words.lengthOf(word);
  let units = unitsOf(words.textOf(word), length);
  let at = termLists.length;
  termLists.reserve((units + 2) << 2);
  termLists.length += (units + 2) << 2;
  let count = 0;
  if (units <= 1) {
    store<i32>(termLists.ptr + <usize>at, units == 0 ? word : plainTerm(word), 4);
    count = 1;
  } else {
    store<i32>(termLists.ptr + <usize>at, wholeTerm(word), 4);
    count = 1;
    let from = 0;
    for (let i = 0; i <= length; i++) {
      if (i < length && load<u8>(words.textOf(word) + <usize>i) != SEPARATOR) continue;
      if (isIndexablePart(words.textOf(word) + <usize>from, i - from)) {
        copyShort(PART, words.textOf(word) + <usize>from, i - from);
        let part = words.intern(PART, i - from);
        count += 1;
        store<i32>(termLists.ptr + <usize>(at + (count << 2)), plainTerm(part));
      }
      from = i + 1;
    }
  }
  store<i32>(termLists.ptr + <usize>at, count);
  let record = words.record(word);
  store<i32>(record, at + 1, TERMS);
  store<i32>(record, units, UNITS);
  store<i32>(record, count == 1 ? load<i32>(termLists.ptr + <usize>at, 4) : -1, ONLY);
}

/** A single ASCII letter is no part worth finding ("iPhone", "x2", minified names). */
export function isIndexablePart(part: usize, length: i32): bool {
  if (length != 1) return length > 0;
  let c = <i32>load<u8>(part);
  return c < LOWER_A || c > LOWER_Z;
}

function plainTerm(word: i32): i32 {
  let record = words.record(word);
  store<i32>(record, load<i32>(record, FLAGS) | FLAG_PLAIN, FLAGS);
  if (!stemming) return word;
  let known = load<i32>(record, PLAIN_TERM);
  if (known != 0) return known - 1;
  let length = words.lengthOf(word);
  copyShort(PART, words.textOf(word), length);
  let stemmed = stemPlain(PART, length);
  let isSame = stemmed < 0 || (stemmed == length && equalBytes(PART, words.textOf(word), length));
  let term = isSame ? word : words.intern(PART, stemmed);
  store<i32>(words.record(word), term + 1, PLAIN_TERM);
  return term;
}

/** Stems in place; −1 when the word is not made of a–z. */
export function stemPlain(ptr: usize, length: i32): i32 {
  for (let i = 0; i < length; i++) {
    let c = <i32>load<u8>(ptr + <usize>i);
    if (c < LOWER_A || c > LOWER_Z) return -1;
  }
  return stem(ptr, length);
}

function wholeTerm(word: i32): i32 {
  let length = joinParts(words.textOf(word), words.lengthOf(word), PART);
  let whole = words.intern(PART, length);
  let record = words.record(whole);
  store<i32>(record, load<i32>(record, FLAGS) | FLAG_WHOLE, FLAGS);
  return whole;
}

/** Copies a form without its separators. */
export function joinParts(form: usize, length: i32, to: usize): i32 {
  let written = 0;
  for (let i = 0; i < length; i++) {
    let c = load<u8>(form + <usize>i);
    if (c == SEPARATOR) continue;
    store<u8>(to + <usize>written, c);
    written += 1;
  }
  return written;
}

/** Writes the segment and returns its address; `mergeSize` is its length. Valid until `mergeFree`. */
export function mergeFinish(): usize {
  shortForms.free();
  termLists.free();
  localWords.free();
  growLists(words.count);
  writeSegment(out, chunkTotal, fileTotal);
  return out.ptr;
}

export function mergeSize(): i32 {
  return out.length;
}
